// Decodes the address of a load, store or atomic operation, and checks whether the access is allowed.
//
//   address --> [ map ] --> data memory, program memory, timer, bus
//                  |
//                  +------> misaligned, outside --> exception
//
// All ranges are powers of two, aligned to their size, except the timer's registers and the console's. The registers of
// the interrupt controller and of the MAC unit accept only loads and stores of whole words.
//
// Source: docs/contract/core.md, "Exceptions and interrupts"; keys of the platform file.

module access #(
    parameter int PROGRAM_BYTES = 262144,            // program_memory.size; it begins at address 0
    parameter logic [31:0] DATA_BASE = 32'h1000_0000,    // data_memory
    parameter int DATA_BYTES = 4194304,
    parameter logic [31:0] TIMER_BASE = 32'h0200_0000,
    parameter logic [31:0] SHARED_BASE = 32'h8000_0000,  // the sram on the bus
    parameter int SHARED_BYTES = 4194304,
    parameter logic [31:0] CONSOLE_BASE = 32'h9000_0000,
    parameter bit MAC = 0,  // the chip has a MAC unit and an interrupt controller
    parameter logic [31:0] CONTROLLER_BASE = 32'h0c00_0000,
    parameter logic [31:0] MAC_BASE = 32'h9400_0000
) (
    input  logic [31:0] address,
    input  logic [1:0]  size,       // 0: byte, 1: half, 2: word
    input  logic        is_load,    // or lr.w
    input  logic        is_atomic,  // lr.w, sc.w included
    output logic        in_data,
    output logic        in_program,
    output logic        in_timer,
    output logic        on_bus,
    output logic        fault,
    output logic [4:0]  cause,

    // The messages of mbox.store and mbox.load.
    input  logic [31:0] message,
    input  logic [message_pkg::LENGTH_BITS-1:0] length,  // in bytes
    output logic        fits    // aligned to a word, and entirely in the data memory
);
    import core_pkg::*;

    localparam int TIMER_BYTES = 49152;
    localparam int CONSOLE_BYTES = 16;
    localparam int NULL_BYTES = 256;  // reserved, so that accesses by null pointers fault
    localparam int CONTROLLER_BYTES = 4194304;
    localparam int MAC_BYTES = 8192;

    logic is_misaligned, is_outside, is_memory, is_register;
    assign in_data = (address ^ DATA_BASE) < 32'(DATA_BYTES);
    assign in_program = address >= 32'(NULL_BYTES) && address < 32'(PROGRAM_BYTES);
    assign in_timer = (address ^ TIMER_BASE) < 32'(TIMER_BYTES);
    assign is_memory = (address ^ SHARED_BASE) < 32'(SHARED_BYTES) || (address ^ CONSOLE_BASE) < 32'(CONSOLE_BYTES);
    assign is_register = MAC && ((address ^ CONTROLLER_BASE) < 32'(CONTROLLER_BYTES) || (address ^ MAC_BASE) < 32'(MAC_BYTES));
    assign on_bus = is_memory || is_register;

    assign is_misaligned = (size[1] && address[1:0] != '0) || (size[0] && address[0]);
    // Stores to the program memory, and atomic operations on it or on the timer, are treated as outside.
    assign is_outside = !(in_data || is_memory || (is_register && size == 2'd2 && !is_atomic) || (in_timer && !is_atomic) || (in_program && is_load && !is_atomic));
    assign fault = is_misaligned || is_outside;
    assign cause = LOAD_MISALIGNED + (is_load ? 5'd0 : 5'd2) + (is_misaligned ? 5'd0 : 5'd1);

    // Bytes from the start of the data memory to the end of the message's last word.
    localparam int L = message_pkg::LENGTH_BITS;
    logic [32:0] last;
    assign last = {1'b0, message ^ DATA_BASE} + 33'({length[L-1:2], 2'b0}) + (length[1:0] != '0 ? 33'd4 : 33'd0);
    assign fits = message[1:0] == '0 && (length == '0 || last <= 33'(DATA_BYTES));
endmodule
