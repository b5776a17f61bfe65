// Round-robin choice: the first candidate after `last`, wrapping around.
//
//   candidates --+--> [ & mask of positions after last ] --> first? --+
//                |                                                   [mux] --> chosen
//                +-----------------------------------------> first? --+
//
// Without a candidate `chosen` is `last`, so that a multiplexer that is steered by it stays where it is. The module has
// no state: the pointer belongs to whoever arbitrates. The model's is `next_round_robin`
// (crates/sim/src/port/arbiter.rs).

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

    // The later assignment wins: the lowest candidate at all, then the lowest one after `last`.
    always_comb begin
        chosen = last;
        for (int i = N - 1; i >= 0; i--) if (candidates[i]) chosen = W'(i);
        for (int i = N - 1; i >= 0; i--) if (candidates[i] && W'(i) > last) chosen = W'(i);
    end
endmodule
