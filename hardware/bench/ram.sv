// The memory of benches, which replaces `hardware/ram.sv`: a driver reads and writes it between two cycles.

module ram #(
    parameter int WORDS = 1024,
    parameter string IMAGE = "",
    localparam int A = $clog2(WORDS)
) (
    input  logic         clk,
    input  logic         read,
    input  logic [3:0]   strobe,
    input  logic [A-1:0] address,
    input  logic [31:0]  write_data,
    output logic [31:0]  read_data
);
    logic [31:0] cells[WORDS];

    export "DPI-C" function peek;
    function int peek(int place);
        return cells[A'(place)];
    endfunction

    export "DPI-C" function poke;
    function void poke(int place, int value);
        cells[A'(place)] = value;
    endfunction

    initial if (IMAGE != "") $readmemh(IMAGE, cells);

    always_ff @(posedge clk) begin
        for (int i = 0; i < 4; i++) if (strobe[i]) cells[address][8*i+:8] <= write_data[8*i+:8];
        if (read) read_data <= cells[address];
    end
endmodule
