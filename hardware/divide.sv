// The divider: restoring division of the absolute values, one bit of the quotient in a cycle.
//
//   start            32 steps           signs
//   |a|, |b| ----> [ remainder | quotient ] ----> result, done
//
// A division takes 34 cycles: `start` is asserted in the first, `done` in the last. A division by zero must give all
// ones and the dividend as remainder. That is what the steps give, except that the quotient's sign must not be changed
// then.
//
// Source: The RISC-V Instruction Set Manual, volume I, chapter "M"; docs/contract/core.md, "Instructions".

module divide (
    input  logic        clk,
    input  logic        reset,
    input  logic        start,
    input  logic        is_remainder,  // held from `start` to `done`, as are a and b
    input  logic        is_unsigned,
    input  logic [31:0] a,
    input  logic [31:0] b,
    output logic        done,
    output logic [31:0] result
);
    logic [5:0] steps;  // steps left; 1: done
    logic [31:0] remainder, quotient;
    logic [32:0] difference;
    logic negates, is_negative_a, is_negative_b;

    assign is_negative_a = a[31] && !is_unsigned;
    assign is_negative_b = b[31] && !is_unsigned;
    // Subtracts |b|: adds b if b is negative.
    assign difference = {remainder, quotient[31]} + {1'b1, is_negative_b ? b : ~b} + 33'(!is_negative_b);

    always_ff @(posedge clk) begin
        if (start) begin
            steps <= 6'd33;
            remainder <= '0;
            quotient <= is_negative_a ? -a : a;
        end else if (steps != '0) begin
            steps <= steps - 1'b1;
            if (!done) begin
                remainder <= difference[32] ? {remainder[30:0], quotient[31]} : difference[31:0];
                quotient <= {quotient[30:0], !difference[32]};
            end
        end
        if (reset) steps <= '0;
    end

    assign done = steps == 6'd1;
    assign negates = is_remainder ? is_negative_a : is_negative_a != is_negative_b && b != '0;
    logic [31:0] magnitude;
    assign magnitude = is_remainder ? remainder : quotient;
    assign result = negates ? -magnitude : magnitude;
endmodule
