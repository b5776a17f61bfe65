// Decodes the user's own instructions: none. For a chip that has some, `weft hardware`, `verify` and `run --engine rtl`
// take a module of this name that is written from their descriptions (crates/isa/src/user/modules.rs).
//
//   word --> [ opcode, funct3, funct7 of each instruction ] --> is_known, number and imm7
//
// Source: docs/guides/custom-instructions.md.

module user_decode (
    input  logic [31:0] word,
    output logic        is_known,
    output logic [31:0] immediate  // number of the instruction; its imm7 in the low 7 bits
);
    assign {is_known, immediate} = '0;

    logic unused;
    assign unused = &word;
endmodule
