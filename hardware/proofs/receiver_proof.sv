// What holds of the receiving side of a message unit: no word lost, no buffer overrun. Proved by `hardware/prove
// receiver_proof`.
//
// Assumed, as the crossbar and the transmitters have it: request word and source stay from the cycle in which a request
// is sampled to that of its answer. The core does what it likes.

module receiver_proof #(
    parameter int CORES = 3,
    parameter int BLOCKS = 2,
    parameter int BLOCK_WORDS = 4,
    parameter int WORD_QUEUE = 3,
    localparam int W = $clog2(CORES),
    localparam int N = $clog2(BLOCKS)
) (
    input logic clk,
    input logic reset,
    input logic request,
    input logic offer,
    input logic match_begins,
    input logic match_ends,
    input logic [31:0] match_word,
    input logic [31:0] data,
    input logic [W-1:0] source,
    input logic load,
    input logic take_word,
    input logic [W-1:0] any_node
);
    import message_pkg::*;

    logic sample;
    logic [1:0] answer;
    logic [CORES-1:0] answer_to;
    message_unit #(.CORES(CORES), .BLOCKS(BLOCKS), .BLOCK_WORDS(BLOCK_WORDS), .WORD_QUEUE(WORD_QUEUE), .MATCHING(1'b1)) circuit (
        .clk, .reset, .node('0),
        .order('0), .issue('0), .is_block('0), .is_query('0), .is_try('0), .is_offer('0), .body('0), .destination('0), .done(), .granted(),
        .send_offset(), .send_word('0), .load, .loaded(), .load_strobe(), .load_offset(), .load_word(), .head(), .queued(),
        .take_word, .match_begins, .match_ends, .match_word, .event_register('0), .event_write('0), .event_data('0), .event_read(), .pending(),
        .tx_control(), .tx_data(), .ack('0), .nack('0), .lack('0), .lack_other('0),
        .sample, .request, .offer, .data, .source, .answer, .answer_to
    );

    logic started, responds, sampled;
    logic [31:0] was_data;
    logic was_offer;
    logic [W-1:0] was_source, was_node;
    initial started = 1'b0;
    assign responds = answer == RX_ACK || answer == RX_NACK;
    always_ff @(posedge clk) begin
        started <= 1'b1;
        {was_data, was_offer, was_source, was_node} <= {data, offer, source, any_node};
        sampled <= !reset && sample && request;
    end
    always_comb begin
        assume (started || reset);
        assume (32'(source) < CORES && 32'(any_node) < CORES);
        assume (!started || any_node == was_node);
        if (started && sampled) assume (data == was_data && offer == was_offer && source == was_source);
        if (offer) assume (data[31]);
        if (!sample) assume (!request);
    end

    // Whether a node has been refused, and has not been told since that it may ask again.
    logic refused_block, refused_word;
    logic concerned;
    assign concerned = answer_to[any_node];
    always_ff @(posedge clk) begin
        if (responds && concerned && data[31] && !(offer && answer == RX_NACK)) refused_block <= answer == RX_NACK;
        if (responds && concerned && !data[31]) refused_word <= answer == RX_NACK;
        if (answer == RX_LACK && concerned) begin
            if (circuit.accepter.notify_block[any_node]) refused_block <= 1'b0;
            if (circuit.accepter.notify_word[any_node]) refused_word <= 1'b0;
        end
        if (reset) {refused_block, refused_word} <= '0;
    end

    logic [31:0] end_of_queue;
    assign end_of_queue = 32'(circuit.queue.first) + 32'(circuit.queue.count);

    always_ff @(posedge clk) if (started && !reset) begin
        // A request is answered in the next cycle, to its source alone.
        assert (responds == sampled);
        if (responds) assert (answer_to == CORES'(1) << source);

        // What is granted has room, and what is taken is there: nothing is lost, and nothing taken twice.
        assert (!circuit.push || circuit.queue_room);
        assert (!circuit.deliver || circuit.mailbox_room);
        assert (!circuit.store_word || circuit.mailbox_room);
        assert (!circuit.take || circuit.filled);
        assert (32'(circuit.queue.count) <= WORD_QUEUE && 32'(circuit.arrived.count) <= BLOCKS);
        if (responds && answer == RX_ACK && !data[31] && !data[24]) assert (circuit.push);

        // An offer is granted only to a core that waits for it with an empty buffer, and a refused one is on no list.
        if (sampled && offer && answer == RX_ACK) assert (!circuit.filled);

        // The places are where the counts say, so what comes first is taken first.
        assert (circuit.arrived.tail == circuit.arrived.first + N'(circuit.arrived.count));
        assert (32'(circuit.queue.first) < WORD_QUEUE && 32'(circuit.queue.tail) < WORD_QUEUE);
        assert (end_of_queue == 32'(circuit.queue.tail) || end_of_queue == 32'(circuit.queue.tail) + WORD_QUEUE);

        // Who is refused is on a list until it is notified; and as soon as there is room and no other's message is
        // open, it is.
        assert (refused_block == circuit.accepter.refused_block[any_node]);
        assert (refused_word == circuit.accepter.refused_word[any_node]);
        if (refused_word && circuit.queue_room && !responds) assert (answer == RX_LACK && concerned);
        if (refused_block && circuit.mailbox_room && !circuit.accepter.open && !responds) assert (answer == RX_LACK && concerned);
        assert (circuit.accepter.state != 2'd3);
        assert ((circuit.accepter.state == 2'd1) == sampled);
        if (sampled && circuit.accepter.granted && data[31]) assert (circuit.mailbox_room);
        if (sampled && circuit.accepter.granted && !data[31] && !data[24]) assert (circuit.queue_room);
    end

    always_ff @(posedge clk) begin
        cover (refused_word && answer == RX_LACK);
        cover (circuit.deliver && 32'(circuit.arrived.count) == BLOCKS - 1);
    end
endmodule
