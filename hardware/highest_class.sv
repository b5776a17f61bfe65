// Selects the requests of the highest priority class among several.
//
//   bit by bit:  requests --+-------------------> [ & those with the highest bit set, if there are any ] --> ... --> candidates
//                classes ---+--> highest bit ----------^          (the same for each lower bit)
//
//   in pairs:    classes --> [ > for each pair ] --> [ & requests ] --> none is higher? --[ & ]--> candidates
//                requests ------------------------------^----------------------------------^
//
// Bit by bit from the highest down, eight classes take three steps. In pairs the comparisons do not depend on the requests, which come
// late, and are shared by all selections among the same channels: faster, and larger where there are many channels.
// In the simulator this is `highest_class` (crates/sim/src/noc/router/allocation.rs).

module highest_class #(
    parameter int N = 8,
    parameter int PRIORITIES = 8,
    parameter bit PAIRS = 0,
    localparam int CB = PRIORITIES > 1 ? $clog2(PRIORITIES) : 1
) (
    input  logic [N-1:0]         requests,
    input  logic [N-1:0][CB-1:0] classes,
    output logic [N-1:0]         candidates,
    output logic [CB-1:0]        highest
);
    if (PRIORITIES == 1) begin : alike
        logic unused;
        assign unused = &classes;
        assign candidates = requests;
        assign highest = '0;
    end else if (PAIRS) begin : in_pairs
        for (genvar n = 0; n < N; n++) begin : request
            logic [N-1:0] higher;
            for (genvar m = 0; m < N; m++) begin : other
                assign higher[m] = requests[m] && classes[m] > classes[n];
            end
            assign candidates[n] = requests[n] && !(|higher);
        end
        always_comb begin
            highest = '0;
            for (int n = 0; n < N; n++) if (candidates[n]) highest |= classes[n];
        end
    end else begin : bit_by_bit
        always_comb begin
            candidates = requests;
            highest = '0;
            for (int bit_number = CB - 1; bit_number >= 0; bit_number--) begin
                for (int n = 0; n < N; n++) highest[bit_number] |= candidates[n] && classes[n][bit_number];
                for (int n = 0; n < N; n++) candidates[n] &= classes[n][bit_number] || !highest[bit_number];
            end
        end
    end
endmodule
