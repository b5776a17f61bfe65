// An input port of a router: the buffers and packets of its virtual channels, and which of them sends.
//
//              +--> [ flit_buffer ] --> front --+
//   flit_in ---+--> [ flit_buffer ] --> front --+--[ mux ]--> [ crossing ] --> the switch
//              +--> ...                            ^
//                                                  | from
//   grants of output ports --> [ accept one: to ] --> [ select a channel that requests it ]
//
// A packet's states are those of docs/contract/mesh.md, "States of an input channel". Look-ahead routing has no state for the route: it is looked up
// while the flit is on the link, and stored with it, so each flit in a buffer has the output port that it leaves by.
//
// Source: docs/contract/mesh.md, "One cycle of a router".

module router_input #(
    parameter int PORTS = 5,
    parameter int VCS = 1,
    parameter int BUFFER = 4,
    parameter int PRIORITIES = 1,
    parameter bit PAIRS = 0,
    parameter bit FIXED = 0,
    parameter bit LOOK_AHEAD = 1,
    parameter int WIDTH = 43,
    localparam int PB = PORTS > 1 ? $clog2(PORTS) : 1,
    localparam int VB = VCS > 1 ? $clog2(VCS) : 1,
    localparam int CB = PRIORITIES > 1 ? $clog2(PRIORITIES) : 1
) (
    input logic clk,
    input logic reset,

    // The link.
    input  logic             in_valid,
    input  logic [VB-1:0]    in_vc,
    input  logic [PB-1:0]    in_route,
    input  logic [WIDTH-1:0] in_flit,  // its class, and whether it is the last of its packet, are the highest bits
    output logic [VCS-1:0]   credit,

    // Requests of its channels, and what the output ports answer.
    output logic [VCS-1:0]          allocating,
    output logic [VCS-1:0]          owning,
    output logic [VCS-1:0][VB-1:0]  owned,
    output logic [VCS-1:0][CB-1:0]  classes,
    output logic [VCS-1:0][PB-1:0]  routes,
    input  logic [VCS-1:0][VCS-1:0] offers,
    output logic [VCS-1:0][VCS-1:0] accepts,
    input  logic [VCS-1:0]          ready,
    input  logic [VCS-1:0]          speculative,
    input  logic [PORTS-1:0]        grant,
    input  logic [PORTS-1:0][VCS-1:0] credited,

    // The grant that is accepted, and the flit that leaves by it, if any: a speculative request may have won no channel.
    output logic [PORTS-1:0]    accepted,
    output logic                leaves,
    output logic [VB-1:0]       leaves_in,
    output logic                leaves_last,
    output logic [VB+WIDTH-1:0] crossing
);
    typedef enum logic [1:0] {IDLE, ROUTING, ALLOCATING, ACTIVE} state_e;

    localparam state_e FIRST = LOOK_AHEAD ? ALLOCATING : ROUTING;

    logic [VCS-1:0] last_flit, sends, won;
    logic [VCS-1:0][WIDTH-1:0] fronts;
    logic [VCS-1:0][VB-1:0] wins;

    // The packets of the channels.
    for (genvar v = 0; v < VCS; v++) begin : channel
        state_e state, after_last;
        logic filled, more, write;

        assign write = in_valid && in_vc == VB'(v);
        flit_buffer #(.PLACES(BUFFER), .WIDTH(PB + WIDTH)) fifo (
            .clk, .reset, .write, .data({in_route, in_flit}), .take(sends[v]), .filled, .more, .front({routes[v], fronts[v]})
        );
        assign {classes[v], last_flit[v]} = fronts[v][WIDTH-1-:CB+1];
        assign allocating[v] = state == ALLOCATING;
        assign owning[v] = state == ACTIVE && filled;
        assign after_last = more ? FIRST : IDLE;
        always_ff @(posedge clk) begin
            if (reset) state <= IDLE;
            else if (sends[v] && last_flit[v]) state <= after_last;
            else if (won[v]) state <= ACTIVE;
            else if (state == IDLE && write) state <= FIRST;
            else if (state == ROUTING) state <= ALLOCATING;
            if (won[v]) owned[v] <= wins[v];
            credit[v] <= sends[v] && !reset;
        end
    end

    // Channels of the output port: of those offered to a packet it accepts the first from its pointer on.
    for (genvar v = 0; v < VCS; v++) begin : packet
        logic [PB-1:0] port;
        logic [VCS-1:0] later, next_later;
        assign won[v] = |offers[v];
        rotating_arbiter #(.N(VCS)) arbiter (
            .candidates(offers[v]), .later(port == routes[v] ? later : '0), .selected(accepts[v]), .next_later
        );
        always_comb begin
            wins[v] = '0;
            for (int w = 0; w < VCS; w++) if (accepts[v][w]) wins[v] |= VB'(w);
        end
        always_ff @(posedge clk) begin
            if (won[v]) {port, later} <= {routes[v], next_later};
            if (reset) {port, later} <= '0;
        end
    end

    // The switch: of the output ports that grant a request it accepts the first from its pointer on.
    logic [PORTS-1:0] later_ports, next_ports;
    rotating_arbiter #(.N(PORTS)) outputs (.candidates(grant), .later(later_ports), .selected(accepted), .next_later(next_ports));
    always_ff @(posedge clk) begin
        if (|grant) later_ports <= next_ports;
        if (reset) later_ports <= '0;
    end

    // Of the channels that request this port, those with a channel of their own go first.
    logic [VCS-1:0] to_port, asks, candidates, selected, later_channels, next_channels;
    logic [CB-1:0] unused;
    logic [VB-1:0] from;
    for (genvar v = 0; v < VCS; v++) begin : request
        assign to_port[v] = accepted[routes[v]];
    end
    assign asks = |(ready & to_port) ? ready & to_port : speculative & to_port;
    highest_class #(.N(VCS), .PRIORITIES(PRIORITIES), .PAIRS(PAIRS)) filter (.requests(asks), .classes, .candidates, .highest(unused));
    rotating_arbiter #(.N(VCS)) arbiter (
        .candidates, .later(FIXED ? '0 : later_channels), .selected, .next_later(next_channels)
    );
    always_comb begin
        from = '0;
        for (int v = 0; v < VCS; v++) if (selected[v]) from |= VB'(v);
    end
    always_ff @(posedge clk) begin
        if (|grant) later_channels <= next_channels;
        if (reset) later_channels <= '0;
    end

    logic [VCS-1:0] has_credit;
    for (genvar v = 0; v < VCS; v++) begin : winner
        assign has_credit[v] = |(accepts[v] & credited[routes[v]]);
    end
    assign leaves_in = won[from] ? wins[from] : owned[from];
    assign leaves_last = last_flit[from];
    assign sends = selected & (ready | (won & has_credit));
    assign leaves = |sends;
    always_ff @(posedge clk) crossing <= {leaves_in, fronts[from]};
endmodule
