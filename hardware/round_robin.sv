// Round-robin arbiter: selects the first candidate after `last`, wrapping around.
//
//   candidates --+--> [ & mask of positions after last ] --> first? --+
//                |                                                   [mux] --> chosen
//                +-----------------------------------------> first? --+
//
// Without a candidate `chosen` is `last`, so that a multiplexer that it controls does not switch. The module has no
// state: the user keeps the pointer. In the simulator this is `next_round_robin` (crates/sim/src/port/arbiter.rs).

module round_robin #(
    parameter int N = 8,
    parameter int W = N > 1 ? $clog2(N) : 1
) (
    input  logic [N-1:0] candidates,
    input  logic [W-1:0] last,
    output logic [W-1:0] chosen,
    output logic         any
);
    assign any = |candidates;

    // Later assignments take precedence: first the lowest candidate, then the lowest candidate after `last`.
    always_comb begin
        chosen = last;
        for (int i = N - 1; i >= 0; i--) if (candidates[i]) chosen = W'(i);
        for (int i = N - 1; i >= 0; i--) if (candidates[i] && W'(i) > last) chosen = W'(i);
    end
endmodule
