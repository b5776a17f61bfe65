// Selects the next program counter, if it is not that of the next instruction. It is determined at the end of a cycle,
// so that the target is fetched in the next one.
//
//   trap -------------------------> handler -----+
//   jalr, mret, fence.i, branch --> target of EX +--> target
//   jal in ID --------------------> its own -----+
//
// Source: docs/contract/core.md, "Instructions" and "Exceptions and interrupts".

module flow (
    input  logic        trap,
    input  logic [31:0] handler,

    // The instruction in EX.
    input  logic        issue,
    input  core_pkg::kind_t kind,
    input  logic        taken,      // the branch is taken
    input  logic [31:0] pc,
    input  logic [31:0] immediate,
    input  logic [31:0] address,    // a + immediate
    input  logic [31:0] return_pc,
    output logic        leaves,     // the instruction transfers control

    // The jal in ID.
    input  logic        jumps,
    input  logic [31:0] jal_target,

    output logic        redirect,
    output logic [31:0] target
);
    import core_pkg::*;

    assign leaves = trap || (issue && (kind inside {JALR, MRET, FENCE_I} || (kind == BRANCH && taken)));
    assign redirect = leaves || jumps;

    always_comb begin
        unique case (kind)
            JALR: target = {address[31:1], 1'b0};
            MRET: target = return_pc;
            FENCE_I: target = pc + 32'd4;
            default: target = pc + immediate;
        endcase
        if (!leaves) target = jal_target;
        if (trap) target = handler;
    end

    logic unused;
    assign unused = address[0];
endmodule
