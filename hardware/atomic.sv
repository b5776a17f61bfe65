// Computes the word that an atomic operation writes to the shared memory, from the word in memory and the register.
//
// Source: The RISC-V Instruction Set Manual, volume I, chapter "A".

module atomic (
    input  logic [4:0]  operation,  // funct5
    input  logic [31:0] memory,
    input  logic [31:0] register,
    output logic [31:0] value
);
    logic less, less_unsigned;
    assign less_unsigned = memory < register;
    assign less = memory[31] != register[31] ? memory[31] : less_unsigned;

    always_comb begin
        unique case (operation)
            5'h00: value = memory + register;
            5'h04: value = memory ^ register;
            5'h08: value = memory | register;
            5'h0c: value = memory & register;
            5'h10: value = less ? memory : register;
            5'h14: value = less ? register : memory;
            5'h18: value = less_unsigned ? memory : register;
            5'h1c: value = less_unsigned ? register : memory;
            default: value = register;  // amoswap.w
        endcase
    end
endmodule
