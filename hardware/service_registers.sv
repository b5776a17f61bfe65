// The registers of a core's network interface: the priority of its accesses to each device, and its circuits.
//
//                  index ---------------+
//                                       v
//   [ priorities, of each device ] --> [ one ] --> priority of an access, reads
//   [ circuits, of each device   ] --> [     ] --> state ---+--> opens, closes --> [ step: a packet ] --> flit_out
//          ^                                      answers --+         |
//          +----------------------------------------------------------+
//
// The interface holds one step: a write waits until the last step has been sent. A core that has exited has its circuits
// closed, one after the other, as if by commands.
//
// Source: J. Joven et al. 2013, section IV; docs/contract/switches.md. In the simulator this is
// crates/sim/src/part/switches/initiator.rs.

module service_registers #(
    parameter int DEVICES = 4,
    parameter int PRIORITIES = 8,
    parameter int ENDPOINTS = 32,
    parameter logic [DEVICES-1:0][7:0] PLACES = '0,   // the endpoint of each device
    parameter logic [DEVICES-1:0] ATTACHED = '1,      // those that are in the network
    localparam int CB = PRIORITIES > 1 ? $clog2(PRIORITIES) : 1,
    localparam int DB = $clog2(ENDPOINTS),
    localparam int NB = DEVICES > 1 ? $clog2(DEVICES) : 1
) (
    input logic clk,
    input logic reset,

    // The device of the present access or, after the core has exited, of the circuit that is closed next; DEVICES or more: none.
    input  logic [NB:0]   index,
    output logic [DB-1:0] place,        // its endpoint
    output logic [CB-1:0] level,        // the priority of its accesses
    output logic          any_circuit,  // the core has a circuit, or is opening one
    output logic          one_way,      // the circuit to this device is open, and does not reserve the way back
    output logic          begins,       // the core has exited: the first device is next
    output logic          goes_on,      // the device after this one is

    // An access to a register of the device. A write that waits is repeated in the next cycle.
    input  logic        select,
    input  logic        write,
    input  logic        is_command,  // the register of its circuit, not of its priority
    input  logic [31:0] write_data,
    output logic [31:0] read_data,
    output logic        waits,

    // The answer to a step.
    input logic          answered,
    input logic          refused,
    input logic [DB-1:0] source,

    input logic exited,
    input logic is_idle,  // no access is carried out

    // The step that is to be sent.
    output logic          step,
    output logic          step_opens,
    output logic          step_both,  // both ways
    output logic [DB-1:0] step_to,
    input  logic          step_sent
);
    typedef enum logic [1:0] {CLOSED, OPENING, OPEN, REFUSED} circuit_e;
    localparam logic [31:0] CLOSE = 0, OPEN_ONE_WAY = 1, OPEN_BOTH_WAYS = 2;

    circuit_e [DEVICES-1:0] states;
    logic [DEVICES-1:0][CB-1:0] levels;
    logic [DEVICES-1:0] both;
    logic accepts, closing;

    assign waits = select && write && step;
    assign accepts = select && write && !step;

    // What is known of the device.
    logic [DEVICES-1:0] is_named;
    circuit_e state;
    logic is_attached, is_both;
    always_comb begin
        {state, level, place, is_attached, is_both} = '0;
        for (int d = 0; d < DEVICES; d++) begin
            is_named[d] = index == (NB + 1)'(d);
            if (is_named[d]) {state, level, place, is_attached, is_both} = {states[d], levels[d], DB'(PLACES[d]), ATTACHED[d], both[d]};
        end
    end

    // The answer comes late in the cycle, and the states are those at its start: what they say is corrected last.
    circuit_e now;
    logic [DEVICES-1:0] answers, in_use;
    always_comb begin
        for (int d = 0; d < DEVICES; d++) begin
            answers[d] = ATTACHED[d] && source == DB'(PLACES[d]);
            in_use[d] = states[d] inside {OPENING, OPEN};
        end
    end
    assign now = answered && |(answers & is_named) ? (refused ? REFUSED : OPEN) : state;
    assign any_circuit = answered && refused ? |(in_use & ~answers) : |in_use;
    assign one_way = now == OPEN && !is_both;
    assign read_data = is_command ? 32'(now) : 32'(level);

    logic opens, closes, opens_both;
    assign opens_both = write_data == OPEN_BOTH_WAYS;
    assign opens = accepts && is_command && is_attached && (write_data == OPEN_ONE_WAY || opens_both) && now inside {CLOSED, REFUSED};
    assign closes = (closing ? !step : accepts && is_command && write_data == CLOSE) && now == OPEN;

    for (genvar d = 0; d < DEVICES; d++) begin : of
        always_ff @(posedge clk) begin
            if (accepts && !is_command && is_named[d]) levels[d] <= write_data < 32'(PRIORITIES) ? CB'(write_data) : CB'(PRIORITIES - 1);
            if (opens && is_named[d]) both[d] <= opens_both;
            if (answered && answers[d]) states[d] <= refused ? REFUSED : OPEN;
            if (opens && is_named[d]) states[d] <= OPENING;
            if (closes && is_named[d]) states[d] <= CLOSED;
            if (reset) begin
                levels[d] <= '0;
                states[d] <= CLOSED;
            end
        end
    end

    assign begins = exited && is_idle && !closing;
    assign goes_on = closing && !step && now != OPENING && !index[NB];
    always_ff @(posedge clk) begin
        closing <= (begins || closing) && !reset;
        if (opens || closes) begin
            step <= 1'b1;
            step_opens <= opens;
            step_both <= opens ? opens_both : is_both;
            step_to <= place;
        end else if (step_sent) step <= 1'b0;
        if (reset) step <= 1'b0;
    end
endmodule
