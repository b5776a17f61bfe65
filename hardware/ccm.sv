// AES-128 in CCM mode with one AES circuit: encrypts or decrypts a message as its octets arrive, and computes its MIC.
// The MIC has M = 8 octets, the length field L = 2 octets.
//
//   octet --+--> ^ --> result                                start: B_0
//           |    ^                                              |
//           |    +---- octet `place` of [ stream ] <--+         v
//           |                                         |    +--[ chain ]<-- ^ <-- the plain octet, at `place`
//           +--> plain: octet, or result of a cipher  |    |       ^
//                                                     |    |       +-- ^ --+
//   key, nonce, index --> counter block --> [ mux ] --|----+               |
//                                              |      |                    |
//                                              +--> [ aes ] ---------------+--> [ mic ]
//
// The octets of a block are added to `chain` as they arrive, even before the cipher of the previous block is added; so
// octets are accepted while AES processes the previous block. A complete block is passed to AES, and `chain` becomes 0.
// The first block begins with the number of associated octets. The last block of the associated octets, and that of the
// message, are padded with zeros: octets that do not arrive leave `chain` unchanged.
//
//   octet_ready: no complete block waits for AES, and, for an octet of the message, the key stream is available.
//   done: the last block has been encrypted, and added to the key stream of the MIC.
//
// An octet accepted in the cycle of `start` belongs to the previous message, which `start` abandons.
//
// Source: RFC 3610, section 2; docs/contract/mac.md, "Ciphering circuit".

module ccm (
    input logic clk,
    input logic reset,

    input logic         start,
    input logic         decipher,
    input logic [127:0] key,
    input logic [103:0] nonce,
    input logic [15:0]  associated,  // octets; 1 to 65,279
    input logic [15:0]  message,

    input  logic       octet_valid,
    input  logic [7:0] octet,
    output logic       octet_ready,

    output logic       result_valid,
    output logic [7:0] result,

    output logic        done,
    output logic [63:0] mic
);
    // M' = (M - 2) / 2 in bits 5:3, L' = L - 1 in bits 2:0; bit 6: there are associated octets.
    localparam logic [7:0] FLAGS_OF_COUNTER = 8'h01, FLAGS_OF_FIRST = 8'h59;

    function automatic logic [15:0] exchanged(logic [15:0] number);  // the more significant octet comes first
        return {number[7:0], number[15:8]};
    endfunction

    logic [127:0] kept_key;
    logic [103:0] kept_nonce;
    logic deciphers;

    // Lengths in octets: of the message; and `left`, what remains of the associated octets, then of the message.
    logic [15:0] length, left;
    logic [3:0] place;
    logic is_message, is_first, is_complete, stream_there;
    logic takes, ends;
    assign octet_ready = !is_complete && left != '0 && (!is_message || stream_there);
    assign takes = octet_valid && octet_ready;
    assign ends = takes && (place == '1 || left == 16'd1);

    logic busy, loads, loads_chain, to_mic, to_chain, to_stream;
    logic [12:0] index;
    logic [127:0] ciphered;
    ccm_schedule schedule (
        .clk, .reset, .start, .message, .is_message, .is_complete, .stream_there,
        .loads, .loads_chain, .index, .busy, .to_mic, .to_chain, .to_stream
    );

    logic [15:0][7:0] chain, stream;
    aes cipher (
        .clk, .reset, .start(loads), .key(kept_key),
        .block(loads_chain ? chain : {exchanged({3'b0, index}), kept_nonce, FLAGS_OF_COUNTER}), .busy, .result(ciphered)
    );

    logic [7:0] plain;
    logic [15:0][7:0] taken;
    assign result_valid = takes && is_message;
    assign result = octet ^ stream[place];
    assign plain = is_message && deciphers ? result : octet;
    for (genvar i = 0; i < 16; i++) begin : at
        assign taken[i] = takes && place == 4'(i) ? plain : '0;
    end

    logic is_last;
    assign is_last = to_chain && is_message && left == '0 && !is_complete;

    always_ff @(posedge clk) begin
        if (takes) begin
            place <= ends ? '0 : place + 1'b1;
            left <= left - 1'b1;
            if (left == 16'd1 && !is_message) {is_message, left} <= {1'b1, length};
        end
        if (ends) {is_complete, stream_there} <= {1'b1, stream_there && !is_message};

        if (loads_chain) begin
            chain <= is_first ? 128'(exchanged(left)) : '0;
            {is_complete, is_first} <= '0;
        end else chain <= chain ^ taken ^ (to_chain ? ciphered : '0);

        if (to_stream) {stream, stream_there} <= {ciphered, 1'b1};
        if (to_mic) mic <= ciphered[63:0];
        if (is_last) {done, mic} <= {1'b1, mic ^ ciphered[63:0]};

        if (start) begin
            {kept_key, kept_nonce, deciphers} <= {key, nonce, decipher};
            {left, length} <= {associated, message};
            chain <= {exchanged(message), nonce, FLAGS_OF_FIRST};
            place <= 4'd2;
            {is_complete, is_first} <= '1;
            {is_message, stream_there, done} <= '0;
        end
        if (reset) {is_complete, left, done} <= '0;
    end
endmodule
