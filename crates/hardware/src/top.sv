// The chip of the platform {platform}: `weft hardware` has put the values of its keys here.
//
// The ports are those of `chip`: console, host, and what is seen of each core (rtl/chip.sv).

module top #(
    parameter string PROGRAM_IMAGE = "",
    parameter string DATA_IMAGE = "",
    localparam int CORES = {cores},
    localparam int W = $clog2(CORES)
) (
    input logic clk,
    input logic reset,
    input logic [CORES-1:0] run,
    input logic [31:0] boot_address,

    output logic         print,
    output logic [7:0]   character,
    output logic [W-1:0] printer,

    output logic [CORES-1:0]       host_ask,
    input  logic [CORES-1:0]       host_takes,
    input  logic [CORES-1:0]       host_halts,
    input  logic [CORES-1:0][31:0] host_value,
    output logic [CORES-1:0][31:0] host_a,
    output logic [CORES-1:0][31:0] host_b,
    output logic [CORES-1:0]       seen_issue,
    output logic [CORES-1:0][31:0] seen_pc,
    output logic [CORES-1:0][4:0]  seen_rd,
    output logic [CORES-1:0][31:0] seen_value
);
    chip #(
{values}
        .PROGRAM_IMAGE(PROGRAM_IMAGE),
        .DATA_IMAGE(DATA_IMAGE)
    ) the_chip (.*);
endmodule
