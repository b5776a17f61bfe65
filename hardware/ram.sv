// A large synchronous memory of one port, with byte enables: program memories, data memories, the sram on the bus.
//
// The word addressed in a cycle is available in the next one, and until the next read. To use a macro of a technology,
// replace this file, as benches do with `hardware/bench/ram.sv`. `IMAGE` names a file of hexadecimal words, the initial
// contents (`hardware/image`).

module ram #(
    parameter int WORDS = 1024,
    parameter string IMAGE = "",
    localparam int A = $clog2(WORDS)
) (
    input  logic         clk,
    input  logic         read,
    input  logic [3:0]   strobe,  // bytes to write; not with `read`
    input  logic [A-1:0] address,
    input  logic [31:0]  write_data,
    output logic [31:0]  read_data
);
    logic [31:0] cells[WORDS];

    initial if (IMAGE != "") $readmemh(IMAGE, cells);

    always_ff @(posedge clk) begin
        for (int i = 0; i < 4; i++) if (strobe[i]) cells[address][8*i+:8] <= write_data[8*i+:8];
        if (read) read_data <= cells[address];
    end
endmodule
