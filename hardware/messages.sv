// The message passing of a chip: a message unit for each core, the crossbar, and the synchronization controller as its
// last node.
//
//   core 0 ---- message_unit 0 ----+
//   core 1 ---- message_unit 1 ----+---- crossbar ---- sync
//   ...                            |
//   core n-1 -- message_unit n-1 --+
//
// The ports are those of the message units towards their cores, one of each for every core:
// docs/contract/message-unit.md, "Ports".

module messages #(
    parameter int CORES = 8,
    parameter int LOCKS = 32,
    parameter int BARRIERS = 32,
    parameter int BLOCKS = 16,
    parameter int BLOCK_WORDS = 16,
    parameter int WORD_QUEUE = 4,
    parameter int WAKE = 4,
    parameter bit PIPELINED = 0,
    parameter bit GRANT = 0,
    parameter bit MATCHING = 0,
    parameter bit EARLY = 0,
    localparam int W = $clog2(CORES)
) (
    input logic clk,
    input logic reset,

    input  logic [CORES-1:0]       order,
    input  logic [CORES-1:0]       issue,
    input  logic [CORES-1:0]       is_block,
    input  logic [CORES-1:0]       is_query,
    input  logic [CORES-1:0]       is_try,
    input  logic [CORES-1:0]       is_offer,
    input  logic [CORES-1:0][message_pkg::BODY_BITS-1:0] body,
    input  logic [CORES-1:0][message_pkg::NODE_BITS-1:0] destination,
    output logic [CORES-1:0]       done,
    output logic [CORES-1:0]       granted,
    output logic [CORES-1:0][message_pkg::LENGTH_BITS-1:0] send_offset,
    input  logic [CORES-1:0][31:0] send_word,

    input  logic [CORES-1:0]       load,
    output logic [CORES-1:0]       loaded,
    output logic [CORES-1:0][3:0]  load_strobe,
    output logic [CORES-1:0][message_pkg::LENGTH_BITS-1:0] load_offset,
    output logic [CORES-1:0][31:0] load_word,
    output logic [CORES-1:0][31:0] head,
    output logic [CORES-1:0][31:0] queued,
    input  logic [CORES-1:0]       match_begins,
    input  logic [CORES-1:0]       match_ends,
    input  logic [CORES-1:0][31:0] match_word,
    input  logic [CORES-1:0]       take_word,
    input  logic [CORES-1:0][1:0]  event_register,
    input  logic [CORES-1:0]       event_write,
    input  logic [CORES-1:0][31:0] event_data,
    output logic [CORES-1:0][31:0] event_read,
    output logic [CORES-1:0][3:0]  pending
);
    logic [CORES-1:0][1:0] tx_control;
    logic [CORES-1:0][31:0] tx_data;
    logic [CORES-1:0] ack, nack, lack, lack_other, in_work, sync_notify, sampled, goes_on, asked;
    logic [CORES:0] sample, request, offer;
    logic [CORES:0][W-1:0] source;
    logic [CORES:0][31:0] data;
    logic [CORES:0][1:0] answer;
    logic [CORES:0][CORES-1:0] answer_to;

    crossbar #(.CORES(CORES), .EARLY(EARLY)) wires (
        .clk, .reset, .tx_control, .tx_data, .tx_destination(destination), .sampled, .sample, .goes_on, .asked, .in_work, .request, .offer, .source, .data,
        .answer, .answer_to, .sync_notify, .ack, .nack, .lack, .lack_other
    );

    sync #(.CORES(CORES), .LOCKS(LOCKS), .BARRIERS(BARRIERS), .PIPELINED(PIPELINED), .GRANT(GRANT)) controller (
        .clk, .reset, .sample(sample[CORES]), .in_work, .request(request[CORES]), .data(data[CORES]), .source(source[CORES]),
        .answer(answer[CORES]), .answer_to(answer_to[CORES]), .notify(sync_notify)
    );

    // The controller ignores `offer`: it refuses an offer like any block.
    logic unused;
    assign unused = offer[CORES];

    for (genvar i = 0; i < CORES; i++) begin : core
        message_unit #(
            .CORES(CORES), .BLOCKS(BLOCKS), .BLOCK_WORDS(BLOCK_WORDS), .WORD_QUEUE(WORD_QUEUE), .WAKE(WAKE), .GRANT(GRANT),
            .MATCHING(MATCHING), .EARLY(EARLY)
        ) unit (
            .clk, .reset, .node(6'(i)),
            .order(order[i]), .issue(issue[i]), .is_block(is_block[i]), .is_query(is_query[i]), .is_try(is_try[i]),
            .is_offer(is_offer[i]), .match_begins(match_begins[i]), .match_ends(match_ends[i]), .match_word(match_word[i]),
            .body(body[i]), .destination(destination[i]), .done(done[i]), .granted(granted[i]),
            .send_offset(send_offset[i]), .send_word(send_word[i]),
            .load(load[i]), .loaded(loaded[i]), .load_strobe(load_strobe[i]), .load_offset(load_offset[i]),
            .load_word(load_word[i]), .head(head[i]), .queued(queued[i]), .take_word(take_word[i]),
            .event_register(event_register[i]), .event_write(event_write[i]), .event_data(event_data[i]),
            .event_read(event_read[i]), .pending(pending[i]),
            .tx_control(tx_control[i]), .tx_data(tx_data[i]), .ack(ack[i]), .nack(nack[i]), .lack(lack[i]),
            .lack_other(lack_other[i]), .sampled(sampled[i]), .sample(sample[i]), .goes_on(goes_on[i]), .asked(asked[i]),
            .request(request[i]), .offer(offer[i]), .data(data[i]), .source(source[i]),
            .answer(answer[i]), .answer_to(answer_to[i])
        );
    end
endmodule
