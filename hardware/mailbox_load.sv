// The read side of the mailbox buffer: copies the message at the head to the data memory, a word in a cycle
// (`mbox.load`).
//
//            load, block delivered          last word of the message
//    Head -------------------------> Body ---------------------------> Head
//                                     |  ^
//                                     +--+ word moved; waits while the next block has not been delivered
//
//   header.length --> [ last word? ] <-- [ position: words moved ] --> offset, index
//
// A message without words takes one such cycle and writes nothing. `load` is held from the cycle after the issue until
// `loaded`. The header may be overwritten once the first block has been freed, so the length is stored when the first
// word moves.
//
// Source: H. Xiao et al. 2012, section 4.5; docs/contract/message-unit.md, "Instructions of the receiving core".

module mailbox_load #(
    parameter int BLOCK_WORDS = 16,
    localparam int B = $clog2(BLOCK_WORDS)
) (
    input logic clk,
    input logic reset,

    // Core.
    input  logic        load,
    output logic        loaded,     // the next instruction may issue in the next cycle
    output logic        head,       // the first block of a message is at the head of the buffer
    // Data memory: address of the message + offset.
    output logic [3:0]  strobe,     // bytes to write
    output logic [message_pkg::LENGTH_BITS-1:0] offset,

    // Mailbox buffer.
    input  logic         filled,
    input  logic [message_pkg::LENGTH_BITS-1:0] header_length,
    output logic [B-1:0] index,
    output logic         take
);
    import message_pkg::*;
    localparam int P = LENGTH_BITS - 2;

    logic in_body;  // at least one word has moved, and more follow
    logic [P-1:0] position, last;
    logic [LENGTH_BITS-1:0] kept, length;
    logic moves, ends;

    assign length = in_body ? kept : header_length;
    assign last = length == '0 ? '0 : length[LENGTH_BITS-1:2] - P'(length[1:0] == '0);
    assign moves = load && filled;
    assign ends = position == last;
    assign loaded = moves && ends;
    assign take = moves && (ends || &position[B-1:0]);
    assign head = filled && position[P-1:B] == '0;

    assign index = position[B-1:0];
    assign offset = {position, 2'b00};
    always_comb begin
        strobe = {4{moves && length != '0}};
        if (ends && length[1:0] != '0) strobe &= 4'hf >> (3'd4 - {1'b0, length[1:0]});
    end

    always_ff @(posedge clk) begin
        if (moves) begin
            in_body <= !ends;
            position <= ends ? '0 : position + 1'b1;
            if (!in_body) kept <= header_length;
        end
        if (reset) begin
            in_body <= 1'b0;
            position <= '0;
        end
    end
endmodule
