// The transmitter: sends the requests and data of one message instruction at a time over the crossbar.
//
//             order                ACK (words to send)        last word of a block
//   Ask, NULL ------> Ask, REQ ----------------------> Transfer -------+
//    ^                 ^ | ^                              | done       | more to send
//    | done            | | +------------------------------|------------+
//    +-----------------|-+-------------------------------+
//                 Wake | | NACK
//                      +-+--- Sleep (until LACK)
//
//   order.body ----------------------+
//      |  length - 64 * blocks sent --> [ request word ] --+
//      v                                                 [mux] --> tx_data
//   [ position: words sent ] --> offset --> data memory ---+
//
// The core waits while its instruction is carried out, and holds the order; the transmitter stores only its progress.
// In state Ask it drives REQ while there is an order: from the cycle in which the instruction issues on.
//
// The data memory is synchronous: a word that is driven in a cycle is addressed in the cycle before. `offset` is
// relative to the start of the message; the core adds it to the message's address with the adder of its loads and
// stores.
//
// With EARLY: if `sampled` is asserted in Ask, the first word of a block is driven in the next cycle, together with the
// answer. If it is asserted in the last cycle of a block, the next block follows without a request
// (docs/contract/crossbar.md, "Early data").
//
// Source: H. Xiao et al. 2012, sections 4.3, 4.5, Figure 12; docs/contract/message-unit.md, "Transmitter".

module transmitter #(
    parameter int CORES = 8,
    parameter int BLOCK_WORDS = 16,  // mailbox.block_words: a power of two
    parameter int WAKE = 4,          // timing.wake
    parameter bit GRANT = 0,         // sync.hand_over = "grant"
    parameter bit EARLY = 0          // crossbar.early_data
) (
    input logic clk,
    input logic reset,
    input logic [5:0] node,

    // The order; held until `done`.
    input logic                              order,
    input logic                              is_block,
    input logic                              is_query,  // msg.receive
    input logic                              is_try,    // or an offer
    input logic                              is_offer,
    input logic [message_pkg::BODY_BITS-1:0] body,      // token and payload, or label and length
    input logic [message_pkg::NODE_BITS-1:0] destination,
    output logic                             done,      // the next instruction may issue in the next cycle
    output logic                             granted,

    // Data memory.
    output logic [message_pkg::LENGTH_BITS-1:0] offset,
    input  logic [31:0]                         word,

    // Crossbar.
    output logic [1:0]  tx_control,
    output logic [31:0] tx_data,
    input  logic        ack,
    input  logic        nack,
    input  logic        sampled,  // by the multiplexer of a core's receiver
    input  logic        lack,
    output logic        asleep
);
    import message_pkg::*;

    localparam int P = LENGTH_BITS - 2;        // bits of a word's index in its message
    localparam int B = $clog2(BLOCK_WORDS);    // and in its block
    localparam int T = WAKE > 1 ? $clog2(WAKE) : 1;

    typedef enum logic [1:0] {ASK, TRANSFER, SLEEP, WAKING} state_t;
    state_t state;
    logic [P-1:0] position, next;
    logic [T-1:0] timer;

    // The index of the message's last word: the number of words, rounded up, minus one.
    logic [LENGTH_BITS-1:0] left;
    logic [P-1:0] last;
    logic has_words, ends, ends_block;
    logic early, drives_word, moves;  // early: the first word of a block is driven before it is granted
    assign has_words = is_block && body[LENGTH_BITS-1:0] != '0;
    assign last = body[LENGTH_BITS-1:2] - P'(body[1:0] == '0);
    assign left = {body[LENGTH_BITS-1:B+2] - position[P-1:B], body[B+1:0]};
    assign ends = position == last;
    assign ends_block = &position[B-1:0];
    assign drives_word = state == TRANSFER || early;
    assign moves = state == TRANSFER || (early && ack);

    // Conditions that end an instruction.
    logic to_sync, gives_up, served;
    assign to_sync = destination == NODE_BITS'(CORES);
    assign gives_up = is_block ? is_try && position == '0 : is_query && to_sync;
    assign served = to_sync && !is_block && body[24:20] == '0
        && (body[19:18] == BARRIER || (GRANT && body[19:18] == LOCK_ACQUIRE));

    always_comb begin
        unique case (state)
            ASK: done = (ack && (!has_words || (early && ends))) || (nack && gives_up);
            TRANSFER: done = ends;
            WAKING: done = timer == '0 && served;
            SLEEP: done = 1'b0;
        endcase
    end
    assign granted = !nack;

    assign next = drives_word ? position + 1'b1 : position;
    assign offset = {next, 2'b00};

    assign tx_control = drives_word ? TX_TRANS : state != ASK || !order ? TX_NULL
        : is_offer && position == '0 ? TX_OFFER : TX_REQ;
    assign tx_data = drives_word ? word
        : {is_block, node, body[BODY_BITS-1:LENGTH_BITS], is_block ? left : body[LENGTH_BITS-1:0]};
    assign asleep = state == SLEEP;

    always_ff @(posedge clk) begin
        if (done || reset) position <= '0;
        else if (moves) position <= next;
        early <= EARLY && !reset && state == ASK && has_words && sampled;
        timer <= state == WAKING ? timer - 1'b1 : T'(WAKE - 1);
        unique case (state)
            ASK: state <= ack && has_words && !(early && ends) ? TRANSFER : nack && !gives_up ? SLEEP : ASK;
            TRANSFER: if (ends || (ends_block && !(EARLY && sampled))) state <= ASK;
            SLEEP: if (lack) state <= WAKING;
            WAKING: if (timer == '0) state <= ASK;
        endcase
        if (reset) state <= ASK;
    end
endmodule
