// Expands a 16-bit instruction to the equivalent 32-bit instruction.
//
//   half --> [ quadrant, funct3 ] --> immediate, registers --> word
//
// Hints are expanded to instructions without effect. Reserved encodings, and those of RV64 and of floating point, are
// illegal.
//
// Source: The RISC-V Instruction Set Manual, volume I, chapter "C"; `crates/isa/src/compressed.rs`.

module decompress (
    input  logic [15:0] half,
    output logic [31:0] word,
    output logic        legal
);
    localparam logic [6:0] LOAD = 7'h03, OP_IMM = 7'h13, STORE = 7'h23, OP = 7'h33, LUI = 7'h37;
    localparam logic [6:0] BRANCH = 7'h63, JALR = 7'h67, JAL = 7'h6f, SYSTEM = 7'h73;
    localparam logic [4:0] RA = 5'd1, SP = 5'd2;

    logic [4:0] rd, rs2, low, high;
    assign rd = half[11:7];
    assign rs2 = half[6:2];
    assign low = {2'b01, half[4:2]};   // x8 to x15
    assign high = {2'b01, half[9:7]};

    logic [11:0] imm6, word_offset, load_offset, store_offset, stack_step, stack_space;
    assign imm6 = {{7{half[12]}}, half[6:2]};
    assign word_offset = {5'b0, half[5], half[12:10], half[6], 2'b0};
    assign load_offset = {4'b0, half[3:2], half[12], half[6:4], 2'b0};
    assign store_offset = {4'b0, half[8:7], half[12:9], 2'b0};
    assign stack_step = {{3{half[12]}}, half[4:3], half[5], half[2], half[6], 4'b0};
    assign stack_space = {2'b0, half[10:7], half[12:11], half[5], half[6], 2'b0};

    logic [31:0] jump, branch;
    // Bits 20|10:1|11|19:12 of the offset, and 12|10:5 and 4:1|11.
    assign jump = {half[12], half[8], half[10:9], half[6], half[7], half[2], half[11], half[5:3], {9{half[12]}}, 4'b0, ~half[15], JAL};
    assign branch = {{4{half[12]}}, half[6:5], half[2], 5'b0, high, 2'b00, half[13], half[11:10], half[4:3], half[12], BRANCH};

    always_comb begin
        legal = 1'b1;
        word = {12'b0, rd, 3'd0, rd, OP_IMM};
        unique casez ({half[1:0], half[15:13]})
            5'b00_000: begin  // c.addi4spn
                word = {stack_space, SP, 3'd0, low, OP_IMM};
                legal = half[12:5] != '0;
            end
            5'b00_010: word = {word_offset, high, 3'd2, low, LOAD};
            5'b00_110: word = {word_offset[11:5], low, high, 3'd2, word_offset[4:0], STORE};
            5'b01_000: word = {imm6, rd, 3'd0, rd, OP_IMM};
            5'b01_?01: word = jump;  // c.jal to ra, c.j to x0
            5'b01_010: word = {imm6, 5'd0, 3'd0, rd, OP_IMM};
            5'b01_011: begin  // c.addi16sp, c.lui
                word = rd == SP ? {stack_step, SP, 3'd0, SP, OP_IMM} : {{15{half[12]}}, half[6:2], rd, LUI};
                legal = {half[12], half[6:2]} != '0;
            end
            5'b01_100: begin
                unique case (half[11:10])
                    2'd0: word = {7'h00, rs2, high, 3'd5, high, OP_IMM};
                    2'd1: word = {7'h20, rs2, high, 3'd5, high, OP_IMM};
                    2'd2: word = {imm6, high, 3'd7, high, OP_IMM};
                    2'd3: unique case (half[6:5])
                        2'd0: word = {7'h20, low, high, 3'd0, high, OP};
                        2'd1: word = {7'h00, low, high, 3'd4, high, OP};
                        2'd2: word = {7'h00, low, high, 3'd6, high, OP};
                        2'd3: word = {7'h00, low, high, 3'd7, high, OP};
                    endcase
                endcase
                legal = half[11:10] == 2'd2 || !half[12];
            end
            5'b01_11?: word = branch;
            5'b10_000: begin  // c.slli
                word = {7'h00, rs2, rd, 3'd1, rd, OP_IMM};
                legal = !half[12];
            end
            5'b10_010: begin  // c.lwsp
                word = {load_offset, SP, 3'd2, rd, LOAD};
                legal = rd != '0;
            end
            5'b10_100: begin  // c.jr, c.mv, c.ebreak, c.jalr, c.add
                if (rs2 != '0) word = {7'h00, rs2, half[12] ? rd : 5'd0, 3'd0, rd, OP};
                else if (rd != '0) word = {12'd0, rd, 3'd0, half[12] ? RA : 5'd0, JALR};
                else word = {12'd1, 13'd0, SYSTEM};
                legal = half[12] || half[11:2] != '0;
            end
            5'b10_110: word = {store_offset[11:5], rs2, SP, 3'd2, store_offset[4:0], STORE};
            default: legal = 1'b0;
        endcase
    end
endmodule
