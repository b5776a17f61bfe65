// A tile: a core with its program memory and data memory. Its message unit is in `messages`.
//
//   program memory --> core <--> data memory
//                       |
//                       +--> bus, message unit
//
// Ports are those of the core: docs/contract/core.md, "Ports".

module tile #(
    parameter int CORES = 8,
    parameter int WAKE = 4,
    parameter int PROGRAM_BYTES = 262144,
    parameter int DATA_BYTES = 4194304,
    parameter int SHARED_BYTES = 4194304,
    parameter bit MAC = 0,
    parameter logic [31:0] CONTROLLER_BASE = 32'h0c00_0000,
    parameter logic [31:0] MAC_BASE = 32'h9400_0000,
    parameter bit MATCHING = 0,
    parameter bit USER = 0,
    parameter string PROGRAM_IMAGE = "",
    parameter string DATA_IMAGE = ""
) (
    input logic clk,
    input logic reset,
    input logic [5:0] node,
    input logic [31:0] boot_address,
    input logic external,

    output logic        bus_request,
    input  logic        bus_grant,
    input  logic        bus_response,
    output core_pkg::bus_kind_t bus_kind,
    output logic [31:0] bus_address,
    output logic [3:0]  bus_strobe,
    output logic [31:0] bus_data,
    output logic [4:0]  bus_operation,
    output logic        bus_reserved,
    input  logic [31:0] bus_word,
    input  logic        written,
    input  logic [31:2] written_address,

    output logic        order,
    output logic        order_issue,
    output logic        is_block,
    output logic        is_query,
    output logic        is_try,
    output logic        is_offer,
    output logic [message_pkg::BODY_BITS-1:0] body,
    output logic [message_pkg::NODE_BITS-1:0] destination,
    input  logic        order_done,
    input  logic        granted,
    input  logic [message_pkg::LENGTH_BITS-1:0] send_offset,
    output logic [31:0] send_word,
    output logic        load,
    input  logic        loaded,
    input  logic [3:0]  load_strobe,
    input  logic [message_pkg::LENGTH_BITS-1:0] load_offset,
    input  logic [31:0] load_word,
    input  logic [31:0] head,
    output logic        match_begins,
    output logic        match_ends,
    output logic [31:0] match_word,
    input  logic [31:0] queued,
    output logic        take_word,
    output logic [1:0]  event_register,
    output logic        event_write,
    output logic [31:0] event_data,
    input  logic [31:0] event_read,
    input  logic [3:0]  unit_pending,

    output logic        host_ask,
    input  logic        host_takes,
    input  logic        host_halts,
    input  logic [31:0] host_value,
    output logic [31:0] host_a,
    output logic [31:0] host_b,

    output logic        seen_issue,
    output logic [31:0] seen_pc,
    output logic [4:0]  seen_rd,
    output logic [31:0] seen_value
);
    localparam int PROGRAM_WORDS = PROGRAM_BYTES / 4;
    localparam int DATA_WORDS = DATA_BYTES / 4;

    logic program_read, data_read;
    logic [$clog2(PROGRAM_WORDS)-1:0] program_address;
    logic [$clog2(DATA_WORDS)-1:0] data_address;
    logic [31:0] program_word, data_word, data_write;
    logic [3:0] data_strobe;

    core #(
        .CORES(CORES), .WAKE(WAKE), .PROGRAM_BYTES(PROGRAM_BYTES), .DATA_BYTES(DATA_BYTES), .SHARED_BYTES(SHARED_BYTES),
        .MAC(MAC), .CONTROLLER_BASE(CONTROLLER_BASE), .MAC_BASE(MAC_BASE), .MATCHING(MATCHING), .USER(USER)
    ) processor (.*);

    ram #(.WORDS(PROGRAM_WORDS), .IMAGE(PROGRAM_IMAGE)) program_memory (
        .clk, .read(program_read), .strobe(4'b0), .address(program_address), .write_data(32'b0), .read_data(program_word)
    );
    ram #(.WORDS(DATA_WORDS), .IMAGE(DATA_IMAGE)) data_memory (
        .clk, .read(data_read), .strobe(data_strobe), .address(data_address), .write_data(data_write), .read_data(data_word)
    );
    assign send_word = data_word;
endmodule
