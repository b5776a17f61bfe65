// The word queue: a FIFO of single-word messages.
//
//   data --> [ words ] --> word          [ tail ] [ first ] [ count ]
//
// Bit 31 of a request word is 0 for these messages, so it is not stored; the program reads it as 1, "valid". An empty
// queue reads as 0. A word that is taken is removed at the end of the cycle.
//
// Source: docs/contract/message-unit.md, "Receiver" and "Instructions of the receiving core".

module word_queue #(
    parameter int ENTRIES = 4,
    localparam int N = ENTRIES > 1 ? $clog2(ENTRIES) : 1
) (
    input logic clk,
    input logic reset,

    output logic        room,
    input  logic        push,
    input  logic [30:0] data,

    output logic        filled,
    output logic [31:0] word,
    input  logic        take
);
    logic [N-1:0] first, tail;
    logic [N:0] count;
    logic [30:0] oldest;

    assign room = count != (N + 1)'(ENTRIES);
    assign filled = count != '0;
    assign word = filled ? {1'b1, oldest} : '0;

    memory #(.WORDS(ENTRIES), .WIDTH(31)) words (
        .clk, .write(push), .write_address(tail), .write_data(data), .read_address(first), .read_data(oldest)
    );

    function automatic logic [N-1:0] after(logic [N-1:0] place);
        return place == N'(ENTRIES - 1) ? '0 : place + 1'b1;
    endfunction

    logic takes;
    assign takes = take && filled;
    always_ff @(posedge clk) begin
        if (push) tail <= after(tail);
        if (takes) first <= after(first);
        if (push != takes) count <= push ? count + 1'b1 : count - 1'b1;
        if (reset) {first, tail, count} <= '0;
    end
endmodule
