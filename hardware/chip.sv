// The chip: tiles, their message units with the crossbar and the synchronization controller, and a bus with the shared
// memory and the console; with `MAC` also a MAC unit and an interrupt controller (`devices`).
//
//   tile 0 ----+                 +---- tile 0
//   tile 1 ----+---- messages    +---- tile 1 ---- bus ---- sram, console, devices
//   ...        |                 |                           |
//   tile n-1 --+                 +---- tile n-1 <-- external-+
//
// A core whose bit of `run` is 0 has no program and stays in reset. Cycle 0 of the simulator, in which the first
// instructions issue, is the third cycle after reset.
//
// Source: `platforms/asip8.toml`, `platforms/asip8x.toml`, `platforms/uwb4.toml`; docs/contract/core.md, "Circuit".

module chip #(
    parameter int CORES = 8,
    parameter int LOCKS = 32,
    parameter int BARRIERS = 32,
    parameter int BLOCKS = 16,
    parameter int BLOCK_WORDS = 16,
    parameter int WORD_QUEUE = 4,
    parameter int WAKE = 4,
    parameter bit PIPELINED = 0,  // sync.pipelined
    parameter bit GRANT = 0,      // sync.hand_over = "grant"
    parameter bit MATCHING = 0,   // mailbox.matching
    parameter bit USER = 0,       // instructions of the user's own
    parameter bit EARLY = 0,      // crossbar.early_data
    parameter int OVERLAP = 2,
    parameter int WAIT_STATES = 0,
    parameter int PROGRAM_BYTES = 262144,
    parameter int DATA_BYTES = 4194304,
    parameter int SHARED_BYTES = 4194304,
    parameter bit MAC = 0,        // with the MAC unit, a controller on the bus, and the interrupt controller
    parameter int BURST = 4,      // mac.burst
    parameter logic [31:0] CONTROLLER_BASE = 32'h0c00_0000,
    parameter logic [31:0] MAC_BASE = 32'h9400_0000,
    parameter int CLOCK_HZ = 200000000,   // clock cycles in a second, for the time on air
    parameter string PROGRAM_IMAGE = "",  // initial contents of the memories: hardware/image
    parameter string DATA_IMAGE = "",     // the common part of the file names; two digits and .hex follow
    localparam int W = $clog2(CORES)
) (
    input logic clk,
    input logic reset,
    input logic [CORES-1:0] run,
    input logic [31:0] boot_address,

    // Console.
    output logic         print,
    output logic [7:0]   character,
    output logic [W-1:0] printer,

    // Host, and observation, of each core.
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
    import message_pkg::*;
    localparam int SHARED_WORDS = SHARED_BYTES / 4;

    // Bus. Its last master is the MAC unit.
    localparam int MASTERS = CORES + int'(MAC);
    logic [MASTERS-1:0] request, response, reserved;
    core_pkg::bus_kind_t [MASTERS-1:0] kind;
    logic [MASTERS-1:0][31:0] address, data;
    logic [MASTERS-1:0][3:0] strobe;
    logic [MASTERS-1:0][4:0] operation;
    logic [CORES-1:0] grant, written, external;
    logic [31:0] word;
    logic [31:2] written_address;
    logic shared_read;
    logic [3:0] shared_strobe;
    logic [$clog2(SHARED_WORDS)-1:0] shared_address;
    logic [31:0] shared_write, shared_word;
    logic [4:0] burst_words;
    logic burst_step, burst_moved, register_select, register_write;
    logic [31:0] register_address, register_data, register_word;

    // Messages.
    logic [CORES-1:0] order, issue, is_block, is_query, is_try, is_offer, done, granted, load, loaded, take_word, event_write;
    logic [CORES-1:0] match_begins, match_ends;
    logic [CORES-1:0][31:0] match_word;
    logic [CORES-1:0][BODY_BITS-1:0] body;
    logic [CORES-1:0][NODE_BITS-1:0] destination;
    logic [CORES-1:0][LENGTH_BITS-1:0] send_offset, load_offset;
    logic [CORES-1:0][31:0] send_word, load_word, head, queued, event_data, event_read;
    logic [CORES-1:0][3:0] load_strobe, pending;
    logic [CORES-1:0][1:0] event_register;

    for (genvar i = 0; i < CORES; i++) begin : tiles
        localparam string IMAGE = DATA_IMAGE == "" ? "" : {DATA_IMAGE, string'({8'(48 + i / 10), 8'(48 + i % 10)}), ".hex"};
        tile #(
            .CORES(CORES), .WAKE(WAKE), .PROGRAM_BYTES(PROGRAM_BYTES), .DATA_BYTES(DATA_BYTES), .SHARED_BYTES(SHARED_BYTES),
            .MAC(MAC), .CONTROLLER_BASE(CONTROLLER_BASE), .MAC_BASE(MAC_BASE), .MATCHING(MATCHING), .USER(USER),
            .PROGRAM_IMAGE(PROGRAM_IMAGE), .DATA_IMAGE(IMAGE)
        ) core (
            .clk, .reset(reset || !run[i]), .node(6'(i)), .boot_address, .external(external[i]),
            .bus_request(request[i]), .bus_grant(grant[i]), .bus_response(response[i]), .bus_kind(kind[i]), .bus_address(address[i]),
            .bus_strobe(strobe[i]), .bus_data(data[i]), .bus_operation(operation[i]), .bus_reserved(reserved[i]), .bus_word(word),
            .written(written[i]), .written_address,
            .order(order[i]), .order_issue(issue[i]), .is_block(is_block[i]), .is_query(is_query[i]), .is_try(is_try[i]),
            .is_offer(is_offer[i]), .match_begins(match_begins[i]), .match_ends(match_ends[i]), .match_word(match_word[i]), .body(body[i]),
            .destination(destination[i]), .order_done(done[i]), .granted(granted[i]), .send_offset(send_offset[i]),
            .send_word(send_word[i]), .load(load[i]), .loaded(loaded[i]), .load_strobe(load_strobe[i]), .load_offset(load_offset[i]),
            .load_word(load_word[i]), .head(head[i]), .queued(queued[i]), .take_word(take_word[i]), .event_register(event_register[i]),
            .event_write(event_write[i]), .event_data(event_data[i]), .event_read(event_read[i]), .unit_pending(pending[i]),
            .host_ask(host_ask[i]), .host_takes(host_takes[i]), .host_halts(host_halts[i]), .host_value(host_value[i]),
            .host_a(host_a[i]), .host_b(host_b[i]),
            .seen_issue(seen_issue[i]), .seen_pc(seen_pc[i]), .seen_rd(seen_rd[i]), .seen_value(seen_value[i])
        );
    end

    messages #(
        .CORES(CORES), .LOCKS(LOCKS), .BARRIERS(BARRIERS), .BLOCKS(BLOCKS), .BLOCK_WORDS(BLOCK_WORDS), .WORD_QUEUE(WORD_QUEUE),
        .WAKE(WAKE), .PIPELINED(PIPELINED), .GRANT(GRANT), .MATCHING(MATCHING), .EARLY(EARLY)
    ) message_passing (
        .clk, .reset, .order, .issue, .is_block, .is_query, .is_try, .is_offer, .body, .destination, .done, .granted, .send_offset,
        .send_word, .load, .loaded, .load_strobe, .load_offset, .load_word, .head, .queued, .match_begins, .match_ends,
        .match_word, .take_word, .event_register, .event_write, .event_data, .event_read, .pending
    );

    bus #(.CORES(CORES), .OVERLAP(OVERLAP), .WAIT_STATES(WAIT_STATES), .SHARED_BYTES(SHARED_BYTES), .MAC(MAC)) shared_bus (
        .clk, .reset, .request, .grant, .response, .kind, .address, .strobe, .data, .operation, .reserved, .word, .written,
        .written_address, .burst_words, .burst_step, .burst_moved, .shared_read, .shared_strobe, .shared_address, .shared_write,
        .shared_word, .print, .character, .printer, .register_select, .register_write, .register_address, .register_data, .register_word
    );
    if (MAC) begin : with_mac
        devices #(.CORES(CORES), .BURST(BURST), .CONTROLLER_BASE(CONTROLLER_BASE), .MAC_BASE(MAC_BASE), .CLOCK_HZ(CLOCK_HZ)) on_bus (
            .clk, .reset, .register_select, .register_write, .register_address, .register_data, .register_word,
            .request(request[CORES]), .kind(kind[CORES]), .address(address[CORES]), .burst_words, .burst_step, .data(data[CORES]), .word,
            .response(response[CORES]), .burst_moved, .external
        );
        assign {strobe[CORES], operation[CORES], reserved[CORES]} = {4'hf, 5'd0, 1'b0};
    end else begin : without_mac
        assign {burst_words, register_word, external} = '0;
        logic unused;
        assign unused = &{burst_step, burst_moved, register_select, register_write, register_address, register_data};
    end
    ram #(.WORDS(SHARED_WORDS)) shared_memory (
        .clk, .read(shared_read), .strobe(shared_strobe), .address(shared_address), .write_data(shared_write), .read_data(shared_word)
    );
endmodule
