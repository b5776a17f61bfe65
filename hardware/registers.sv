// The registers x1 to x31: two are read in a cycle, one is written at its end.
//
// They have no reset: a register holds what it has until it is written. A simulation begins with 0, as the simulator
// does. x0 is never written, and not read: `decode_stage` takes 0 for it.

module registers (
    input  logic        clk,
    input  logic [4:0]  read1,
    input  logic [4:0]  read2,
    output logic [31:0] value1,
    output logic [31:0] value2,
    input  logic [4:0]  write,  // 0: none
    input  logic [31:0] value
);
    logic [31:0][31:0] x;

    assign value1 = x[read1];
    assign value2 = x[read2];

    always_ff @(posedge clk) begin
        if (write != '0) x[write] <= value;
    end
endmodule
