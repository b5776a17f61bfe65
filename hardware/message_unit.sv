// The message unit of a core: its node on the crossbar.
//
//                 order                       mevent, mword, mhead, load
//   core -----------+-------------------------------+------------------------- core
//                   v                               ^
//            +-------------+      +--------+  +-----+----+  +--------------+
//            | transmitter |      | events |  |word_queue|  | mailbox_load |
//            +------+------+      +---^----+  +----^-----+  |mailbox_buffer|
//                   |                 |            |        +------^-------+
//                   | tx_*            +-------+----+---------------+
//                   v                         |
//   crossbar -------+------- data -------> [ receiver ] ---- answer -----> crossbar
//
// Source: H. Xiao et al. 2012, sections 4.2 to 4.5; docs/contract/message-unit.md, "Ports". All outputs to the crossbar
// depend on registers only, except REQ, which is driven in the cycle in which the core issues.

module message_unit #(
    parameter int CORES = 8,
    parameter int BLOCKS = 16,
    parameter int BLOCK_WORDS = 16,
    parameter int WORD_QUEUE = 4,
    parameter int WAKE = 4,
    parameter bit GRANT = 0,
    parameter bit MATCHING = 0,  // mailbox.matching
    parameter bit EARLY = 0,     // crossbar.early_data
    localparam int W = $clog2(CORES)
) (
    input logic clk,
    input logic reset,
    input logic [5:0] node,

    // Core, sending.
    input  logic        order,
    input  logic        issue,  // the first cycle of an order
    input  logic        is_block,
    input  logic        is_query,
    input  logic        is_try,  // or an offer
    input  logic        is_offer,
    input  logic [message_pkg::BODY_BITS-1:0] body,
    input  logic [message_pkg::NODE_BITS-1:0] destination,
    output logic        done,
    output logic        granted,
    output logic [message_pkg::LENGTH_BITS-1:0] send_offset,
    input  logic [31:0] send_word,

    // Core, receiving.
    input  logic        load,
    output logic        loaded,
    output logic [3:0]  load_strobe,
    output logic [message_pkg::LENGTH_BITS-1:0] load_offset,
    output logic [31:0] load_word,
    output logic [31:0] head,  // mhead
    output logic [31:0] queued,  // mword
    input  logic        match_begins,  // mbox.match issues
    input  logic        match_ends,
    input  logic [31:0] match_word,
    input  logic        take_word,
    input  logic [1:0]  event_register,
    input  logic        event_write,
    input  logic [31:0] event_data,
    output logic [31:0] event_read,
    output logic [3:0]  pending,  // software, event, mailbox, retry

    // Crossbar.
    output logic [1:0]       tx_control,
    output logic [31:0]      tx_data,
    input  logic             ack,
    input  logic             nack,
    input  logic             lack,
    input  logic             lack_other,
    input  logic             sampled,
    output logic             sample,
    output logic             goes_on,
    input  logic             asked,
    input  logic             request,
    input  logic             offer,
    input  logic [31:0]      data,
    input  logic [W-1:0]     source,
    output logic [1:0]       answer,
    output logic [CORES-1:0] answer_to
);
    localparam int B = $clog2(BLOCK_WORDS);

    logic asleep, mailbox_room, store_header, store_word, deliver, queue_room, push, set_event;
    logic filled, take, at_head, queue_filled, event_pending, awaited;
    logic [B-1:0] store_index, read_index;
    logic [31:0] header, request_word;

    transmitter #(.CORES(CORES), .BLOCK_WORDS(BLOCK_WORDS), .WAKE(WAKE), .GRANT(GRANT), .EARLY(EARLY)) sender (
        .clk, .reset, .node, .order, .is_block, .is_query, .is_try, .is_offer(MATCHING && is_offer), .body, .destination, .done, .granted,
        .offset(send_offset), .word(send_word), .tx_control, .tx_data, .ack, .nack, .sampled, .lack, .asleep
    );
    receiver #(.CORES(CORES), .BLOCK_WORDS(BLOCK_WORDS), .EARLY(EARLY)) accepter (
        .clk, .reset, .sample, .goes_on, .asked, .request, .offer(MATCHING && offer), .data, .source, .answer, .answer_to,
        .mailbox_room, .awaited(awaited && !filled), .request_word, .store_header, .store_word, .index(store_index), .deliver, .queue_room, .push, .set_event
    );
    mailbox_buffer #(.BLOCKS(BLOCKS), .BLOCK_WORDS(BLOCK_WORDS), .EARLY(EARLY)) arrived (
        .clk, .reset, .room(mailbox_room), .store_header, .store_word, .store_index, .store_data(data), .request_word, .deliver,
        .filled, .header, .read_index, .word(load_word), .take
    );
    mailbox_load #(.BLOCK_WORDS(BLOCK_WORDS)) loader (
        .clk, .reset, .load, .loaded, .head(at_head), .strobe(load_strobe), .offset(load_offset),
        .filled, .header_length(header[message_pkg::LENGTH_BITS-1:0]), .index(read_index), .take
    );
    word_queue #(.ENTRIES(WORD_QUEUE)) queue (
        .clk, .reset, .room(queue_room), .push, .data(request_word[30:0]), .filled(queue_filled), .word(queued), .take(take_word)
    );
    events event_bits (
        .clk, .reset, .set(set_event), .number(request_word[23:18]), .register(event_register), .write(event_write),
        .write_data(event_data), .read_data(event_read), .pending(event_pending)
    );

    if (MATCHING) begin : matching
        match_register register (
            .clk, .reset, .begins(match_begins), .wanted(match_word), .ends(match_ends), .request_word(data), .awaited
        );
    end else begin : plain
        assign awaited = 1'b0;
        logic unused;
        assign unused = &{match_begins, match_ends, match_word};
    end

    // A LACK for which no transfer waits: the retry interrupt.
    logic retry;
    always_ff @(posedge clk) retry <= !reset && ((retry && !issue) || (lack && !asleep) || lack_other);

    assign head = at_head ? header : '0;
    assign pending = {retry, at_head, event_pending, queue_filled};
endmodule
