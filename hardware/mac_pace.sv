// The timing of the air: how long a frame is on the air, and when each of its octets passes.
//
//   first symbol --> PLCP preamble and header, 1575 units --> octets of the body --> 4 of the frame check --> last
//                                       |<- MAC header ->|
//
// Times are integers in a unit of 1/120 of a clock cycle, that is 1 microsecond / (120 x MHZ). `left` counts down the
// rest of the air time, `next` the time to the next octet. An octet of a beacon takes 18 x MHZ units, one of another
// frame 2 x MHZ. The MAC header is part of the PLCP header; its octets pass at the end of that, at the rate of the
// body. The octets of a frame that is sent are one microsecond ahead, so that its MIC is ready in time.
//
// The antenna carries one frame at a time. Sending a frame ends the reception of another.
//
// Source: docs/contract/mac.md, "Cycles".

module mac_pace #(
    parameter longint CLOCK_HZ = 200_000_000
) (
    input logic clk,
    input logic reset,

    // Asserted in the cycle of the first symbol.
    input logic        hears,
    input logic        sends,
    input logic        is_beacon,
    input logic [12:0] octets,    // with the MAC header, without the frame check
    input logic        ends,      // the superframe ends: a frame being received is lost
    input logic        alive,

    output logic incoming,  // a frame is being received: from the cycle after its first symbol on
    output logic outgoing,
    output logic tick,      // an octet passes
    output logic last       // the last cycle of the air time
);
    localparam int MHZ = int'(CLOCK_HZ / 1_000_000);
    localparam int W = $clog2(MHZ) + 18;
    localparam int CYCLE = 120;

    // At a lower frequency, two octets could pass in one cycle.
    if (CLOCK_HZ % 1_000_000 != 0 || MHZ < 120 || MHZ > 1000) begin : gen_refused
        $error("CLOCK_HZ must be a whole number of megahertz, from 120 to 1000");
    end

    logic is_slow, is_ahead, is_first;
    logic [12:0] body;
    logic [W-1:0] left, next, air, lead, octet;

    assign octet = is_slow ? W'(18 * MHZ) : W'(2 * MHZ);
    always_comb begin
        air = W'(MHZ) * (W'(1575) + (is_slow ? W'(body) * W'(18) : W'(body) * W'(2)));
        lead = is_slow ? W'(MHZ * (1575 - 9 * 18)) : W'(MHZ * (1575 - 9 * 2));
        if (is_ahead) lead = lead - W'(MHZ * 120);
    end

    assign last = (incoming || outgoing) && !is_first && left <= W'(CYCLE);
    assign tick = (incoming || outgoing) && !is_first && next <= W'(CYCLE);

    // The air time is available from the second cycle on.
    always_ff @(posedge clk) begin
        is_first <= hears || sends;
        if (hears || sends) begin
            is_slow <= is_beacon;
            is_ahead <= sends;
            body <= octets - 13'd6;
        end
        left <= (is_first ? air - W'(CYCLE) : left) - W'(CYCLE);
        next <= (is_first ? lead - W'(CYCLE) : tick ? next + octet : next) - W'(CYCLE);
        outgoing <= alive && (sends || (outgoing && !last));
        incoming <= alive && !sends && !ends && (hears || (incoming && !last));
        if (reset) {incoming, outgoing, is_first} <= '0;
    end
endmodule
