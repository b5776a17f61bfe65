// A memory of one write port and one read port: the one wrapper of all memories of the communication unit.
//
// What is written at the end of a cycle is read from the next one on. Reading is asynchronous: these memories are
// small, and in a standard-cell or FPGA flow become register files or distributed memory. A technology's own macro
// takes the place of this file. Contents are undefined after reset; who reads knows what has been written.

module memory #(
    parameter int WORDS = 16,
    parameter int WIDTH = 32,
    localparam int A = WORDS > 1 ? $clog2(WORDS) : 1
) (
    input  logic clk,
    input  logic write,
    input  logic [A-1:0] write_address,
    input  logic [WIDTH-1:0] write_data,
    input  logic [A-1:0] read_address,
    output logic [WIDTH-1:0] read_data
);
    logic [WIDTH-1:0] cells[WORDS];

    always_ff @(posedge clk) if (write) cells[write_address] <= write_data;
    assign read_data = cells[read_address];
endmodule
