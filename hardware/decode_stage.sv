// Stage ID: decodes an instruction, reads its registers and passes it to EX.
//
//   instruction --> [ decompress ] --> [ decode ] --> decoded --------+--> EX
//                                          |                          |
//   registers ---> [ value of EX or WB, if it is newer ] --> a, b ----+
//                                          |
//                             jal --> pc + offset --> IF
//
// The results of EX and WB are forwarded at the end of this cycle. A result that is available in WB only (from the data
// memory or the multiplier) makes the next instruction wait one cycle if it reads the result.
//
// Source: docs/contract/core.md, "Instructions".

module decode_stage #(
    parameter bit MATCHING = 0,
    parameter bit USER = 0
) (
    input logic clk,

    // IF.
    input  logic [31:0] instruction,
    input  logic        is_short,
    input  logic        is_cut,      // incomplete, hence illegal
    input  logic        valid,
    output logic        take,
    output logic        jumps,       // a jal goes to EX
    output logic [31:0] target,
    input  logic [31:0] pc,

    // EX.
    output core_pkg::decoded_t decoded,
    output logic [31:0] a,
    output logic [31:0] b,
    input  logic        free,        // EX accepts an instruction at the end of this cycle
    input  logic [4:0]  ex_rd,       // 0: none, or no instruction in EX
    input  logic        ex_is_late,  // its result is available in WB only
    input  logic [31:0] ex_result,

    // WB.
    input logic [4:0]  wb_rd,
    input logic [31:0] wb_value
);
    import core_pkg::*;

    logic [31:0] word, value1, value2;
    decoded_t meaning;
    logic legal, must_wait;

    decompress expander (.half(instruction[15:0]), .word, .legal);
    decode #(.MATCHING(MATCHING), .USER(USER)) decoder (.word(is_short ? word : instruction), .legal(is_short ? legal : !is_cut), .decoded(meaning));
    // An illegal instruction has no immediate; the field carries its bits, for mtval.
    always_comb begin
        decoded = meaning;
        if (meaning.kind == ILLEGAL) decoded.immediate = {is_short ? 16'b0 : instruction[31:16], instruction[15:0]};
    end
    registers file (
        .clk, .read1(decoded.rs1), .read2(decoded.rs2), .value1, .value2, .write(wb_rd), .value(wb_value)
    );

    function automatic logic [31:0] newest(logic [4:0] register, logic [31:0] value);
        if (register == '0) return '0;
        if (register == ex_rd) return ex_result;
        if (register == wb_rd) return wb_value;
        return value;
    endfunction
    assign a = newest(decoded.rs1, value1);
    assign b = newest(decoded.rs2, value2);

    assign must_wait = ex_is_late && ex_rd != '0
        && ((decoded.reads1 && decoded.rs1 == ex_rd) || (decoded.reads2 && decoded.rs2 == ex_rd));
    assign take = valid && free && !must_wait;
    assign jumps = take && decoded.kind == JAL;
    assign target = pc + decoded.immediate;
endmodule
