// The mailbox buffer: a FIFO of blocks of messages.
//
//   header --> [ headers: a word a block ] --> head          [ tail ] place of the next block to arrive
//   data ----> [ words: BLOCK_WORDS a block ] --> word        [ first ] place of the oldest block
//                                                             [ count ] delivered blocks
//
// The words of a block are stored as they arrive. A block counts as present from the end of the `deliver` cycle to the
// end of the `take` cycle. With EARLY it is delivered with its first word, and its other words follow into the place
// before `tail`. The header is the request word of a message's first block; it is stored with the answer. Only the
// first block of a message has one; the reading side keeps track of which block that is (`mailbox_load`).
//
// Source: H. Xiao et al. 2012, sections 4.2 and 4.5, Figure 11 (a); docs/contract/message-unit.md, "Receiver".

module mailbox_buffer #(
    parameter int BLOCKS = 16,
    parameter int BLOCK_WORDS = 16,
    parameter bit EARLY = 0,  // crossbar.early_data
    localparam int N = $clog2(BLOCKS),
    localparam int B = $clog2(BLOCK_WORDS)
) (
    input logic clk,
    input logic reset,

    // Receiver.
    output logic         room,
    input  logic         store_header,
    input  logic         store_word,
    input  logic [B-1:0] store_index,
    input  logic [31:0]  store_data,
    input  logic [31:0]  request_word,
    input  logic         deliver,

    // Core.
    output logic         filled,  // a block has been delivered
    output logic [31:0]  header,
    input  logic [B-1:0] read_index,
    output logic [31:0]  word,
    input  logic         take
);
    logic [N-1:0] first, tail, place;
    logic [N:0] count;

    assign room = !count[N];
    assign place = EARLY && store_index != '0 ? tail - 1'b1 : tail;
    assign filled = count != '0;

    memory #(.WORDS(BLOCKS)) headers (
        .clk, .write(store_header), .write_address(tail), .write_data(request_word), .read_address(first), .read_data(header)
    );
    memory #(.WORDS(BLOCKS * BLOCK_WORDS)) words (
        .clk, .write(store_word), .write_address({place, store_index}), .write_data(store_data),
        .read_address({first, read_index}), .read_data(word)
    );

    always_ff @(posedge clk) begin
        if (deliver) tail <= tail + 1'b1;
        if (take) first <= first + 1'b1;
        if (deliver != take) count <= deliver ? count + 1'b1 : count - 1'b1;
        if (reset) {first, tail, count} <= '0;
    end
endmodule
