// The crossbar: point-to-point wires from every node to every other, and a multiplexer in front of each receiver.
//
//   control, data, destination        for each receiver r:
//   of transmitter 0 ----+---- ...      REQ towards r --> [ round_robin ]--chosen--+--> source
//   of transmitter 1 ----|+--- ...                             ^                   |
//        ...             ||                                [ last ] <-- sample ----+
//                      [ mux ] <------------------------------------ select -------+
//                         |
//                 request, data of receiver r
//
//   answers:  2 bits and a vector of nodes from each receiver --> decoded, ORed over the receivers --> ack, nack, lack, lack_other
//
// A receiver that samples gets the request that is chosen in the same cycle. While it does not sample, its multiplexer
// stays on the node chosen last: the node that it answers, and then the node whose block it receives. Therefore no
// receiver needs to store a request word or a source.
//
// Source: H. Xiao et al. 2012, section 4.3, Figure 7; docs/contract/crossbar.md. Figure 7 multiplexes the responses
// towards a transmitter as well. Several nodes may respond to one transmitter in one cycle (one answers its request,
// others notify it), so here they are ORed by kind: only the node that is asked answers, so `ack` and `nack` need no
// selection.

module crossbar #(
    parameter int CORES = 8,
    parameter bit EARLY = 0,  // crossbar.early_data
    localparam int W = $clog2(CORES)
) (
    input logic clk,
    input logic reset,

    // From transmitters.
    input logic [CORES-1:0][1:0] tx_control,
    input logic [CORES-1:0][31:0] tx_data,
    input logic [CORES-1:0][message_pkg::NODE_BITS-1:0] tx_destination,
    output logic [CORES-1:0] sampled,  // a core samples its request, or accepts its next block without one. Only with EARLY

    // To and from receivers; receiver CORES is the synchronization controller.
    input  logic [CORES:0]        sample,   // the receiver takes a request in this cycle
    input  logic [CORES-1:0]      goes_on,  // it takes the next block of `source` without a request
    output logic [CORES-1:0]      asked,    // a node drives REQ towards the receiver. Only with EARLY
    input  logic [CORES-1:0]      in_work,  // nodes whose requests the pipelined synchronization controller has already sampled
    output logic [CORES:0]        request,  // a request has been chosen; only with `sample`
    output logic [CORES:0]        offer,    // the chosen request is an offer
    output logic [CORES:0][W-1:0] source,
    output logic [CORES:0][31:0]  data,

    // Response lines.
    input logic [CORES:0][1:0]       answer,
    input logic [CORES:0][CORES-1:0] answer_to,
    input logic [CORES-1:0]          sync_notify,  // LACK of the synchronization controller, independent of its answer

    // To transmitters.
    output logic [CORES-1:0] ack,
    output logic [CORES-1:0] nack,
    output logic [CORES-1:0] lack,       // LACK of the node that the transmitter addresses
    output logic [CORES-1:0] lack_other  // LACK of another node
);
    import message_pkg::*;

    for (genvar r = 0; r <= CORES; r++) begin : receiver
        logic [CORES-1:0] asks, candidates;
        logic [W-1:0] last, chosen;
        logic any;

        for (genvar t = 0; t < CORES; t++) begin : of
            assign asks[t] = (tx_control[t] == TX_REQ || tx_control[t] == TX_OFFER) && tx_destination[t] == NODE_BITS'(r);
            assign candidates[t] = sample[r] && asks[t] && !(r == CORES && in_work[t]);
        end

        round_robin #(.N(CORES)) arbiter (.candidates, .last, .chosen, .any);

        assign request[r] = any;
        assign offer[r] = tx_control[chosen] == TX_OFFER;
        assign source[r] = chosen;
        assign data[r] = tx_data[chosen];

        if (r < CORES) begin : of_core
            assign asked[r] = EARLY && asks != '0;
        end

        // After reset node 0 has the highest priority.
        always_ff @(posedge clk) last <= reset ? W'(CORES - 1) : chosen;
    end

    for (genvar t = 0; t < CORES; t++) begin : transmitter
        logic [CORES:0] acks, nacks, lacks, addressed;
        logic [CORES-1:0] taken;
        for (genvar r = 0; r <= CORES; r++) begin : from
            assign acks[r] = answer[r] == RX_ACK && answer_to[r][t];
            assign nacks[r] = answer[r] == RX_NACK && answer_to[r][t];
            assign lacks[r] = (answer[r] == RX_LACK && answer_to[r][t]) || (r == CORES && sync_notify[t]);
            assign addressed[r] = tx_destination[t] == NODE_BITS'(r);
        end
        for (genvar r = 0; r < CORES; r++) begin : by
            assign taken[r] = (request[r] || goes_on[r]) && source[r] == W'(t);
        end
        assign sampled[t] = EARLY && taken != '0;
        assign ack[t] = |acks;
        assign nack[t] = |nacks;
        assign lack[t] = |(lacks & addressed);
        assign lack_other[t] = |(lacks & ~addressed);
    end
endmodule
