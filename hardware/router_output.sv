// An output port of a router: allocates its virtual channels and its turn in the switch, and drives the link.
//
//   packets without a channel ---> [ one for each free channel ] --> offers --> accepted by the input --> [ free ]
//   flits in channels they own --> & [ credits ] --> ready ---------+
//   packets without a channel ---> & free & credits --> speculative +--> [ one request ] --> grant to its input port
//                                                                                            |
//   flits that cross the switch, of each input port ------------------> [ mux ] <- [ select ]<- the flit that leaves
//                                                                          |
//                                                                      [ link ] --> flit_out
//
// A request of the highest class wins; among equals the first after the last winner, or with FIXED the lowest. Only an
// accepted offer or grant moves its pointer (iSLIP). Each class has its own pointer to a channel.
//
// Source: docs/contract/mesh.md, "One cycle of a router"; docs/contract/switches.md, "Priorities".

module router_output #(
    parameter int PORTS = 5,
    parameter int VCS = 1,
    parameter int PLACES = 4,  // of the buffer at the other end for each channel; 0: it takes every flit at once
    parameter int PRIORITIES = 1,
    parameter bit PAIRS = 0,
    parameter bit FIXED = 0,
    parameter bit LOOK_AHEAD = 1,
    parameter bit KEEPS = 1,
    parameter int WIDTH = 43,
    localparam int N = PORTS * VCS,
    localparam int PB = PORTS > 1 ? $clog2(PORTS) : 1,
    localparam int VB = VCS > 1 ? $clog2(VCS) : 1,
    localparam int CB = PRIORITIES > 1 ? $clog2(PRIORITIES) : 1
) (
    input logic clk,
    input logic reset,

    // Requests of all input channels for this port.
    input  logic [N-1:0]          allocating,  // a packet waits for a channel
    input  logic [N-1:0]          owning,      // a flit waits in a packet that owns a channel
    input  logic [N-1:0][VB-1:0]  owned,       // that channel
    input  logic [N-1:0][CB-1:0]  classes,
    output logic [N-1:0][VCS-1:0] offers,      // channels offered to packets
    input  logic [N-1:0][VCS-1:0] accepts,     // those that they accept
    output logic [N-1:0]          ready,
    output logic [N-1:0]          speculative,
    output logic [VCS-1:0]        credited,
    output logic [PORTS-1:0]      grant,
    input  logic                  moves,       // the grant is accepted

    // The flit that leaves, and in the next cycle the flits that cross the switch.
    input  logic                        leaves,
    input  logic [PB-1:0]               leaves_from,
    input  logic [VB-1:0]               leaves_in,
    input  logic                        leaves_last,
    input  logic [PORTS-1:0][WIDTH-1:0] crossing,

    // The link.
    output logic             link_valid,
    output logic [WIDTH-1:0] link,
    input  logic [VCS-1:0]   credit
);
    logic [VCS-1:0] free, taken, ends, spent;

    always_comb begin
        taken = '0;
        for (int n = 0; n < N; n++) taken |= accepts[n];
    end
    for (genvar v = 0; v < VCS; v++) begin : leaving
        assign spent[v] = leaves && leaves_in == VB'(v);
        assign ends[v] = spent[v] && leaves_last;
    end
    always_ff @(posedge clk) free <= reset ? '1 : (free & ~taken) | ends;

    // Places at the other end.
    for (genvar v = 0; v < VCS; v++) begin : of
        if (PLACES > 0) begin : counted
            logic [$clog2(PLACES + 1)-1:0] places;
            assign credited[v] = places != '0;
            always_ff @(posedge clk) begin
                if (reset) places <= $bits(places)'(PLACES);
                else if (credit[v] != spent[v]) places <= credit[v] ? places + 1'b1 : places - 1'b1;
            end
        end else begin : unlimited
            logic unused;
            assign unused = credit[v];
            assign credited[v] = 1'b1;
        end
    end

    // Allocation of channels: each free one is offered to a packet.
    for (genvar v = 0; v < VCS; v++) begin : channel
        logic [N-1:0] requests, candidates, later, selected, next_later;
        logic [CB-1:0] highest;

        for (genvar n = 0; n < N; n++) begin : from
            assign requests[n] = allocating[n] && free[v] && (!KEEPS || n % VCS == v);
            assign offers[n][v] = selected[n];
        end
        highest_class #(.N(N), .PRIORITIES(PRIORITIES), .PAIRS(PAIRS)) filter (.requests, .classes, .candidates, .highest);
        rotating_arbiter #(.N(N)) arbiter (.candidates, .later, .selected, .next_later);
        if (FIXED) begin : lowest
            logic unused;
            assign unused = &{highest, next_later};
            assign later = '0;
        end else begin : turns
            // Those of the highest class matter. Each request looks up its own class, which need not wait for the highest.
            logic [PRIORITIES-1:0][N-1:0] of_class;
            for (genvar n = 0; n < N; n++) begin : from
                assign later[n] = of_class[classes[n]][n];
            end
            always_ff @(posedge clk) begin
                if (taken[v]) of_class[highest] <= next_later;
                if (reset) of_class <= '0;
            end
        end
    end

    // Allocation of the switch.
    logic [N-1:0] candidates, later, selected, unused_later;
    logic [CB-1:0] unused_class;

    for (genvar n = 0; n < N; n++) begin : request
        assign ready[n] = owning[n] && credited[owned[n]];
        if (!LOOK_AHEAD) begin : never
            assign speculative[n] = 1'b0;
        end else if (KEEPS) begin : in_its_channel
            assign speculative[n] = allocating[n] && free[n % VCS] && credited[n % VCS];
        end else begin : in_any_channel
            assign speculative[n] = allocating[n] && |(free & credited);
        end
    end
    highest_class #(.N(N), .PRIORITIES(PRIORITIES), .PAIRS(PAIRS)) filter (
        .requests(ready | speculative), .classes, .candidates, .highest(unused_class)
    );
    rotating_arbiter #(.N(N)) arbiter (.candidates, .later, .selected, .next_later(unused_later));
    for (genvar p = 0; p < PORTS; p++) begin : input_port
        assign grant[p] = |selected[p*VCS+:VCS];
    end
    // The turn passes to the next input port.
    if (FIXED) begin : lowest
        logic unused;
        assign unused = moves;
        assign later = '0;
    end else begin : turns
        always_ff @(posedge clk) begin
            for (int p = 0; p < PORTS; p++) if (moves && grant[p]) later <= '1 << (p + 1) * VCS;
            if (reset) later <= '0;
        end
    end

    // The switch and the link.
    logic select_valid;
    logic [PB-1:0] select;
    always_ff @(posedge clk) begin
        if (leaves) select <= leaves_from;
        link <= crossing[select];
        {link_valid, select_valid} <= reset ? '0 : {select_valid, leaves};
    end
endmodule
