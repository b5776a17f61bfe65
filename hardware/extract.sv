// Extracts the value of a load from the word at its address.
//
// Source: The RISC-V Instruction Set Manual, volume I, chapter "RV32I", "Load and Store Instructions".

module extract (
    input  logic [2:0]  funct3,  // lb, lh, lw, -, lbu, lhu
    input  logic [1:0]  offset,
    input  logic [31:0] word,
    output logic [31:0] value
);
    logic [15:0] shifted;
    assign shifted = 16'(word >> {offset, 3'b0});

    always_comb begin
        unique case (funct3[1:0])
            2'd0: value = {{24{shifted[7] && !funct3[2]}}, shifted[7:0]};
            2'd1: value = {{16{shifted[15] && !funct3[2]}}, shifted[15:0]};
            default: value = word;
        endcase
    end
endmodule
