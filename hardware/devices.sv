// The devices on the bus that have registers: the MAC unit, which is also the bus's last master, and the interrupt
// controller, which forwards the MAC unit's interrupt to the cores.
//
//   register access --> [ address ] --+--> interrupt_controller --> external interrupt of each core
//                                     |            ^
//                                     +--> mac ----+ source 1
//                                           |
//   burst <---------------------------------+
//
// Source: `platforms/uwb4.toml`; docs/contract/devices.md, docs/contract/mac.md, docs/contract/bus.md, "Bursts".

module devices #(
    parameter int CORES = 4,
    parameter int BURST = 4,
    parameter logic [31:0] CONTROLLER_BASE = 32'h0c00_0000,
    parameter logic [31:0] MAC_BASE = 32'h9400_0000,
    parameter int CLOCK_HZ = 200000000
) (
    input logic clk,
    input logic reset,

    // An access of a core to a register, in its last data cycle.
    input  logic        register_select,
    input  logic        register_write,
    input  logic [31:0] register_address,
    input  logic [31:0] register_data,
    output logic [31:0] register_word,

    // The MAC unit as a master.
    output logic        request,
    output core_pkg::bus_kind_t kind,
    output logic [31:0] address,
    output logic [4:0]  burst_words,
    input  logic        burst_step,   // a word is transferred at the end of this cycle
    output logic [31:0] data,
    input  logic [31:0] word,         // the word read in the step before
    input  logic        response,
    input  logic        burst_moved,

    output logic [CORES-1:0] external
);
    import core_pkg::*;
    // The address range of each is aligned to its size.
    localparam int CONTROLLER_BYTES = 4194304;
    localparam int MAC_BYTES = 8192;

    logic in_controller, in_mac, interrupt;
    logic [31:0] controller_word, mac_word;
    assign in_controller = (register_address ^ CONTROLLER_BASE) < 32'(CONTROLLER_BYTES);
    assign in_mac = (register_address ^ MAC_BASE) < 32'(MAC_BYTES);
    assign register_word = in_controller ? controller_word : in_mac ? mac_word : '0;

    interrupt_controller #(.CORES(CORES), .SOURCES(1)) controller (
        .clk, .reset, .sources(interrupt), .select(register_select && in_controller), .write(register_write),
        .offset(register_address[21:2]), .write_data(register_data), .read_data(controller_word), .external
    );

    logic writes, word_valid;
    mac #(.BURST(BURST), .CLOCK_HZ(64'(CLOCK_HZ))) unit (
        .clk, .reset, .select(register_select && in_mac), .write(register_write), .offset(register_address[12:0]),
        .write_data(register_data), .read_data(mac_word), .transfer_request(request), .transfer_write(writes),
        .transfer_address(address[31:2]), .transfer_words(burst_words), .step(burst_step), .give_word(data), .word_valid, .word,
        .transferred(response), .moved(burst_moved), .interrupt
    );
    assign kind = writes ? BUS_WRITE : BUS_READ;
    assign address[1:0] = '0;

    always_ff @(posedge clk) word_valid <= burst_step && !writes;
endmodule
