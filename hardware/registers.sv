// The registers x1 to x31: two are read in a cycle, one is written at its end.
//
// They have no reset: a register keeps its content until it is written. In simulation they start with 0, as in the
// simulator. x0 reads as 0.

module registers (
    input  logic        clk,
    input  logic [4:0]  read1,
    input  logic [4:0]  read2,
    output logic [31:0] value1,
    output logic [31:0] value2,
    input  logic [4:0]  write,  // 0: none
    input  logic [31:0] value
);
    logic [31:1][31:0] x;

    // Each register is ANDed with its select line, and all are ORed: fewer gates than a tree of multiplexers.
    always_comb begin
        {value1, value2} = '0;
        for (int i = 1; i < 32; i++) begin
            value1 |= x[i] & {32{read1 == 5'(i)}};
            value2 |= x[i] & {32{read2 == 5'(i)}};
        end
    end

    always_ff @(posedge clk) begin
        for (int i = 1; i < 32; i++) if (write == 5'(i)) x[i] <= value;
    end
endmodule
