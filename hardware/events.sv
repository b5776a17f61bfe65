// The event bits of a core, and the mask of those that raise its event interrupt.
//
//   number --> [ decode ] --> set --+
//   write, data ------------------> [ or ] --> [ events ] --+--> read
//                                   [ mask ] --------------[ and ] --> any: pending
//
// An event that arrives in the cycle in which the program writes the register stays set, so that no event is lost.
//
// Source: docs/contract/message-unit.md, "Receiver", and docs/contract/instructions.md, "CSRs" (mevent, meventh,
// mevmask, mevmaskh).

module events (
    input logic clk,
    input logic reset,

    input logic       set,
    input logic [5:0] number,

    // Access of the core. The register is selected by the two low bits of its CSR number.
    input  logic [1:0]  register,
    input  logic        write,
    input  logic [31:0] write_data,
    output logic [31:0] read_data,
    output logic        pending
);
    logic [1:0][31:0] bits, mask, arriving;

    assign arriving = set ? 64'd1 << number : '0;
    assign read_data = register[1] ? mask[register[0]] : bits[register[0]];
    assign pending = |(bits & mask);

    always_ff @(posedge clk) begin
        for (int half = 0; half < 2; half++) begin
            if (write && register == {1'b0, 1'(half)}) bits[half] <= write_data | arriving[half];
            else bits[half] <= bits[half] | arriving[half];
            if (write && register == {1'b1, 1'(half)}) mask[half] <= write_data;
        end
        if (reset) {bits, mask} <= '0;
    end
endmodule
