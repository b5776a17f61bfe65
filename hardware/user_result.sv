// The results of the user's own instructions: none, as in `user_decode`.
//
//   a, b, imm7 --> [ a circuit for each instruction ] --> [ by number ] --> result
//                                      number --> cycles
//
// A circuit has no register. The operands stay until the instruction is done, `cycles` cycles from its issue to that of
// the next one, so that a circuit has as many to settle.
//
// Source: docs/guides/custom-instructions.md.

module user_result (
    input  logic [31:0] immediate,  // of `user_decode`
    input  logic [31:0] a,
    input  logic [31:0] b,
    output logic [31:0] result,
    output logic [7:0]  cycles
);
    assign {result, cycles} = {32'b0, 8'd1};

    logic unused;
    assign unused = &{immediate, a, b};
endmodule
