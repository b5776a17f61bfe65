// Receives frames: stores the headers of each, passes on its payload, and reports when the frame is complete and
// whether it is valid.
//
//                  +--> [ headers ] --> TKID, nonce, what to do with the rest
//   octets of air -+--> payload ------> [ mac_secure ] --> memory of the frame
//                  +--> [ last eight octets: MIC ] = MIC of the engine?
//
//   Idle --first symbol--> Incoming --end of air time--> Check, 1 or 34 cycles --> Idle
//
// A frame is lost if its first symbol comes in another state than Idle or while a frame is sent; or if, before it is
// complete, a superframe ends or a frame is sent. The key is looked up in the cycle after the security header.
//
// Source: docs/contract/mac.md, "Cycles" and "Secure frames".

module mac_receive (
    input logic clk,
    input logic reset,

    input logic        alive,
    input logic [31:0] now,

    // The air and its pace.
    input  logic        first_symbol,
    input  logic [12:0] air_octets,
    output logic        hears,        // the reception of a frame begins in this cycle
    input  logic        sends,
    input  logic        incoming,
    input  logic        outgoing,
    input  logic        tick,
    input  logic        last,
    input  logic        ends,         // the superframe ends
    input  logic [7:0]  air_octet,

    // Payload of a secure frame.
    output logic [175:0] headers,
    input  logic         found,       // its key exists
    output logic         start,
    output logic [12:0]  octets,      // of the payload
    output logic         payload,     // an octet of it passes
    input  logic         done,
    input  logic [63:0]  mic,

    // The frame.
    output logic        there,
    output logic        is_beacon,
    output logic        is_secure,
    output logic        good,
    output logic [31:0] first_time
);
    localparam int BEACON_OCTETS = 492;

    logic [5:0] check;
    logic [12:0] all, count, prefix;
    logic [63:0] tail;
    logic takes, keyed, usable;

    assign hears = alive && first_symbol && !sends && !outgoing && !incoming && check == '0;

    // Fields of the headers.
    assign is_beacon = headers[8:6] == '0;
    assign is_secure = headers[3] && !is_beacon && all >= 13'd22;
    assign prefix = is_secure ? 13'd22 : 13'd10;
    always_comb begin
        if (is_secure) octets = all < 13'd30 ? '0 : all - 13'd30;
        else if (is_beacon && all > 13'(BEACON_OCTETS + 10)) octets = 13'(BEACON_OCTETS);
        else octets = all - 13'd10;
    end

    assign takes = incoming && tick && count < all;
    assign start = keyed && found && incoming && !sends && all >= 13'd30;
    assign payload = takes && count >= prefix && count - prefix < octets && (usable || !is_secure);

    assign there = alive && check == 6'd1 && !sends;
    assign good = !is_secure || (usable && done && tail == mic);

    always_ff @(posedge clk) begin
        keyed <= takes && is_secure && count == 13'd21;
        if (start) usable <= 1'b1;
        if (takes) begin
            count <= count + 1'b1;
            tail <= {air_octet, tail[63:8]};
            for (int i = 0; i < 22; i++) if (count == 13'(i)) headers[8*i+:8] <= air_octet;
        end
        if (hears) begin
            all <= air_octets;
            first_time <= now;
            {count, usable, keyed} <= '0;
        end
        if (incoming && last) check <= is_secure ? 6'd34 : 6'd1;
        else if (check != '0) check <= check - 1'b1;
        if (!alive || sends || ends || reset) check <= '0;
        if (reset) keyed <= 1'b0;
    end
endmodule
