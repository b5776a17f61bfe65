// What holds of a router: credits are conserved, no flit is lost, duplicated or reordered, and each output channel has one owner. Proved by
// `hardware/prove router_proof`.
//
// Assumed, as neighbours have it: they send with credit, in each channel one packet after the other, all of whose flits
// have the same destination and class; they return a credit only for a flit that they have taken.
//
// One endpoint is behind each port. A mark, on any flit in any channel, follows it to the link.

module router_proof #(
    parameter int PORTS = 3,
    parameter int VCS = 1,
    parameter int BUFFER = 2,
    parameter int PRIORITIES = 2,
    parameter bit FIXED = 0,
    parameter bit LOOK_AHEAD = 1,
    localparam int PB = $clog2(PORTS),
    localparam int VB = VCS > 1 ? $clog2(VCS) : 1,
    localparam int CB = PRIORITIES > 1 ? $clog2(PRIORITIES) : 1,
    localparam int FLIT = CB + 1 + PB + 1 + 32
) (
    input logic clk,
    input logic reset,
    input logic [PORTS-1:0]          in_valid,
    input logic [PORTS-1:0][31:0]    in_word,
    input logic [PORTS-1:0]          in_head,
    input logic [PORTS-1:0]          in_tail,
    input logic [PORTS-1:0][VB-1:0]  in_vc,
    input logic [PORTS-1:0][PB-1:0]  in_destination,
    input logic [PORTS-1:0][CB-1:0]  in_class,
    input logic [PORTS-1:0][VCS-1:0] credit_in,
    input logic                      mark,
    input logic [PB-1:0]             any_port,
    input logic [VB-1:0]             any_channel
);
    function automatic logic [PORTS-1:0][7:0] numbers();
        for (int p = 0; p < PORTS; p++) numbers[p] = 8'(p);
    endfunction

    logic [PORTS-1:0][VCS-1:0] credit_out;
    logic [PORTS-1:0] out_valid, out_head, out_tail;
    logic [PORTS-1:0][31:0] out_word;
    logic [PORTS-1:0][VB-1:0] out_vc;
    logic [PORTS-1:0][PB-1:0] out_destination;
    logic [PORTS-1:0][CB-1:0] out_class;
    router #(
        .PORTS(PORTS), .VCS(VCS), .BUFFER(BUFFER), .PRIORITIES(PRIORITIES), .FIXED(FIXED), .LOOK_AHEAD(LOOK_AHEAD), .ENDPOINTS(PORTS),
        .ROUTES(numbers())
    ) circuit (.*);

    logic started;
    logic [PB-1:0] was_port;
    logic [VB-1:0] was_channel;
    initial started = 1'b0;
    always_ff @(posedge clk) {started, was_port, was_channel} <= {1'b1, any_port, any_channel};
    always_comb begin
        assume (started || reset);
        assume (32'(any_port) < PORTS && 32'(any_channel) < VCS);
        if (started) assume ({any_port, any_channel} == {was_port, was_channel});
    end

    // The marked flit: in the buffer, with this number of flits ahead of it, then in the switch, then on the link.
    typedef enum logic [1:0] {NOWHERE, BUFFERED, CROSSING, ON_LINK} place_e;
    place_e place;
    logic [FLIT-1:0] marked;
    logic [PB-1:0] marked_route;
    logic [31:0] ahead;

    // Of each input channel: the packet that is arriving, and the output port of the one that owns a channel.
    logic [PORTS-1:0][VCS-1:0] open, active;
    logic [PORTS-1:0][VCS-1:0][PB-1:0] active_route;
    logic [PORTS-1:0][VCS-1:0][VB-1:0] owned;

    for (genvar p = 0; p < PORTS; p++) begin : inputs
        always_comb if (in_valid[p]) assume (32'(in_vc[p]) < VCS && 32'(in_destination[p]) < PORTS && 32'(in_class[p]) < PRIORITIES);

        for (genvar v = 0; v < VCS; v++) begin : channel
            logic arrives, leaves;
            logic [31:0] credits, count, first;
            logic [PB-1:0] open_route;
            logic [CB-1:0] open_class;
            logic [BUFFER-1:0][PB+FLIT-1:0] flits;  // in order
            logic [PB-1:0] last_route;
            logic [CB-1:0] last_class;
            logic is_last;

            assign arrives = in_valid[p] && in_vc[p] == VB'(v);
            assign leaves = circuit.from[p].input_port.sends[v];
            assign count = 32'(circuit.from[p].input_port.channel[v].fifo.count);
            assign first = 32'(circuit.from[p].input_port.channel[v].fifo.first);
            for (genvar n = 0; n < BUFFER; n++) begin : ordered
                assign flits[n] = circuit.from[p].input_port.channel[v].fifo.places.cells[(first + n) % BUFFER];
            end
            assign active[p][v] = circuit.from[p].input_port.channel[v].state == 2'd3;
            assign owned[p][v] = circuit.from[p].input_port.owned[v];
            always_comb begin
                {last_route, last_class, is_last} = flits[0][PB+FLIT-1-:PB+CB+1];
                for (int n = 1; n < BUFFER; n++) if (n < count) {last_route, last_class, is_last} = flits[n][PB+FLIT-1-:PB+CB+1];
            end

            always_comb if (arrives) begin
                assume (credits != 0);
                assume (in_head[p] == !open[p][v]);
                if (open[p][v]) assume (in_destination[p] == open_route && in_class[p] == open_class);
            end
            always_ff @(posedge clk) begin
                credits <= credits - 32'(arrives) + 32'(credit_out[p][v]);
                if (arrives) {open[p][v], open_route, open_class} <= {!in_tail[p], in_destination[p], in_class[p]};
                if (circuit.from[p].input_port.won[v]) active_route[p][v] <= circuit.routes[p][v];
                if (reset) {open[p][v], credits} <= {1'b0, 32'(BUFFER)};
            end

            always_ff @(posedge clk) if (started && !reset) begin
                // Credits at an input are conserved: the sender's, the flits in the buffer, and the credit on its way back.
                assert (credits <= BUFFER && credits + count + 32'(credit_out[p][v]) == BUFFER);
                assert (first < BUFFER && (first + count) % BUFFER == 32'(circuit.from[p].input_port.channel[v].fifo.tail));
                if (leaves) assert (count != 0);
                if (!active[p][v]) assert ((circuit.from[p].input_port.channel[v].state == 2'd0) == (count == 0));
                // The flits of a packet are in a row, and the last packet is the one that is arriving.
                for (int n = 0; n + 1 < BUFFER; n++) begin
                    if (n + 1 < count && !flits[n][FLIT-CB-1]) assert (flits[n+1][PB+FLIT-1-:PB+CB] == flits[n][PB+FLIT-1-:PB+CB]);
                end
                if (count != 0) assert (open[p][v] == !is_last);
                if (open[p][v] && count != 0) assert (last_route == open_route && last_class == open_class);
                if (count == 0) assert (open[p][v] == active[p][v]);
                if (active[p][v] && count == 0) assert (active_route[p][v] == open_route);
                if (active[p][v] && count != 0) assert (active_route[p][v] == circuit.routes[p][v]);
                if (active[p][v]) assert (32'(active_route[p][v]) < PORTS && 32'(owned[p][v]) < VCS);
            end

            logic here;
            assign here = any_port == PB'(p) && any_channel == VB'(v);
            always_ff @(posedge clk) if (started && !reset && here && place == BUFFERED) begin
                // The marked flit is in the buffer, unchanged, behind as many flits as came before it and have not left.
                assert (ahead < count);
                for (int n = 0; n < BUFFER; n++) if (ahead == n) assert (flits[n] == {marked_route, marked});
            end
        end
    end

    logic [PORTS-1:0][VCS-1:0] sends;
    logic [PORTS-1:0][VCS-1:0][31:0] counts;
    for (genvar p = 0; p < PORTS; p++) begin : observed
        assign sends[p] = circuit.from[p].input_port.sends;
        for (genvar v = 0; v < VCS; v++) begin : channel
            assign counts[p][v] = 32'(circuit.from[p].input_port.channel[v].fifo.count);
        end
    end

    logic mark_arrives, mark_leaves;
    assign mark_arrives = mark && place == NOWHERE && in_valid[any_port] && in_vc[any_port] == any_channel;
    assign mark_leaves = place == BUFFERED && sends[any_port][any_channel] && ahead == 0;

    always_ff @(posedge clk) begin
        if (mark_arrives) begin
            place <= BUFFERED;
            marked <= {in_class[any_port], in_tail[any_port], in_destination[any_port], in_head[any_port], in_word[any_port]};
            marked_route <= in_destination[any_port];
            ahead <= counts[any_port][any_channel] - 32'(sends[any_port][any_channel]);
        end else if (mark_leaves) place <= CROSSING;
        else if (place == BUFFERED && sends[any_port][any_channel]) ahead <= ahead - 1;
        else if (place == CROSSING) place <= ON_LINK;
        else if (place == ON_LINK) place <= NOWHERE;
        if (reset) place <= NOWHERE;
    end

    // The marked flit leaves by a port that exists.
    always_ff @(posedge clk) if (started && !reset && (place == CROSSING || place == ON_LINK)) assert (32'(marked_route) < PORTS);

    for (genvar o = 0; o < PORTS; o++) begin : outputs
        logic [FLIT-1:0] link;
        assign link = {out_class[o], out_tail[o], out_destination[o], out_head[o], out_word[o]};
        always_ff @(posedge clk) if (started && !reset && marked_route == PB'(o)) begin
            // The marked flit crosses the switch to the port of its route, and is then on the link, unchanged.
            if (place == CROSSING) begin
                assert (circuit.towards[o].output_port.select_valid && circuit.towards[o].output_port.select == any_port);
                assert (circuit.crossing[any_port][FLIT-1:0] == marked);
            end
            if (place == ON_LINK) assert (out_valid[o] && link == marked);
        end

        logic crosses;
        logic [PB-1:0] select;
        logic [VB-1:0] crossing_in;
        assign crosses = circuit.towards[o].output_port.select_valid;
        assign select = circuit.towards[o].output_port.select;
        assign crossing_in = circuit.crossing[select][FLIT+:VB];
        // What crosses the switch comes from an input port, in a channel of the output.
        always_ff @(posedge clk) if (started && !reset && crosses) assert (32'(select) < PORTS && 32'(crossing_in) < VCS);

        for (genvar v = 0; v < VCS; v++) begin : channel
            logic [31:0] taken, places, owners;
            logic on_link, in_switch;
            assign places = 32'(circuit.towards[o].output_port.of[v].counted.places);
            assign on_link = out_valid[o] && out_vc[o] == VB'(v);
            assign in_switch = crosses && crossing_in == VB'(v);
            always_comb begin
                owners = 0;
                for (int p = 0; p < PORTS; p++) begin
                    for (int c = 0; c < VCS; c++) owners += 32'(active[p][c] && active_route[p][c] == PB'(o) && owned[p][c] == VB'(v));
                end
                if (credit_in[o][v]) assume (taken != 0);
            end
            always_ff @(posedge clk) begin
                taken <= taken + 32'(on_link) - 32'(credit_in[o][v]);
                if (reset) taken <= 0;
            end
            always_ff @(posedge clk) if (started && !reset) begin
                // Credits at an output are conserved: those left, and the flits in the switch, on the link and at the other
                // end.
                assert (taken <= BUFFER && places + 32'(in_switch) + 32'(on_link) + taken == BUFFER);
                // An output channel has one owner, or is free.
                assert (owners == 32'(!circuit.towards[o].output_port.free[v]));
            end
        end
    end

    always_ff @(posedge clk) if (!reset) begin
        cover (place == ON_LINK);
        cover (place == BUFFERED && ahead == BUFFER - 1);
    end
endmodule
