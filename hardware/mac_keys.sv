// The keys, each with the TKID that identifies it. There are eight places, ordered from the newest key to the oldest.
//
//   new --> [ 0 ] --> [ 1 ] --> ... --> [ 7 ] -->     a new key moves those before the one that it replaces one place on:
//                                                     the key of the same name, or the oldest
//
// Source: docs/contract/mac.md, "Registers".

module mac_keys #(
    parameter int KEYS = 8
) (
    input logic clk,
    input logic reset,

    input logic [3:0]  write_word,  // of the key to be loaded next
    input logic        load,        // loads the key, with the TKID in `write_data`
    input logic [31:0] write_data,

    input  logic [23:0]  name,
    output logic         found,
    output logic [127:0] key
);
    typedef struct packed {
        logic valid;
        logic [23:0] name;
        logic [127:0] key;
    } entry_t;

    entry_t [KEYS-1:0] entries;
    logic [3:0][31:0] words;

    always_comb begin
        {found, key} = '0;
        for (int i = 0; i < KEYS; i++) begin
            if (entries[i].valid && entries[i].name == name) begin
                found = 1'b1;
                key = key | entries[i].key;
            end
        end
    end

    // The places whose key moves to the next place: all up to the place of the replaced key.
    logic [KEYS-1:0] moves;
    always_comb begin
        moves = '0;
        for (int i = 0; i < KEYS; i++) begin
            moves[i] = i == 0 || (moves[i-1] && !(entries[i-1].valid && entries[i-1].name == write_data[23:0]));
        end
    end

    always_ff @(posedge clk) begin
        for (int i = 0; i < 4; i++) if (write_word[i]) words[i] <= write_data;
        if (load) begin
            entries[0] <= {1'b1, write_data[23:0], words};
            for (int i = 1; i < KEYS; i++) if (moves[i]) entries[i] <= entries[i-1];
        end
        if (reset) begin
            words <= '0;
            for (int i = 0; i < KEYS; i++) entries[i].valid <= 1'b0;
        end
    end
endmodule
