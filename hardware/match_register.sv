// The match register: the request word that the core waits for in `mbox.match`.
//
//   wanted --> [ word, waits ] --[ = ]--> awaited: an offer of this word may be granted
//                                  ^
//   request word on the data lines +
//
// It is valid from the cycle after `begins` to the cycle before `ends`. `ends` is asserted when the core takes the
// message at the head, or an interrupt.
//
// Source: docs/contract/message-unit.md, "Matching".

module match_register (
    input logic clk,
    input logic reset,
    input logic begins,
    input logic [31:0] wanted,
    input logic ends,
    input logic [31:0] request_word,
    output logic awaited
);
    logic waits;
    logic [31:0] word;

    assign awaited = waits && !ends && word == request_word;

    always_ff @(posedge clk) begin
        waits <= !reset && (begins || (waits && !ends));
        if (begins) word <= wanted;
    end
endmodule
