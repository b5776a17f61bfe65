// AES-128, encryption: a block in 11 cycles.
//
//   start:  block ^ key --> [ state ]                      key --> [ round_key ]
//
//   round:  [ state ] --> 16 S-boxes --> ShiftRows --> MixColumns --+--> ^ --> [ state ]
//                                              |                    |    |
//                                              +---- last round ----+    |
//           [ round_key ] --> 4 S-boxes, [ constant ] --> next key ------+--> [ round_key ]
//
// `start` loads block and key at the end of its cycle; ten rounds follow, during which `busy` is asserted. From the
// eleventh cycle after `start` on, `result` is the encrypted block, until the next `start`. That may come in the same
// cycle, or earlier: then the block in progress is abandoned. Octet 0 of a block and of a key is in bits 7:0.
//
// The round constant, a power of x in GF(2^8), also counts the rounds: 0 means idle, 36 is the constant of the tenth
// and last round.
//
// Source: FIPS 197, sections 5.1 (cipher) and 5.2 (key expansion); docs/contract/mac.md, "Ciphering circuit".

module aes (
    input logic clk,
    input logic reset,

    input  logic         start,
    input  logic [127:0] key,
    input  logic [127:0] block,
    output logic         busy,
    output logic [127:0] result
);
    localparam logic [7:0] FIRST = 8'h01, LAST = 8'h36;
    logic [15:0][7:0] state, substituted, shifted, mixed;
    logic [3:0][31:0] round_key, next_key;
    logic [7:0] constant;

    // Multiplies by x.
    function automatic logic [7:0] doubled(logic [7:0] a);
        return {a[6:0], 1'b0} ^ (a[7] ? 8'h1b : 8'h00);
    endfunction

    // ShiftRows: octet r of column c comes from column c + r. MixColumns: each new octet is the sum of twice the octet
    // itself, three times the next one, and the other two.
    for (genvar c = 0; c < 4; c++) begin : column
        for (genvar r = 0; r < 4; r++) begin : octet
            aes_sbox sbox (.in(state[4*c+r]), .out(substituted[4*c+r]));
            assign shifted[4*c+r] = substituted[4*((c+r)%4)+r];
            assign mixed[4*c+r] = doubled(shifted[4*c+r] ^ shifted[4*c+(r+1)%4]) ^ shifted[4*c+(r+1)%4]
                ^ shifted[4*c+(r+2)%4] ^ shifted[4*c+(r+3)%4];
        end
    end

    // Key expansion: the last word of the key, rotated by an octet and substituted, is added to the first word, and
    // each new word to the next.
    logic [31:0] last_word, rotated, word;
    assign last_word = round_key[3];
    for (genvar r = 0; r < 4; r++) begin : of_key
        aes_sbox sbox (.in(last_word[8*((r+1)%4)+:8]), .out(rotated[8*r+:8]));
    end
    always_comb begin
        word = rotated ^ {24'b0, constant};
        for (int i = 0; i < 4; i++) begin
            word ^= round_key[i];
            next_key[i] = word;
        end
    end

    assign busy = constant != '0;
    assign result = state;
    always_ff @(posedge clk) begin
        if (start) begin
            state <= block ^ key;
            round_key <= key;
            constant <= FIRST;
        end else if (busy) begin
            state <= (constant == LAST ? shifted : mixed) ^ next_key;
            round_key <= next_key;
            constant <= constant == LAST ? '0 : doubled(constant);
        end
        if (reset) constant <= '0;
    end
endmodule
