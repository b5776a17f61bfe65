// Sends frames: stores headers and payload, waits for the frame's start time, and sends its octets.
//
//   headers ------------------------------+--> out
//   [ send buffer ] --> [ mac_secure ] ---+
//                       MIC --------------+
//
//   Idle --write to send--> Waiting --first symbol--> Outgoing --end of air time--> Idle
//
// In Waiting and Outgoing, headers and buffer do not change: writes to them, and words moved to the buffer, have no
// effect. So the frame can be read from them while it is sent.
//
// Source: docs/contract/mac.md, "Registers" and "Cycles".

module mac_send (
    input logic clk,
    input logic reset,

    input logic        alive,
    input logic        running,
    input logic [31:0] now,

    // Writes to registers.
    input logic       write_send,
    input logic       write_time,
    input logic [5:0] write_header,
    input logic       write_buffer,
    input logic [9:0] buffer_address,
    input logic [31:0] write_data,

    // A word moved from memory. Whether it is accepted is known one cycle earlier.
    input logic        moved,
    input logic [9:0]  moved_address,
    input logic [31:0] moved_word,

    output logic             busy,
    output logic [12:0]      octets,     // of the payload
    output logic [31:0]      send_time,
    output logic [5:0][31:0] headers,

    // The frame.
    output logic        sends,           // its first symbol is in this cycle
    output logic        is_beacon,
    output logic        is_secure,
    input  logic        found,           // its key exists
    output logic [12:0] all,             // number of its octets
    input  logic        outgoing,
    input  logic        tick,
    output logic        payload,         // an octet of the payload, to the cipher
    output logic [7:0]  payload_octet,
    input  logic        ciphered,        // an octet of the payload, from the cipher
    input  logic [7:0]  ciphered_octet,
    input  logic        done,
    input  logic [63:0] mic,
    output logic        out_valid,
    output logic [7:0]  out
);
    logic waiting, at_time, has_mic, header, is_all_given, keeps, writes, gives_mic;
    logic [31:0] planned, word;
    logic [12:0] given, next_given;  // octets of headers and payload sent so far
    logic [12:0] prefix;
    logic [9:0] next_word;
    logic [3:0] mic_given;
    logic [23:0][7:0] header_octets;

    assign busy = waiting || outgoing;
    assign sends = alive && waiting && (!at_time || now == planned);

    assign header_octets = headers;
    assign is_beacon = headers[0][8:6] == '0;
    assign is_secure = headers[0][3] && !is_beacon;
    assign prefix = is_secure ? 13'd22 : 13'd10;
    assign all = prefix + octets + (is_secure && found ? 13'd8 : '0);

    // The order of octets: headers, payload through the cipher, MIC.
    assign header = outgoing && tick && given < prefix;
    assign payload = outgoing && tick && given >= prefix && !is_all_given;
    assign is_all_given = given == prefix + octets;
    assign payload_octet = word[8*2'(given - prefix)+:8];
    assign gives_mic = outgoing && has_mic && is_all_given && done && mic_given != 4'd8;
    assign out_valid = header || ciphered || gives_mic;
    assign out = header ? header_octets[given[4:0]] : ciphered ? ciphered_octet : mic[8*mic_given[2:0]+:8];

    assign next_given = header || payload ? given + 1'b1 : given;
    assign next_word = 10'((next_given - prefix) >> 2);
    assign keeps = !busy;
    assign writes = moved || (write_buffer && keeps);
    ram #(.WORDS(1024)) buffer (
        .clk, .read(!writes), .strobe({4{writes}}),
        .address(moved ? moved_address : write_buffer && keeps ? buffer_address : next_word),
        .write_data(moved ? moved_word : write_data), .read_data(word)
    );

    always_ff @(posedge clk) begin
        if (write_time) send_time <= write_data;
        for (int i = 0; i < 6; i++) if (write_header[i] && keeps) headers[i] <= write_data;
        if (write_send && running && keeps) begin
            octets <= write_data[15:12] != '0 ? 13'd4096 : {1'b0, write_data[11:0]};
            at_time <= write_data[31];
            planned <= send_time;
        end
        waiting <= alive && ((write_send && keeps) || (waiting && !sends));
        given <= sends ? '0 : next_given;
        if (sends) has_mic <= is_secure && found;
        if (sends) mic_given <= '0;
        else if (gives_mic) mic_given <= mic_given + 1'b1;
        if (reset) begin
            waiting <= 1'b0;
            {send_time, headers} <= '0;
        end
    end
endmodule
