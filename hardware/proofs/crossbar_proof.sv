// What holds of the crossbar: proved by `hardware/prove crossbar_proof`.
//
// For one transmitter and one receiver, any of them. Assumed: a transmitter drives REQ, with its word and destination,
// until its request has been chosen (in truth until it is answered, which is later).

module crossbar_proof #(
    parameter int CORES = 3,
    parameter bit EARLY = 0,
    localparam int W = $clog2(CORES),
    localparam int R = $clog2(CORES + 1)
) (
    input logic clk,
    input logic reset,
    input logic [CORES-1:0][1:0] tx_control,
    input logic [CORES-1:0][31:0] tx_data,
    input logic [CORES-1:0][message_pkg::NODE_BITS-1:0] tx_destination,
    input logic [CORES:0] sample,
    input logic [CORES-1:0] goes_on,
    input logic [CORES:0][1:0] answer,
    input logic [CORES:0][CORES-1:0] answer_to,
    input logic [CORES-1:0] sync_notify,
    input logic [W-1:0] t,
    input logic [R-1:0] r
);
    import message_pkg::*;

    logic [CORES:0] request, offer;
    logic [CORES:0][W-1:0] source;
    logic [CORES:0][31:0] data;
    logic [CORES-1:0] ack, nack, lack, lack_other, in_work, sampled, asked;
    assign in_work = '0;
    crossbar #(.CORES(CORES), .EARLY(EARLY)) circuit (.*);

    logic asks, waited;
    logic started;
    logic [W-1:0] was_t;
    logic [R-1:0] was_r;
    logic [W-1:0] was_source;
    assign asks = (tx_control[t] == TX_REQ || tx_control[t] == TX_OFFER) && tx_destination[t] == NODE_BITS'(r);
    initial started = 1'b0;

    always_ff @(posedge clk) begin
        started <= 1'b1;
        {was_t, was_r} <= {t, r};
        was_source <= reset ? W'(CORES - 1) : source[r];
        waited <= !reset && asks && !(request[r] && source[r] == t);
    end
    always_comb begin
        assume (started || reset);
        assume (32'(t) < CORES && 32'(r) <= CORES);
        assume (!started || (t == was_t && r == was_r));
        if (started && waited) assume (asks);
    end

    // How often another transmitter was chosen while t asked, and how many are before t in turn.
    logic [W:0] passed;
    logic [W:0] ahead;
    always_ff @(posedge clk) begin
        if (reset || !asks || (request[r] && source[r] == t)) passed <= '0;
        else if (request[r]) passed <= passed + 1'b1;
    end
    assign ahead = was_source < t ? {1'b0, t} - {1'b0, was_source} - 1'b1
        : (W + 1)'(CORES) + {1'b0, t} - {1'b0, was_source} - 1'b1;

    always_ff @(posedge clk) if (started && !reset) begin
        // No grant without a request, and no receiver that samples goes without one if there is one.
        if (request[r]) begin
            assert (sample[r]);
            assert (tx_control[source[r]] == TX_REQ || tx_control[source[r]] == TX_OFFER);
            assert (tx_destination[source[r]] == NODE_BITS'(r));
        end
        assert (!(asks && sample[r]) || request[r]);

        // The word at the receiver is that of the chosen transmitter, which stays while the receiver does not sample.
        assert (32'(source[r]) < CORES);
        assert (data[r] == tx_data[source[r]]);
        assert (sample[r] || source[r] == was_source);

        // A request is chosen before every other transmitter has been chosen twice: at most CORES - 1 others go first.
        assert (32'(passed) < CORES);
        assert (32'(passed) + 32'(ahead) < CORES);

        // With early data a transmitter is told that a core's receiver has chosen it, and the receiver that it is asked.
        if (32'(r) < CORES) begin
            if (request[r] && source[r] == t) assert (sampled[t] == EARLY);
            if (asks) assert (asked[r] == EARLY);
        end
        if (request[CORES-1:0] == '0 && goes_on == '0) assert (sampled == '0);

        // Responses reach those that they are for and no others.
        if (answer_to[r][t] && answer[r] == RX_ACK) assert (ack[t]);
        if (answer_to[r][t] && answer[r] == RX_NACK) assert (nack[t]);
        if (answer_to[r][t] && answer[r] == RX_LACK) assert (tx_destination[t] == NODE_BITS'(r) ? lack[t] : lack_other[t]);
        if (sync_notify[t]) assert (tx_destination[t] == NODE_BITS'(CORES) ? lack[t] : lack_other[t]);
    end

    always_ff @(posedge clk) cover (32'(passed) == CORES - 1);
endmodule
