// A memory with one write port and one read port: the wrapper of all memories of the communication unit.
//
// Data written at the end of a cycle can be read from the next cycle on. Reads are asynchronous: these memories are
// small, and become register files in a standard-cell flow and distributed memory in an FPGA. To use a macro of a
// technology, replace this file. The contents are undefined after reset: a reader must read only what has been written.

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
