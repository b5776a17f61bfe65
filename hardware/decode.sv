// Decodes a 32-bit instruction into its kind, registers and immediate.
//
// A load or multiplication is followed by a bubble only if the next instruction is legal and reads the result.
// Therefore an illegal instruction is decoded as reading no registers. EX decides whether a CSR exists.
//
// Source: The RISC-V Instruction Set Manual, volumes I and II, "Instruction Set Listings"; the message extension:
// docs/contract/instructions.md.

module decode #(
    parameter bit MATCHING = 0,  // mailbox.matching: mbox.send and mbox.match
    parameter bit USER = 0       // instructions of the user's own
) (
    input  logic [31:0]        word,
    input  logic               legal,  // the 16-bit instruction that `word` was expanded from is legal
    output core_pkg::decoded_t decoded
);
    import core_pkg::*;

    logic [2:0] funct3;
    logic [6:0] funct7;
    logic [4:0] rd, rs1, rs2;
    assign {funct7, rs2, rs1, funct3, rd} = word[31:7];

    logic [31:0] upper, jump, branch, store, imm12;
    assign upper = {word[31:12], 12'b0};
    assign jump = {{12{word[31]}}, word[19:12], word[20], word[30:21], 1'b0};
    assign branch = {{20{word[31]}}, word[7], word[30:25], word[11:8], 1'b0};
    assign store = {{21{word[31]}}, word[30:25], word[11:7]};
    assign imm12 = {{21{word[31]}}, word[30:20]};

    // The kind of instruction, for the major opcodes with several kinds.
    kind_t system, atomic, message;
    always_comb begin
        system = funct3[1:0] != '0 ? CSR : ILLEGAL;
        if (word[31:7] == 25'h000_0000) system = ECALL;
        if (word[31:7] == 25'h000_2000) system = EBREAK;
        if (word[31:7] == 25'h060_4000) system = MRET;
        if (word[31:7] == 25'h020_a000) system = WFI;

        unique case (funct7[6:2])
            5'h02: atomic = rs2 == '0 ? RESERVE : ILLEGAL;
            5'h03: atomic = CONDITIONAL;
            5'h00, 5'h01, 5'h04, 5'h08, 5'h0c, 5'h10, 5'h14, 5'h18, 5'h1c: atomic = ATOMIC;
            default: atomic = ILLEGAL;
        endcase

        // Fields that an instruction does not use are zero.
        message = ILLEGAL;
        unique case (funct3)
            3'd0: if (rd == '0) message = MSG_SEND;
            3'd1: message = MSG_RECEIVE;
            3'd2: if ({funct7, rs2, rd} == '0) message = MBOX_ENABLE;
            3'd3: if (funct7[6:1] == '0) message = MBOX_STORE;
            3'd4: if ({funct7, rs2, rd} == '0) message = MBOX_LOAD;
            3'd5: if (MATCHING && funct7 < 7'd3) message = MBOX_SEND;
            3'd6: if (MATCHING && funct7 == '0) message = MBOX_MATCH;
            default: ;
        endcase
    end

    logic is_user_defined;
    logic [31:0] number_and_imm7;
    if (USER) begin : with_user
        user_decode own (.word, .is_known(is_user_defined), .immediate(number_and_imm7));
    end else begin : without_user
        assign {is_user_defined, number_and_imm7} = '0;
    end

    logic reads1, reads2, writes;
    always_comb begin
        decoded = '0;
        decoded.funct3 = funct3;
        decoded.operation = funct7[6:2];
        decoded.immediate = imm12;
        decoded.is_immediate = 1'b1;
        {reads1, reads2, writes} = 3'b101;
        unique case (word[6:0])
            7'h37, 7'h17: begin
                decoded.kind = ALU;
                decoded.first = word[5] ? FROM_ZERO : FROM_PC;
                decoded.funct3 = '0;
                decoded.operation = '0;
                decoded.immediate = upper;
                reads1 = 1'b0;
            end
            7'h6f: begin
                decoded.kind = JAL;
                decoded.immediate = jump;
                reads1 = 1'b0;
            end
            7'h67: decoded.kind = funct3 == '0 ? JALR : ILLEGAL;
            7'h63: begin
                decoded.kind = funct3[2:1] == 2'b01 ? ILLEGAL : BRANCH;
                decoded.immediate = branch;
                {decoded.is_immediate, reads2, writes} = 3'b010;
            end
            7'h03: decoded.kind = funct3 == 3'd3 || funct3[2:1] == 2'b11 ? ILLEGAL : LOAD;
            7'h23: begin
                decoded.kind = funct3 > 3'd2 ? ILLEGAL : STORE;
                decoded.immediate = store;
                {reads2, writes} = 2'b10;
            end
            7'h13: begin
                decoded.kind = ALU;
                if (funct3[1:0] != 2'b01) decoded.operation = '0;
                else if (funct7 != '0 && {funct3[2], funct7} != 8'ha0) decoded.kind = ILLEGAL;
            end
            7'h33: begin
                decoded.kind = funct7 == 7'h01 ? (funct3[2] ? DIVIDE : MULTIPLY) : ALU;
                if (funct7[6:1] != '0 && (funct7 != 7'h20 || (funct3 != 3'd0 && funct3 != 3'd5))) decoded.kind = ILLEGAL;
                {decoded.is_immediate, reads2} = 2'b01;
            end
            7'h0f: begin
                decoded.kind = funct3 == 3'd0 ? FENCE : funct3 == 3'd1 ? FENCE_I : ILLEGAL;
                {reads1, writes} = 2'b00;
            end
            7'h73: begin
                decoded.kind = system;
                decoded.immediate = {20'b0, word[31:20]};
                reads1 = system == CSR && !funct3[2];
                writes = system == CSR;
            end
            7'h2f: begin
                decoded.kind = funct3 == 3'd2 ? atomic : ILLEGAL;
                decoded.immediate = '0;
                reads2 = atomic != RESERVE;
            end
            7'h0b: begin
                decoded.kind = message;
                decoded.immediate = {25'b0, funct7};
                reads2 = funct3 != 3'd2 && funct3 != 3'd4;
                writes = message inside {MSG_RECEIVE, MBOX_STORE, MBOX_SEND, MBOX_MATCH};
            end
            default: decoded.kind = ILLEGAL;
        endcase
        if (is_user_defined) begin
            decoded.kind = USER_DEFINED;
            decoded.immediate = number_and_imm7;
            {reads1, reads2, writes} = 3'b111;
        end
        if (!legal) decoded.kind = ILLEGAL;

        decoded.rd = writes && decoded.kind != ILLEGAL ? rd : '0;
        decoded.rs1 = rs1;
        decoded.rs2 = rs2;
        decoded.reads1 = reads1 && decoded.kind != ILLEGAL;
        decoded.reads2 = reads2 && decoded.kind != ILLEGAL;
        // A host call has its operation in a0, its parameter in a1 and its result in a0.
        if (decoded.kind == EBREAK) {decoded.rd, decoded.rs1, decoded.rs2} = {5'd10, 5'd10, 5'd11};
    end
endmodule
