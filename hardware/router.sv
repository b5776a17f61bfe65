// A wormhole router with virtual channels, input buffers and credits: a router of a mesh, or a switch of a clustered chip.
//
//   flit_in --> [ router_input ] --requests--> [ router_output ] --> flit_out
//        ...          ^    |       offers, grants     |   ^   ...
//   credit_out <------+    +------ accepted flits ----+   +------- credit_in
//
// Four-stage pipeline or look-ahead routing with speculative allocation of the switch (LOOK_AHEAD); any packet may take any
// channel, or each keeps the one that it came in (KEEPS); up to eight priority classes; round robin or fixed priority.
//
// Source: W. J. Dally and B. Towles 2004, chapter 16; N. McKeown 1999; J. Joven et al. 2013, section IV, for the classes.
// docs/contract/mesh.md and docs/contract/switches.md define each cycle. In the simulator this is crates/sim/src/noc/router/.

module router #(
    parameter int PORTS = 5,
    parameter int VCS = 1,
    parameter int BUFFER = 4,  // flits of each channel
    parameter int PRIORITIES = 1,
    parameter bit PAIRS = 0,  // how the highest class is found
    parameter bit FIXED = 0,
    parameter bit LOOK_AHEAD = 1,
    parameter bit KEEPS = 1,
    parameter int ENDPOINTS = 16,
    parameter int WORD = 32,  // bits of a flit without its control lines
    localparam int PB = PORTS > 1 ? $clog2(PORTS) : 1,
    localparam int VB = VCS > 1 ? $clog2(VCS) : 1,
    localparam int CB = PRIORITIES > 1 ? $clog2(PRIORITIES) : 1,
    localparam int DB = ENDPOINTS > 1 ? $clog2(ENDPOINTS) : 1,
    // The output port for each endpoint.
    parameter logic [ENDPOINTS-1:0][7:0] ROUTES = '0,
    // For each output port, the flits that the buffer at the other end holds in each channel; 0: it takes every flit at once.
    parameter logic [PORTS-1:0][7:0] PLACES = {PORTS{8'(BUFFER)}}
) (
    input logic clk,
    input logic reset,

    input  logic [PORTS-1:0]           in_valid,
    input  logic [PORTS-1:0][WORD-1:0] in_word,
    input  logic [PORTS-1:0]           in_head,
    input  logic [PORTS-1:0]           in_tail,
    input  logic [PORTS-1:0][VB-1:0]   in_vc,
    input  logic [PORTS-1:0][DB-1:0]   in_destination,
    input  logic [PORTS-1:0][CB-1:0]   in_class,
    output logic [PORTS-1:0][VCS-1:0]  credit_out,

    output logic [PORTS-1:0]           out_valid,
    output logic [PORTS-1:0][WORD-1:0] out_word,
    output logic [PORTS-1:0]           out_head,
    output logic [PORTS-1:0]           out_tail,
    output logic [PORTS-1:0][VB-1:0]   out_vc,
    output logic [PORTS-1:0][DB-1:0]   out_destination,
    output logic [PORTS-1:0][CB-1:0]   out_class,
    input  logic [PORTS-1:0][VCS-1:0]  credit_in
);
    localparam int FLIT = CB + 1 + DB + 1 + WORD;  // class, tail, destination, head, word

    // Of each input channel.
    logic [PORTS-1:0][VCS-1:0] allocating, owning;
    logic [PORTS-1:0][VCS-1:0][VB-1:0] owned;
    logic [PORTS-1:0][VCS-1:0][CB-1:0] classes;
    logic [PORTS-1:0][VCS-1:0][PB-1:0] routes;
    logic [PORTS-1:0][VCS-1:0][VCS-1:0] accepts;
    // Of each input port.
    logic [PORTS-1:0] leaves, leaves_last;
    logic [PORTS-1:0][PORTS-1:0] accepted;  // the output port whose grant it accepts
    logic [PORTS-1:0][VB-1:0] leaves_in;
    logic [PORTS-1:0][VB+FLIT-1:0] crossing;
    // Of each output port, and in it of each input port or channel.
    logic [PORTS-1:0][PORTS-1:0] grant;
    logic [PORTS-1:0][PORTS-1:0][VCS-1:0] ready, speculative;
    logic [PORTS-1:0][PORTS-1:0][VCS-1:0][VCS-1:0] offers;
    logic [PORTS-1:0][VCS-1:0] credited;

    for (genvar p = 0; p < PORTS; p++) begin : from
        logic [PORTS-1:0] granted;
        logic [VCS-1:0] is_ready, is_speculative;
        logic [VCS-1:0][VCS-1:0] offered;
        logic [CB-1:0] in_priority;

        // A packet has requests at one output port only.
        always_comb begin
            {is_ready, is_speculative} = '0;
            for (int o = 0; o < PORTS; o++) begin
                granted[o] = grant[o][p];
                is_ready |= ready[o][p];
                is_speculative |= speculative[o][p];
            end
        end
        always_comb begin
            offered = '0;
            for (int o = 0; o < PORTS; o++) offered |= offers[o][p];
        end
        assign in_priority = PRIORITIES > 1 ? in_class[p] : '0;
        router_input #(
            .PORTS(PORTS), .VCS(VCS), .BUFFER(BUFFER), .PRIORITIES(PRIORITIES), .PAIRS(PAIRS), .FIXED(FIXED), .LOOK_AHEAD(LOOK_AHEAD), .WIDTH(FLIT)
        ) input_port (
            .clk, .reset, .in_valid(in_valid[p]), .in_vc(in_vc[p]), .in_route(PB'(ROUTES[in_destination[p]])),
            .in_flit({in_priority, in_tail[p], in_destination[p], in_head[p], in_word[p]}), .credit(credit_out[p]),
            .allocating(allocating[p]), .owning(owning[p]), .owned(owned[p]), .classes(classes[p]), .routes(routes[p]),
            .offers(offered), .accepts(accepts[p]), .ready(is_ready), .speculative(is_speculative), .grant(granted), .credited,
            .accepted(accepted[p]), .leaves(leaves[p]), .leaves_in(leaves_in[p]), .leaves_last(leaves_last[p]),
            .crossing(crossing[p])
        );
    end

    for (genvar o = 0; o < PORTS; o++) begin : towards
        logic [PORTS-1:0][VCS-1:0] waits, owns;
        logic [PORTS-1:0][VCS-1:0][VCS-1:0] taken;
        logic [PORTS-1:0] moves;
        logic one_leaves, is_last;
        logic [PB-1:0] leaves_from;
        logic [VB-1:0] in_channel;

        for (genvar p = 0; p < PORTS; p++) begin : from
            for (genvar v = 0; v < VCS; v++) begin : channel
                assign waits[p][v] = allocating[p][v] && routes[p][v] == PB'(o);
                assign owns[p][v] = owning[p][v] && routes[p][v] == PB'(o);
                assign taken[p][v] = waits[p][v] ? accepts[p][v] : '0;
            end
            assign moves[p] = accepted[p][o];
        end
        // At most one flit leaves by a port in a cycle.
        always_comb begin
            {one_leaves, is_last, leaves_from, in_channel} = '0;
            for (int p = 0; p < PORTS; p++) begin
                if (leaves[p] && moves[p]) begin
                    one_leaves = 1'b1;
                    is_last |= leaves_last[p];
                    leaves_from |= PB'(p);
                    in_channel |= leaves_in[p];
                end
            end
        end
        router_output #(
            .PORTS(PORTS), .VCS(VCS), .PLACES(int'(PLACES[o])), .PRIORITIES(PRIORITIES), .PAIRS(PAIRS), .FIXED(FIXED), .LOOK_AHEAD(LOOK_AHEAD),
            .KEEPS(KEEPS), .WIDTH(VB + FLIT)
        ) output_port (
            .clk, .reset, .allocating(waits), .owning(owns), .owned, .classes, .offers(offers[o]), .accepts(taken), .ready(ready[o]),
            .speculative(speculative[o]), .credited(credited[o]), .grant(grant[o]),
            .moves(|moves), .leaves(one_leaves), .leaves_from,
            .leaves_in(in_channel), .leaves_last(is_last), .crossing, .link_valid(out_valid[o]),
            .link({out_vc[o], out_class[o], out_tail[o], out_destination[o], out_head[o], out_word[o]}), .credit(credit_in[o])
        );
    end
endmodule
