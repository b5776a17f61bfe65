// What holds of the synchronization controller, whatever the cores ask: proved by `hardware/prove sync_proof`.
//
// Assumed of the environment, as the crossbar and the transmitters have it: the request word and its source stay until
// the answer; the source is a core. All that follows is for one lock and one barrier, any of them (`any_lock`,
// `any_barrier`).

module sync_proof #(
    parameter int CORES = 3,
    parameter int LOCKS = 2,
    parameter int BARRIERS = 2,
    parameter bit GRANT = 0,
    localparam int W = $clog2(CORES)
) (
    input logic clk,
    input logic reset,
    input logic request,
    input logic [31:0] data,
    input logic [W-1:0] source,
    input logic [7:0] any_lock,
    input logic [7:0] any_barrier
);
    import message_pkg::*;

    logic sample;
    logic [CORES-1:0] in_work, answer_to, notify;
    logic [1:0] answer;
    sync #(.CORES(CORES), .LOCKS(LOCKS), .BARRIERS(BARRIERS), .GRANT(GRANT)) circuit (.*);

    // The past, and a reset at first.
    logic started, was_sample;
    logic [31:0] was_data;
    logic [W-1:0] was_source;
    logic [7:0] was_lock, was_barrier;
    initial started = 1'b0;
    always_ff @(posedge clk) begin
        started <= 1'b1;
        {was_sample, was_data, was_source, was_lock, was_barrier} <= {sample, data, source, any_lock, any_barrier};
    end

    always_comb begin
        assume (started || reset);
        assume (32'(source) < CORES);
        assume (!started || (any_lock == was_lock && any_barrier == was_barrier));
        assume (32'(any_lock) < LOCKS && 32'(any_barrier) < BARRIERS);
        // A request stays from the cycle in which it is sampled to that of its answer.
        if (started && !sample) assume (data == was_data && source == was_source);
        if (!sample) assume (!request);
    end

    // The cycles since a request was sampled.
    logic check, respond;
    always_ff @(posedge clk) {check, respond} <= reset ? '0 : {request, check};

    // What the answers say of the lock: who has it, and who waits for it.
    logic single, of_lock, of_barrier, ack;
    logic held;
    logic [W-1:0] owner;
    logic [CORES-1:0] self, lock_list, barrier_list, wakes;
    logic [7:0] arrived;
    assign self = CORES'(1) << source;
    assign single = !data[31] && data[24:20] == '0 && respond;
    assign of_lock = single && data[19:18] != BARRIER && data[7:0] == any_lock;
    assign of_barrier = single && data[19:18] == BARRIER && data[7:0] == any_barrier && data[15:8] != '0;
    assign ack = answer == RX_ACK;

    logic takes, gives, completes;
    assign takes = of_lock && data[19:18] != LOCK_RELEASE && ack;
    assign gives = of_lock && data[19:18] == LOCK_RELEASE && ack;
    assign completes = of_barrier && ack;
    assign wakes = GRANT ? notify & lock_list : circuit.notify_next & lock_list;

    always_ff @(posedge clk) begin
        if (takes) {held, owner} <= {1'b1, source};
        if (gives) held <= 1'b0;
        if (gives && GRANT && lock_list != '0) {held, owner} <= {1'b1, circuit.decide.chosen};
        if (of_lock && data[19:18] == LOCK_ACQUIRE && !ack) lock_list <= lock_list | self;
        if (gives) lock_list <= lock_list & ~wakes;
        if (of_barrier) begin
            arrived <= ack ? '0 : arrived + 1'b1;
            barrier_list <= ack ? '0 : barrier_list | self;
        end
        if (reset) {held, owner, lock_list, barrier_list, arrived} <= '0;
    end

    always_ff @(posedge clk) if (started && !reset) begin
        // Every request is answered two cycles after it was sampled, to its source alone, and nothing else is answered.
        assert (respond == (answer != RX_NULL));
        assert (!respond || (answer != RX_LACK && answer_to == self));
        assert (sample == !(check || respond));

        // One owner per lock: it is taken only when free, a free one is never refused, and its owner alone gives it
        // back.
        assert (!takes || !held);
        assert (!(of_lock && data[19:18] != LOCK_RELEASE && !held) || ack);
        if (of_lock && data[19:18] == LOCK_RELEASE) assert (ack == (held && owner == source));

        // Who waits is woken one at a time, and only by a release; no waiting core is passed over for ever when there
        // is one.
        assert (!gives || $onehot0(wakes));
        assert (!gives || (wakes != '0) == (lock_list != '0));

        // A barrier releases when the last core has come, all that wait and these alone, and is then empty.
        if (of_barrier) assert (ack == ({1'b0, arrived} + 9'd1 >= {1'b0, data[15:8]}));
        if (completes) assert (circuit.notify_now == barrier_list);
        if (of_barrier && !ack) assert (circuit.notify_now == '0);
        if (!respond) assert (circuit.notify_now == '0 && circuit.notify_next == '0);

        // The rows are what the answers have said: the invariant.
        for (int i = 0; i < LOCKS; i++)
            if (8'(i) == any_lock) begin
                assert (circuit.locks.rows[i][CORES+W] == held);
                assert (!held || circuit.locks.rows[i][CORES+:W] == owner);
                assert (circuit.locks.rows[i][CORES-1:0] == lock_list);
            end
        for (int i = 0; i < BARRIERS; i++)
            if (8'(i) == any_barrier) assert (circuit.barriers.rows[i] == {arrived, barrier_list});
        assert ({check, respond} == {circuit.requests.single.check, circuit.requests.reply});
        assert (!(check && respond));
    end

    // Each of these can happen, so no assumption excludes it.
    always_ff @(posedge clk) begin
        cover (gives && wakes != '0);
        cover (completes && barrier_list != '0);
        cover (of_lock && data[19:18] == LOCK_ACQUIRE && !ack);
    end
endmodule
