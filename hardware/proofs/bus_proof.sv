// What holds of the bus: proved by `hardware/prove bus_proof`.
//
// For one master, any of them, and for all where it says so. Assumed of each core: it holds a request until it is
// granted; it asks for nothing from then on to its response; it keeps what it asks for, from the cycle after its first
// request on. Of the controller, which is the last master if there is one: the same, but that its request may stay raised
// to its response, and that its burst, all reads or all writes, has 1 to 16 words and does not cross a multiple of 1 KiB.

module bus_proof #(
    parameter int CORES = 3,
    parameter int OVERLAP = 2,
    parameter int WAIT_STATES = 0,
    parameter bit MAC = 0,
    localparam int MASTERS = CORES + int'(MAC),
    localparam int W = $clog2(MASTERS)
) (
    input logic clk,
    input logic reset,
    input logic [MASTERS-1:0] request,
    input logic [MASTERS-1:0][1:0] asked,
    input logic [MASTERS-1:0][31:0] address,
    input logic [MASTERS-1:0][3:0] strobe,
    input logic [MASTERS-1:0][31:0] data,
    input logic [MASTERS-1:0][4:0] operation,
    input logic [MASTERS-1:0] reserved,
    input logic [4:0] burst_words,
    input logic [31:0] shared_word,
    input logic [31:0] register_word,
    input logic [W-1:0] t
);
    import core_pkg::*;
    localparam int SHARED_BYTES = 1024;
    localparam logic [31:0] SHARED_BASE = 32'h8000_0000;
    // Data cycles of the longest transfer: an atomic operation, or a burst; from one grant to the next, and from its grant to its response.
    localparam int ATOMIC_CYCLES = 5 + 2 * WAIT_STATES;
    localparam int DATA = MAC ? 16 * (1 + WAIT_STATES) : ATOMIC_CYCLES;
    localparam int LONGEST = DATA + 1 + (2 - OVERLAP);
    localparam int ANSWER = DATA + 2;
    localparam int C = $clog2(ANSWER + 2);

    logic [CORES-1:0] grant, written;
    logic [MASTERS-1:0] response;
    bus_kind_t [MASTERS-1:0] kind;
    logic [31:0] word, shared_write, register_address, register_data;
    logic [31:2] written_address;
    logic shared_read, print, register_select, register_write, burst_step, burst_moved;
    logic [3:0] shared_strobe;
    logic [7:0] shared_address;
    logic [7:0] character;
    logic [$clog2(CORES)-1:0] printer;
    for (genvar i = 0; i < MASTERS; i++) begin : of
        assign kind[i] = bus_kind_t'(asked[i]);
    end
    bus #(
        .CORES(CORES), .OVERLAP(OVERLAP), .WAIT_STATES(WAIT_STATES), .SHARED_BASE(SHARED_BASE), .SHARED_BYTES(SHARED_BYTES), .MAC(MAC)
    ) circuit (.*);

    // Of a master's transfer; only the sram has wait states.
    function automatic logic is_burst(logic [W-1:0] master);
        return MAC && 32'(master) == CORES;
    endfunction
    function automatic logic is_in_sram(logic [W-1:0] master);
        return (address[master] ^ SHARED_BASE) < 32'(SHARED_BYTES);
    endfunction
    function automatic int data_cycles(logic [W-1:0] master);
        automatic int waits = is_in_sram(master) ? WAIT_STATES : 0;
        if (is_burst(master)) return is_in_sram(master) ? 32'(burst_words) * (1 + waits) : 1;
        return kind[master] == BUS_ATOMIC ? 5 + 2 * waits : 1 + waits;
    endfunction
    function automatic logic is_at(logic stage, logic [W-1:0] owner, int master);
        return stage && 32'(owner) == master;
    endfunction

    // Which masters wait for an answer, and for how long one has not been granted; the words that a burst has moved.
    logic started;
    logic [MASTERS-1:0] asks, granted, waited, served, was_held;
    logic [MASTERS-1:0][1:0] was_asked;
    logic [MASTERS-1:0][31:0] was_address;
    logic [4:0] was_words, steps;
    logic [W-1:0] was_t, last;
    logic [C-1:0] age, idle;
    logic [W:0] passed, ahead;
    assign granted = circuit.grants ? MASTERS'(1) << circuit.winner : '0;
    assign asks = request & ~(MAC ? served & MASTERS'(1) << CORES : '0);
    initial started = 1'b0;
    always_ff @(posedge clk) begin
        started <= 1'b1;
        was_t <= t;
        was_asked <= asked;
        was_address <= address;
        was_words <= burst_words;
        was_held <= reset ? '0 : waited | served;
        waited <= reset ? '0 : asks & ~granted;
        served <= reset ? '0 : (served & ~response) | granted;
        age <= reset || !served[t] ? '0 : age + 1'b1;
        idle <= reset || granted != '0 || asks == '0 ? '0 : idle + 1'b1;
        passed <= reset || !asks[t] || granted[t] ? '0 : passed + (W + 1)'(granted != '0);
        steps <= reset || !(MAC && served[MASTERS-1]) ? '0 : steps + 5'(burst_step);
        if (reset) last <= W'(CORES - 1);
        for (int i = 0; i < MASTERS; i++) if (!reset && granted[i]) last <= W'(i);
    end
    assign ahead = last < t ? {1'b0, t} - {1'b0, last} - 1'b1 : (W + 1)'(MASTERS) + {1'b0, t} - {1'b0, last} - 1'b1;

    // Data cycles after this one.
    int left;
    assign left = 32'(circuit.left) + 32'(circuit.more) * (1 + WAIT_STATES);

    always_comb begin
        assume (started || reset);
        assume (32'(t) < MASTERS && (!started || t == was_t));
        if (MAC) begin
            assume (kind[MASTERS-1] inside {BUS_READ, BUS_WRITE});
            assume (address[MASTERS-1][1:0] == '0 && burst_words >= 5'd1 && burst_words <= 5'd16);
            assume (32'(address[MASTERS-1][9:2]) + 32'(burst_words) <= 32'd256);
        end
        if (started) begin
            assume ((waited & ~request) == '0);
            assume ((served & asks) == '0);
            for (int i = 0; i < MASTERS; i++) if (was_held[i]) assume (asked[i] == was_asked[i] && address[i] == was_address[i]);
            if (was_held[MASTERS-1]) assume (burst_words == was_words);
        end
    end

    always_ff @(posedge clk) if (started && !reset) begin
        // One grant and one response a cycle at most, to whoever asks, and to whoever has been granted; all masters.
        assert ((granted & (granted - 1'b1)) == '0 && (granted & ~asks) == '0 && grant == granted[CORES-1:0]);
        assert ((response & (response - 1'b1)) == '0 && (response & ~served) == '0);

        // What has been granted is in one cycle of the bus, and is answered in time.
        for (int i = 0; i < MASTERS; i++)
            assert (served[i] == (is_at(circuit.in_address, circuit.last, i) || is_at(circuit.in_data, circuit.master, i)
                || is_at(circuit.in_response, circuit.answered, i)));
        assert (!served[t] || 32'(age) < ANSWER);

        // A request is granted before every other master has been granted twice, and a grant comes in time if one asks.
        assert (circuit.last == last && 32'(last) < MASTERS);
        assert (32'(passed) + 32'(ahead) < MASTERS);
        assert (32'(idle) < LONGEST);

        // The sram is written in the last cycle of a step alone, and the others are told: of a burst all cores.
        assert (shared_strobe == '0 || (circuit.is_step && !shared_read));
        if (shared_strobe != '0) assert (served[circuit.master]);
        for (int i = 0; i < CORES; i++) if (shared_strobe != '0) assert (written[i] == (32'(circuit.master) != i));

        // A burst moves all its words, one after the other, or none; it reaches no register.
        if (MAC) begin
            assert (!burst_step || shared_address == 8'(address[MASTERS-1][9:2] + 8'(steps)));
            assert (!burst_step || (kind[MASTERS-1] == BUS_READ ? shared_read : shared_strobe == strobe[MASTERS-1]));
            if (response[MASTERS-1]) assert (burst_moved == is_in_sram(W'(CORES)) && steps == (burst_moved ? burst_words : 5'd0));
            if (is_at(circuit.in_data, circuit.master, CORES)) assert (!register_select && !print);
        end

        // Invariants that the induction needs: which cycles of the bus can coincide, and how far a transfer has come.
        assert (!circuit.in_data || !(circuit.in_address || circuit.in_response));
        assert (!(circuit.in_address && circuit.in_response) || (OVERLAP > 0 && circuit.last != circuit.answered));
        assert (!circuit.in_address || 32'(circuit.last) < MASTERS);
        assert (!circuit.in_data || (32'(circuit.master) < MASTERS && left < data_cycles(circuit.master)));
        if (is_at(circuit.in_address, circuit.last, 32'(t))) assert (age == '0);
        if (is_at(circuit.in_data, circuit.master, 32'(t))) assert (32'(age) + left == data_cycles(t));
        if (is_at(circuit.in_response, circuit.answered, 32'(t))) assert (32'(age) == data_cycles(t) + 1);
        assert (!circuit.in_address || idle == '0);
        assert (!circuit.in_data || 32'(idle) + left <= DATA);
        assert (!circuit.in_response || 32'(idle) <= DATA + 1 || OVERLAP == 2);
        assert (!circuit.in_data || 32'(circuit.left) <= (kind[circuit.master] == BUS_ATOMIC ? ATOMIC_CYCLES - 1 : WAIT_STATES));
        if (is_at(circuit.in_data, circuit.master, CORES)) begin
            assert (steps == {1'b0, circuit.moved});
            assert (is_in_sram(W'(CORES)) ? steps + 5'(circuit.more) + 5'd1 == burst_words : circuit.more == '0);
        end else assert (!circuit.in_data || circuit.more == '0);
        if (is_at(circuit.in_address, circuit.last, CORES)) assert (steps == '0);
        if (is_at(circuit.in_response, circuit.answered, CORES))
            assert (circuit.is_word == is_in_sram(W'(CORES)) && steps == (circuit.is_word ? burst_words : 5'd0));
    end

    always_ff @(posedge clk) begin
        cover (32'(passed) == MASTERS - 1);
        cover (32'(age) == ANSWER - 1);
        if (MAC) cover (response[MASTERS-1] && steps == 5'd3);
    end
endmodule
