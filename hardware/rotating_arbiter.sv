// Round-robin arbiter with one wire for each candidate: selects the first candidate after the last winner, wrapping around.
//
//   candidates --+--> [ & later ] --> if there are any --[ mux ]--> [ lowest ] --+--> selected
//                +-------------------------------------------^                   +--> [ positions above ] --> next_later
//
// `later` marks the positions after the last winner; none at first. The user keeps it, and takes `next_later` when the selected
// candidate wins. Neither a number is decoded nor a position compared, other than in `round_robin`, whose result is a number.

module rotating_arbiter #(
    parameter int N = 8
) (
    input  logic [N-1:0] candidates,
    input  logic [N-1:0] later,
    output logic [N-1:0] selected,
    output logic [N-1:0] next_later
);
    logic [N-1:0] after, from;
    assign after = candidates & later;
    assign from = |after ? after : candidates;

    // Each position has its own OR of those below it, which is faster than a chain.
    assign selected[0] = from[0];
    assign next_later[0] = 1'b0;
    for (genvar n = 1; n < N; n++) begin : position
        assign selected[n] = from[n] && !(|from[n-1:0]);
        assign next_later[n] = |from[n-1:0];
    end
endmodule
