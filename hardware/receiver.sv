// The receiver: answers requests and fills the mailbox buffer, the word queue and the event bits while the core
// computes.
//
//            REQ sampled             ACK of a block with words
//    Idle --------------> Respond ------------------------------> Receive --+
//     ^                      | NACK, ACK of a word or an event              | last word of the block
//     +----------------------+----------------------------------------------+
//
//   data, source (held by the crossbar) --> grants? --> [ granted ] --> ACK, NACK
//                                      |
//   [ open, sender of the open message ]        [ nodes refused a block ] --+
//   [ index, last: words of the block ]         [ nodes refused a word ] ---+--> LACK, if there is room, while it does not answer
//
// It decides on a request in the cycle in which it samples it, from the registers in that cycle, and answers in the
// next one. The crossbar's multiplexer stays on the requesting node, which drives the request word until it is
// answered.
//
// With EARLY the first word of a block arrives together with the answer, so the request word is stored, and a block is
// delivered with its first word. At the end of a block the next one follows without a request (`goes_on`) if the
// message has more, there is room for it, and no other node requests.
//
// Source: H. Xiao et al. 2012, sections 4.3, 4.5, Figure 11; docs/contract/message-unit.md, "Receiver".

module receiver #(
    parameter int CORES = 8,
    parameter int BLOCK_WORDS = 16,
    parameter bit EARLY = 0,  // crossbar.early_data
    localparam int W = $clog2(CORES),
    localparam int B = $clog2(BLOCK_WORDS)
) (
    input logic clk,
    input logic reset,

    // Crossbar.
    output logic             sample,
    output logic             goes_on,
    input  logic             asked,  // a node drives REQ towards this receiver
    input  logic             request,
    input  logic             offer,
    input  logic [31:0]      data,
    input  logic [W-1:0]     source,
    output logic [1:0]       answer,
    output logic [CORES-1:0] answer_to,

    // Mailbox buffer.
    input  logic         mailbox_room,
    input  logic         awaited,  // the core waits for exactly the message with this request word
    output logic [31:0]  request_word,  // the request that is being answered
    output logic         store_header,
    output logic         store_word,
    output logic [B-1:0] index,
    output logic         deliver,

    // Word queue and events.
    input  logic         queue_room,
    output logic         push,
    output logic         set_event
);
    import message_pkg::*;

    typedef enum logic [1:0] {IDLE, RESPOND, RECEIVE} state_t;
    state_t state;
    logic granted, open;
    logic [W-1:0] sender;
    logic [B-1:0] last;
    logic [CORES-1:0] refused_block, refused_word;

    // The request being answered, or the message whose blocks are being received: on the data lines, or stored, with
    // the length replaced by the bytes still to come.
    logic [31:0] kept;
    logic kept_offer, is_offer;
    assign request_word = EARLY ? kept : data;
    assign is_offer = EARLY ? kept_offer : offer;
    logic is_block, is_event, has_words, has_more;
    logic [LENGTH_BITS-3:0] words_less_one;
    assign is_block = request_word[31];
    assign is_event = request_word[24];
    assign has_words = request_word[LENGTH_BITS-1:0] != '0;
    assign words_less_one = request_word[LENGTH_BITS-1:2] - (LENGTH_BITS - 2)'(request_word[1:0] == '0);
    assign has_more = has_words && words_less_one[LENGTH_BITS-3:B] != '0;

    logic grants, accepts, begins;
    assign grants = data[31] ? mailbox_room && (!open || sender == source) && (!offer || awaited) : data[24] || queue_room;
    assign accepts = state == RESPOND && granted;
    assign begins = accepts && is_block && has_words;

    assign sample = state == IDLE;
    assign store_header = accepts && is_block && !open;
    assign store_word = state == RECEIVE || (EARLY && begins);
    assign deliver = accepts && is_block && (EARLY || !has_words) || state == RECEIVE && index == (EARLY ? '0 : last);
    assign push = accepts && !is_block && !is_event;
    assign set_event = accepts && !is_block && is_event;

    // The last word of the current block, and whether another one follows.
    logic [B-1:0] last_index;
    logic ends;
    assign last_index = has_more ? '1 : words_less_one[B-1:0];
    assign ends = index == (EARLY ? last_index : last);
    assign goes_on = EARLY && state == RECEIVE && ends && has_more && mailbox_room && !asked;

    // The nodes that may ask again: while a message is incomplete, only its sender.
    logic [CORES-1:0] self, notify_block, notify_word;
    assign self = CORES'(1) << source;
    assign notify_block = !mailbox_room ? '0 : open ? refused_block & CORES'(1) << sender : refused_block;
    assign notify_word = !queue_room ? '0 : refused_word;

    always_comb begin
        answer_to = state == RESPOND ? self : notify_block | notify_word;
        answer = answer_to != '0 ? RX_LACK : RX_NULL;
        if (state == RESPOND) answer = granted ? RX_ACK : RX_NACK;
    end

    always_ff @(posedge clk) begin
        if (state == RESPOND) begin
            // A refused offer leaves no trace: its sender gets no LACK.
            if (is_block && granted) refused_block <= refused_block & ~self;
            else if (is_block && !is_offer) refused_block <= refused_block | self;
            if (!is_block) refused_word <= granted ? refused_word & ~self : refused_word | self;
        end else begin
            refused_block <= refused_block & ~notify_block;
            refused_word <= refused_word & ~notify_word;
        end

        if (accepts && is_block) {open, sender} <= {has_more, source};
        if (goes_on) open <= words_less_one[LENGTH_BITS-3:B] != (LENGTH_BITS - 2 - B)'(1);
        if (begins) last <= last_index;
        index <= state == RECEIVE || (EARLY && begins) ? index + 1'b1 : '0;
        if (state == IDLE) {granted, kept, kept_offer} <= {grants, data, offer};
        if (goes_on) kept[LENGTH_BITS-1:B+2] <= kept[LENGTH_BITS-1:B+2] - 1'b1;

        unique case (state)
            IDLE: if (request) state <= RESPOND;
            RESPOND: state <= begins && !(EARLY && last_index == '0) ? RECEIVE : IDLE;
            default: if (ends && !goes_on) state <= IDLE;
        endcase

        if (reset) begin
            state <= IDLE;
            open <= 1'b0;
            refused_block <= '0;
            refused_word <= '0;
        end
    end

    logic unused;
    assign unused = &{data[30:25], data[23:LENGTH_BITS], asked, kept, kept_offer, last};
endmodule
