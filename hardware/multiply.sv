// The multiplier: a signed product of 33 by 33 bits, of which the upper or the lower word is selected. Its result is
// available in WB.
//
// Source: The RISC-V Instruction Set Manual, volume I, chapter "M".

module multiply (
    input  logic [1:0]  funct3,  // mul, mulh, mulhsu, mulhu
    input  logic [31:0] a,
    input  logic [31:0] b,
    output logic [31:0] result
);
    logic signed [32:0] first, second;
    logic signed [65:0] product;
    assign first = {a[31] && funct3 != 2'd3, a};
    assign second = {b[31] && !funct3[1], b};
    assign product = first * second;
    assign result = funct3 == 2'd0 ? product[31:0] : product[63:32];

    logic unused;
    assign unused = &product[65:64];
endmodule
