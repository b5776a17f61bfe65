// Counts, for the engine, a message unit's messages and bytes, keeps those that no program has taken, and records the
// last cycle of activity. Bound to the circuit, which is not modified.

module observe_unit #(
    parameter int CORES = 8,
    parameter int BLOCK_WORDS = 16
) (
    input logic clk,
    input logic reset,
    input logic done,
    input logic granted,
    input logic is_block,
    input logic [message_pkg::BODY_BITS-1:0] body,
    input logic [message_pkg::NODE_BITS-1:0] destination,
    input logic loaded,
    input logic [message_pkg::LENGTH_BITS-1:0] load_offset,  // of the word that moves
    input logic [message_pkg::LENGTH_BITS-1:0] load_length,  // of its message
    input logic store_header,
    input logic deliver,
    input logic take,
    input logic push,
    input logic take_word,
    input logic [31:0] data,
    input logic is_active  // it drives a line of the crossbar, wakes, or moves a word
);
    import message_pkg::*;
    localparam int B = $clog2(BLOCK_WORDS) + 2;

    longint unsigned sent, bytes_sent, received, bytes_received, cycle, last_active;
    logic [32:0] blocks[$];  // delivered blocks: bit 32: the first of its message, with this header
    logic [31:0] words[$];
    logic [32:0] arriving;

    always @(posedge clk) begin
        cycle = reset ? 0 : cycle + 1;
        if (!reset) begin
            if (is_active) last_active = cycle;
            if (done && granted && destination != NODE_BITS'(CORES)) begin
                sent = sent + 1;
                if (is_block) bytes_sent = bytes_sent + 64'(body[LENGTH_BITS-1:0]);
            end
            if (loaded) received = received + 1;
            if (take) begin
                bytes_received = bytes_received + (loaded ? 64'(load_length) - 64'({load_offset[LENGTH_BITS-1:B], B'(0)}) : 64'(4 * BLOCK_WORDS));
                void'(blocks.pop_front());
            end
            if (store_header) arriving = {1'b1, data};
            if (deliver) begin
                blocks.push_back(arriving);
                arriving[32] = 1'b0;
            end
            if (take_word && words.size() != 0) void'(words.pop_front());
            if (push) words.push_back(data);
        end
    end

    export "DPI-C" function message_count;
    function longint message_count(int what);
        case (what)
            0: return sent;
            1: return bytes_sent;
            2: return received;
            default: return bytes_received;
        endcase
    endfunction
    // The request words of messages that have not been received; bit 32 is 0 after the last one.
    export "DPI-C" function block_left;
    function longint block_left(int place);
        int found = 0;
        for (int i = 0; i < blocks.size(); i++) if (blocks[i][32]) begin
            if (found == place) return 64'(blocks[i]);
            found++;
        end
        return 0;
    endfunction
    export "DPI-C" function word_left;
    function longint word_left(int place);
        return place < words.size() ? 64'({1'b1, words[place]}) : 0;
    endfunction
    // The cycle of the last activity, counted from reset on.
    export "DPI-C" function last_activity;
    function longint last_activity();
        return last_active;
    endfunction
endmodule

bind message_unit observe_unit #(.CORES(CORES), .BLOCK_WORDS(BLOCK_WORDS)) observer (
    .clk, .reset, .done, .granted, .is_block, .body, .destination, .loaded, .load_offset, .load_length(loader.length), .store_header,
    .deliver, .take, .push, .take_word, .data(request_word),
    .is_active(tx_control != '0 || answer != '0 || load_strobe != '0 || loaded || sender.state != 2'd0 && !asleep)
);
