// What holds of the bus: proved by `hardware/prove bus_proof`.
//
// For one core, any of them, and for all where it says so. Assumed of each core: it holds a request until it is
// granted; it asks for nothing from then on to its response; it keeps what it asks for, from the cycle after its first
// request on.

module bus_proof #(
    parameter int CORES = 3,
    parameter int OVERLAP = 2,
    parameter int WAIT_STATES = 0,
    localparam int W = $clog2(CORES)
) (
    input logic clk,
    input logic reset,
    input logic [CORES-1:0] request,
    input logic [CORES-1:0][1:0] asked,
    input logic [CORES-1:0][31:0] address,
    input logic [CORES-1:0][3:0] strobe,
    input logic [CORES-1:0][31:0] data,
    input logic [CORES-1:0][4:0] operation,
    input logic [CORES-1:0] reserved,
    input logic [31:0] shared_word,
    input logic [W-1:0] t
);
    import core_pkg::*;
    localparam int SHARED_BYTES = 64;
    localparam logic [31:0] SHARED_BASE = 32'h8000_0000;
    // Cycles of an atomic operation from one grant to the next, and from its grant to its response.
    localparam int LONGEST = 6 + 2 * WAIT_STATES + (2 - OVERLAP);
    localparam int ANSWER = 7 + 2 * WAIT_STATES;
    localparam int C = $clog2(ANSWER + 2);

    logic [CORES-1:0] grant, response, written;
    bus_kind_t [CORES-1:0] kind;
    logic [31:0] word, shared_write;
    logic [31:2] written_address;
    logic shared_read, print;
    logic [3:0] shared_strobe, shared_address;
    logic [7:0] character;
    logic [W-1:0] printer;
    for (genvar i = 0; i < CORES; i++) begin : of
        assign kind[i] = bus_kind_t'(asked[i]);
    end
    bus #(.CORES(CORES), .OVERLAP(OVERLAP), .WAIT_STATES(WAIT_STATES), .SHARED_BASE(SHARED_BASE), .SHARED_BYTES(SHARED_BYTES)) circuit (.*);

    // Of a core's access; the console has no wait states.
    function automatic int data_cycles(logic [W-1:0] core);
        automatic int waits = (address[core] ^ SHARED_BASE) < 32'(SHARED_BYTES) ? WAIT_STATES : 0;
        return kind[core] == BUS_ATOMIC ? 5 + 2 * waits : 1 + waits;
    endfunction
    function automatic logic is_at(logic stage, logic [W-1:0] owner, int core);
        return stage && 32'(owner) == core;
    endfunction

    // Which cores wait for an answer, and for how long one has not been granted.
    logic started;
    logic [CORES-1:0] waited, served, was_held;
    logic [CORES-1:0][1:0] was_asked;
    logic [CORES-1:0][31:0] was_address;
    logic [W-1:0] was_t, last;
    logic [C-1:0] age, idle;
    logic [W:0] passed, ahead;
    initial started = 1'b0;
    always_ff @(posedge clk) begin
        started <= 1'b1;
        was_t <= t;
        was_asked <= asked;
        was_address <= address;
        was_held <= reset ? '0 : waited | served;
        waited <= reset ? '0 : request & ~grant;
        served <= reset ? '0 : (served & ~response) | grant;
        age <= reset || !served[t] ? '0 : age + 1'b1;
        idle <= reset || grant != '0 || request == '0 ? '0 : idle + 1'b1;
        passed <= reset || !request[t] || grant[t] ? '0 : passed + (W + 1)'(grant != '0);
        if (reset) last <= W'(CORES - 1);
        for (int i = 0; i < CORES; i++) if (!reset && grant[i]) last <= W'(i);
    end
    assign ahead = last < t ? {1'b0, t} - {1'b0, last} - 1'b1 : (W + 1)'(CORES) + {1'b0, t} - {1'b0, last} - 1'b1;

    always_comb begin
        assume (started || reset);
        assume (32'(t) < CORES && (!started || t == was_t));
        if (started) begin
            assume ((waited & ~request) == '0);
            assume ((served & request) == '0);
            for (int i = 0; i < CORES; i++) if (was_held[i]) assume (asked[i] == was_asked[i] && address[i] == was_address[i]);
        end
    end

    always_ff @(posedge clk) if (started && !reset) begin
        // One grant and one response a cycle at most, to whoever asks, and to whoever has been granted; all cores.
        assert ((grant & (grant - 1'b1)) == '0 && (grant & ~request) == '0);
        assert ((response & (response - 1'b1)) == '0 && (response & ~served) == '0);

        // What has been granted is in one cycle of the bus, and is answered in time.
        for (int i = 0; i < CORES; i++)
            assert (served[i] == (is_at(circuit.in_address, circuit.last, i) || is_at(circuit.in_data, circuit.master, i)
                || is_at(circuit.in_response, circuit.answered, i)));
        assert (!served[t] || 32'(age) < ANSWER);

        // A request is granted before every other core has been granted twice, and a grant comes in time if one asks.
        assert (circuit.last == last && 32'(last) < CORES);
        assert (32'(passed) + 32'(ahead) < CORES);
        assert (32'(idle) < LONGEST);

        // The sram is written in the last data cycle alone, and the others are told.
        assert (shared_strobe == '0 || (circuit.last_data && !shared_read));
        if (shared_strobe != '0) assert (served[circuit.master] && !written[circuit.master]);

        // Invariants that the induction needs: which cycles of the bus can coincide, and how far an access has come.
        assert (!circuit.in_data || !(circuit.in_address || circuit.in_response));
        assert (!(circuit.in_address && circuit.in_response) || (OVERLAP > 0 && circuit.last != circuit.answered));
        assert (!circuit.in_address || 32'(circuit.last) < CORES);
        assert (!circuit.in_data || (32'(circuit.master) < CORES && 32'(circuit.left) < data_cycles(circuit.master)));
        if (is_at(circuit.in_address, circuit.last, 32'(t))) assert (age == '0);
        if (is_at(circuit.in_data, circuit.master, 32'(t))) assert (32'(age) + 32'(circuit.left) == data_cycles(t));
        if (is_at(circuit.in_response, circuit.answered, 32'(t))) assert (32'(age) == data_cycles(t) + 1);
        assert (!circuit.in_address || idle == '0);
        assert (!circuit.in_data || 32'(idle) + 32'(circuit.left) <= 5 + 2 * WAIT_STATES);
        assert (!circuit.in_response || 32'(idle) <= 6 + 2 * WAIT_STATES || OVERLAP == 2);
    end

    always_ff @(posedge clk) begin
        cover (32'(passed) == CORES - 1);
        cover (32'(age) == ANSWER - 1);
    end
endmodule
