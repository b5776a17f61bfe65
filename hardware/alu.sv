// The arithmetic and logic unit. Its adder also forms the addresses of loads, stores and jumps, and compares for
// branches.
//
//   first ---------------------------+--> [ adder ] --> sum --+--> [ by funct3 ] --> result
//   second --> [ inverted, if less ]-+        |               |
//                                             +--> less ------+--> taken
//                 logic, shifter ------------------------------^
//
// Source: The RISC-V Instruction Set Manual, volume I, chapter "RV32I".

module alu (
    input  logic [2:0]  funct3,
    input  logic        is_branch,
    input  logic        is_plain,      // adds, regardless of funct3
    input  logic        is_alternate,  // subtraction, arithmetic shift
    input  logic [31:0] first,
    input  logic [31:0] second,
    output logic [31:0] sum,
    output logic        less,
    output logic [31:0] result,
    output logic        taken
);
    // Comparisons are subtractions.
    logic subtracts, carry, is_unsigned, equal;
    assign subtracts = is_branch || (!is_plain && (funct3 == 3'd0 ? is_alternate : funct3[2:1] == 2'b01));
    assign {carry, sum} = {1'b0, first} + {1'b0, second ^ {32{subtracts}}} + 33'(subtracts);
    assign is_unsigned = is_branch ? funct3[1] : funct3[0];
    assign less = first[31] != second[31] ? (is_unsigned ? second[31] : first[31]) : !carry;
    assign equal = first == second;

    // Bit 0 of a branch's funct3 inverts the condition; bit 2 selects `less` instead of `equal`.
    assign taken = (funct3[2] ? less : equal) != funct3[0];

    // A left shift is a right shift between two reversals.
    logic [31:0] reversed, shift_in, shifted, shifted_left;
    assign reversed = {<<{first}};
    assign shift_in = funct3 == 3'd1 ? reversed : first;
    assign shifted = 32'($signed({is_alternate && first[31], shift_in}) >>> second[4:0]);
    assign shifted_left = {<<{shifted}};

    always_comb begin
        unique case (funct3)
            3'd0: result = sum;
            3'd1: result = shifted_left;
            3'd2, 3'd3: result = {31'b0, less};
            3'd4: result = first ^ second;
            3'd5: result = shifted;
            3'd6: result = first | second;
            3'd7: result = first & second;
        endcase
    end
endmodule
