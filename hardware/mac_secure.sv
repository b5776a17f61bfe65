// Secure frames: derives the inputs of AES-CCM from a frame's headers, and passes the payload through the engine.
//
//   payload --> [ 32 octets ] --+--> [ AES-CCM ] --> result, MIC
//   headers: 14 octets ---------+        ^  |
//   headers: nonce, lengths --> key -----+  |
//   payload ------------- not secure -------+--> out
//
// The authenticated octets are the MAC header, the encryption offset, two octets of zero, and the octets of the payload
// before the offset, which are not encrypted. The queue holds octets that arrive while the engine starts. A frame being
// sent and one being received share the engine, which processes one frame at a time.
//
// Source: docs/contract/mac.md, "Secure frames".

module mac_secure (
    input logic clk,
    input logic reset,

    input logic         clear,     // a frame begins, or ends early
    input logic         start,     // the frame is secure; key, headers and number of octets are valid
    input logic         decipher,
    input logic [127:0] key,
    input logic [175:0] headers,   // octet 0 in the lowest bits
    input logic [12:0]  octets,    // of the payload

    input  logic       in_valid,
    input  logic [7:0] in,
    output logic       out_valid,
    output logic [7:0] out,

    output logic        done,      // the MIC is complete
    output logic [63:0] mic
);
    localparam int QUEUE = 32;

    logic engaged, taken, feeds_headers, queued, is_plain, result_valid, finished;
    logic [3:0] fed;
    logic [4:0] head, tail;
    logic [12:0] place, plain, offset;
    logic [7:0] result, oldest, octet;

    // The encryption offset, limited to the length of the payload.
    assign offset = |headers[127:125] || headers[124:112] > octets ? octets : headers[124:112];

    memory #(.WORDS(QUEUE), .WIDTH(8)) queue (
        .clk, .write(in_valid), .write_address(tail), .write_data(in), .read_address(head), .read_data(oldest)
    );

    assign feeds_headers = fed != 4'd14;
    assign queued = head != tail;
    assign is_plain = place < plain;
    always_comb begin
        if (!feeds_headers) octet = oldest;
        else if (fed < 4'd10) octet = headers[8*fed+:8];
        else octet = fed == 4'd10 ? headers[119:112] : fed == 4'd11 ? headers[127:120] : '0;
    end

    ccm engine (
        .clk, .reset, .start, .decipher, .key,
        .nonce({headers[47:16], headers[103:80], headers[175:128]}),
        .associated(16'd14 + 16'(offset)), .message(16'(octets) - 16'(offset)),
        .octet_valid(engaged && (feeds_headers || queued)), .octet, .octet_ready(taken), .result_valid, .result,
        .done(finished), .mic
    );
    assign done = engaged && finished;

    logic feeds;
    assign feeds = engaged && taken && !feeds_headers && queued;
    assign out_valid = engaged ? result_valid || (feeds && is_plain) : in_valid && !start;
    assign out = !engaged ? in : result_valid ? result : oldest;

    always_ff @(posedge clk) begin
        if (in_valid) tail <= tail + 1'b1;
        if (engaged && taken && feeds_headers) fed <= fed + 1'b1;
        if (feeds) begin
            head <= head + 1'b1;
            place <= place + 1'b1;
        end
        if (start || clear) begin
            {fed, head, tail, place} <= '0;
            plain <= offset;
            engaged <= start;
        end
        if (reset) engaged <= 1'b0;
    end
endmodule
