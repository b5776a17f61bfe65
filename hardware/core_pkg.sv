// The fields of a decoded instruction: the signals from ID to EX.
//
// Source: The RISC-V Instruction Set Manual, volume I; docs/contract/core.md, "Circuit".

package core_pkg;
    // A module that imports the package uses some of these only.
    // verilator lint_off UNUSEDPARAM

    // Instructions grouped by how the stages process them, not by opcode.
    typedef enum logic [4:0] {
        ILLEGAL,
        ALU,       // an operation of the ALU: on registers, with an immediate, lui, auipc
        MULTIPLY,
        DIVIDE,    // or remainder
        BRANCH,
        JAL,
        JALR,
        LOAD,
        STORE,
        RESERVE,      // lr.w
        CONDITIONAL,  // sc.w
        ATOMIC,       // any other atomic operation
        FENCE,
        FENCE_I,
        CSR,
        ECALL,
        EBREAK,
        MRET,
        WFI,
        MSG_SEND,
        MSG_RECEIVE,
        MBOX_ENABLE,
        MBOX_STORE,
        MBOX_LOAD,
        MBOX_SEND,  // only with matching, as is the next
        MBOX_MATCH,
        USER_DEFINED  // its immediate: number and imm7
    } kind_t;

    // The first operand of the ALU.
    typedef enum logic [1:0] {FROM_REGISTER, FROM_PC, FROM_ZERO} first_t;

    typedef struct packed {
        kind_t       kind;
        logic [2:0]  funct3;
        logic [4:0]  operation;      // funct5 of an atomic operation; bit 3: subtraction, arithmetic shift
        first_t      first;
        logic        is_immediate;   // the second operand of the ALU is the immediate
        logic [4:0]  rd, rs1, rs2;   // rd is 0 if no register is written
        logic        reads1, reads2;
        logic [31:0] immediate;      // or number of a CSR; token or mode of a message instruction; bits of an illegal one
    } decoded_t;

    // Causes of exceptions.
    localparam logic [4:0] FETCH_FAULT = 5'd1;
    localparam logic [4:0] ILLEGAL_INSTRUCTION = 5'd2;
    localparam logic [4:0] BREAKPOINT = 5'd3;
    localparam logic [4:0] LOAD_MISALIGNED = 5'd4;  // + 1: load access fault; + 2, + 3: the same of stores
    localparam logic [4:0] ENVIRONMENT_CALL = 5'd11;
    localparam logic [4:0] NO_SUCH_NODE = 5'd24;
    localparam logic [4:0] MESSAGE_ADDRESS = 5'd25;

    // The operation requested from the bus.
    typedef enum logic [1:0] {BUS_READ, BUS_WRITE, BUS_CONDITIONAL, BUS_ATOMIC} bus_kind_t;
    // verilator lint_on UNUSEDPARAM
endpackage
