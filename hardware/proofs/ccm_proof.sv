// What holds of the ciphering circuit: proved by `hardware/prove ccm_proof`.
//
// Each octet of the message meets the key stream of its own block; no result is there without an octet; octets are taken
// in time, and the MIC is there in time. Octets, and starts, may come in any cycle. Assumed: a message has at least
// LEAST associated octets.
//
// No property reads what AES makes of a block, so its S-boxes are not in the proof: of AES there are the rounds alone.

module ccm_proof #(
    parameter int LEAST = 1
) (
    input logic clk,
    input logic reset,
    input logic start,
    input logic [15:0] associated,
    input logic [15:0] message,
    input logic octet_valid
);
    // Cycles in which no octet can be taken, one after the other, and those from the last octet to the MIC.
    localparam int STALLED = LEAST < 12 ? 33 : 12;
    localparam int FINISHES = 23;
    localparam int CIPHERS = 11;
    localparam logic [1:0] NONE = 2'd0, MIC = 2'd1, CHAIN = 2'd2, STREAM = 2'd3;  // job_t of ccm_schedule

    logic octet_ready, result_valid, done;
    ccm circuit (
        .clk, .reset, .start, .decipher('0), .key('0), .nonce('0), .associated, .message, .octet_valid, .octet('0), .octet_ready,
        .result_valid, .result(), .done, .mic()
    );

    // What has been taken of the message that was started last, and for how long nothing happens.
    logic started, begun, takes;
    logic [15:0] of_associated, of_message, taken_associated, taken_message;
    logic [12:0] ended, stream_number;  // blocks of the message that are complete; that of the key stream
    logic [7:0] stalled, waited;
    logic is_left;
    initial started = 1'b0;
    assign takes = octet_valid && octet_ready;
    assign is_left = taken_associated != of_associated || taken_message != of_message;
    always_ff @(posedge clk) begin
        started <= 1'b1;
        if (takes && taken_associated != of_associated) taken_associated <= taken_associated + 1'b1;
        if (result_valid) taken_message <= taken_message + 1'b1;
        if (circuit.ends && circuit.is_message) ended <= ended + 1'b1;
        if (circuit.to_stream) stream_number <= circuit.index - 1'b1;
        stalled <= is_left && !octet_ready ? stalled + 1'b1 : '0;
        waited <= !is_left && !done ? waited + 1'b1 : '0;
        if (start) begin
            {of_associated, of_message} <= {associated, message};
            {taken_associated, taken_message, ended, stalled, waited} <= '0;
        end
        begun <= !reset && (begun || start);
    end

    always_comb begin
        assume (started || reset);
        assume (!start || 32'(associated) >= LEAST);
    end

    // The rounds that AES still works on a job, by its round constant.
    logic [3:0] rounds;
    logic [1:0] job;
    assign job = circuit.schedule.job;
    always_comb begin
        rounds = '1;
        for (int i = 0; i < 11; i++) if (circuit.cipher.constant == constant_with(i)) rounds = 4'(i);
    end
    function automatic logic [7:0] constant_with(int left);
        automatic logic [10:0][7:0] constants = {
            8'h01, 8'h02, 8'h04, 8'h08, 8'h10, 8'h20, 8'h40, 8'h80, 8'h1b, 8'h36, 8'h00
        };
        return constants[left];
    endfunction

    // Cycles until AES takes the complete block; until an octet can be taken; until the MIC is there.
    logic [7:0] until_load, until_ready, until_done;
    logic is_coming;
    assign is_coming = circuit.stream_there || job == STREAM;
    always_comb begin
        until_load = 8'(rounds) + 8'(job == CHAIN);
        if (job == NONE) until_load = circuit.index == '0 ? 8'(CIPHERS) : '0;
        if (circuit.is_complete) until_ready = until_load + 1'b1 + (circuit.is_message && !is_coming ? 8'(2 * CIPHERS) : '0);
        else until_ready = (job == NONE ? '0 : 8'(rounds)) + 1'b1 + (job == STREAM ? '0 : 8'(CIPHERS));
        until_done = circuit.is_complete ? until_load + 8'(CIPHERS) + 1'b1 : 8'(rounds) + 1'b1;
    end

    always_ff @(posedge clk) if (started && !reset) begin
        // Nothing happens before the first message.
        if (!begun) assert (!octet_ready && !done && !circuit.loads && job == NONE && circuit.left == '0 && rounds == '0);
    end

    always_ff @(posedge clk) if (started && !reset && begun) begin
        // A result is there with an octet of the message, and no octet is taken beyond the last.
        assert (!octet_ready || is_left);
        assert (result_valid == (takes && taken_associated == of_associated));

        // An octet of the message meets the key stream of its block.
        if (result_valid) assert (stream_number == 13'(taken_message / 16) + 1'b1 && circuit.place == taken_message[3:0]);

        // An octet can be taken in time, and the MIC is there in time, after the last.
        if (is_left) assert (32'(stalled) <= STALLED);
        assert (32'(waited) < FINISHES);
        assert (!done || !is_left);

        // Invariants that the induction needs: the numbers of octets, and their places.
        assert (circuit.length == of_message && taken_associated <= of_associated && taken_message <= of_message);
        assert (32'(of_associated) >= LEAST && circuit.is_message == (taken_associated == of_associated));
        assert (circuit.left == (circuit.is_message ? of_message - taken_message : of_associated - taken_associated));
        if (!circuit.is_message) assert (taken_message == '0 && ended == '0 && circuit.place == 4'(taken_associated + 16'd2));
        if (circuit.is_complete && !circuit.is_first) assert (circuit.place == '0);
        if (circuit.is_message && circuit.left != '0) assert (taken_message == {ended[11:0], circuit.place} && !ended[12]);
        if (circuit.is_message && circuit.left == '0) assert (ended == 13'((17'(of_message) + 17'd15) / 16));
        // Invariants of the key streams: those that have been loaded, and the one that is there, or in AES.
        assert (14'(circuit.schedule.left) + 14'(circuit.index) == 14'((17'(of_message) + 17'd15) / 16) + 1'b1);
        if (circuit.index != '0) assert (circuit.index == ended + 13'd1 + 13'(circuit.stream_there) + 13'(job == STREAM));
        if (circuit.stream_there) assert (stream_number == ended + 1'b1);
        if (job == STREAM && circuit.stream_there) assert (circuit.is_message && !circuit.is_complete);
        // Invariants of the order: the MIC's key stream, the first block, and then the octets.
        assert (32'(rounds) <= 10);
        assert ((circuit.index == '0) == (job == NONE && circuit.is_first));
        assert (circuit.is_first == (circuit.index == '0 || job == MIC));
        if (circuit.is_first) assert (circuit.is_complete && taken_associated == '0 && !circuit.is_message && !circuit.stream_there && !done);
        // The next key stream is loaded before a block of octets, one a cycle, can be complete.
        if (job == CHAIN) assert (rounds != 4'd10 || !circuit.is_complete);
        if (circuit.is_message && !circuit.is_complete && job == CHAIN) assert (32'(circuit.place) + 32'(rounds) <= 10);
        if (circuit.is_message && !circuit.is_complete && job == NONE) assert (circuit.schedule.left == '0);
        if (circuit.is_complete && ended != '0 && circuit.left != '0) assert (is_coming);
        if (LEAST >= 12 && circuit.index == 13'd1 && !circuit.is_first && circuit.schedule.left != '0)
            assert (job == CHAIN && !circuit.is_complete && 32'(taken_associated) + 32'(rounds) <= 10);
        // Invariants of the times until an octet can be taken, and until the MIC is there.
        if (is_left && !octet_ready) assert (32'(stalled) + 32'(until_ready) <= STALLED);
        if (is_left) assert (waited == '0);
        if (!is_left && !done) assert (circuit.is_complete || job == CHAIN);
        if (!is_left && !done) assert (32'(waited) + 32'(until_done) < FINISHES);
        if (done) assert (!circuit.is_complete && job == NONE);
    end

    always_ff @(posedge clk) if (!reset && begun) begin
        cover (is_left && !octet_ready && 32'(until_ready) == STALLED);
        cover (!is_left && !done && 32'(until_done) == FINISHES - 1);
    end
endmodule
