// The registers of a core's network interface: the priority of its accesses to each device, and its circuits.
//
//   writes --> [ priority, of each device ] ------------------> priority of an access
//     |                                          answers
//     +------> [ state of the circuit, of each device ] <----> [ step: the packet that opens or closes a circuit ] --> flit_out
//
// The interface holds one step: a write waits until the last step has been sent. A core that has exited has its circuits
// closed, one after the other.
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

    // An access to a register. A write that waits is repeated in the next cycle.
    input  logic        select,
    input  logic        write,
    input  logic [9:2]  offset,
    input  logic [31:0] write_data,
    output logic [31:0] read_data,
    output logic        waits,

    // The device of an access.
    input  logic [NB-1:0] device,
    output logic [CB-1:0] level,
    output logic          any_circuit,  // the core has a circuit, or is opening one
    output logic          one_way,      // the circuit to this device is open, and does not reserve the way back

    // The answer to a step.
    input logic          answered,
    input logic          refused,
    input logic [DB-1:0] source,

    input logic exited,
    input logic is_idle,  // no access is being carried out

    // The step that is to be sent.
    output logic          step,
    output logic          step_opens,
    output logic          step_both,  // both ways
    output logic [DB-1:0] step_to,
    input  logic          step_sent
);
    typedef enum logic [1:0] {CLOSED, OPENING, OPEN, REFUSED} circuit_e;
    localparam logic [31:0] CLOSE = 0, OPEN_ONE_WAY = 1, OPEN_BOTH_WAYS = 2;

    circuit_e [DEVICES-1:0] states, now;  // at the start of the cycle, and with the answer that comes in it
    logic [DEVICES-1:0][CB-1:0] levels;
    logic [DEVICES-1:0] both, opens, closes;
    logic accepts, is_command;
    logic [6:0] number;

    assign waits = select && write && step;
    assign accepts = select && write && !step;
    assign {is_command, number} = offset;

    for (genvar d = 0; d < DEVICES; d++) begin : of
        logic is_from, is_written, is_first, has_ended;
        assign is_from = answered && ATTACHED[d] && source == DB'(PLACES[d]);
        assign now[d] = is_from ? (refused ? REFUSED : OPEN) : states[d];

        assign is_written = accepts && number == 7'(d);
        assign opens[d] = is_written && is_command && ATTACHED[d] && now[d] inside {CLOSED, REFUSED}
                          && write_data inside {OPEN_ONE_WAY, OPEN_BOTH_WAYS};
        // The open circuit with the lowest number is closed first.
        if (d == 0) assign is_first = 1'b1;
        else assign is_first = of[d-1].is_first && now[d-1] != OPEN;
        assign has_ended = exited && is_idle && !step && is_first;
        assign closes[d] = now[d] == OPEN && (has_ended || (is_written && is_command && write_data == CLOSE));

        always_ff @(posedge clk) begin
            if (is_written && !is_command) levels[d] <= write_data < 32'(PRIORITIES) ? CB'(write_data) : CB'(PRIORITIES - 1);
            if (opens[d]) both[d] <= write_data == OPEN_BOTH_WAYS;
            states[d] <= opens[d] ? OPENING : closes[d] ? CLOSED : now[d];
            if (reset) begin
                levels[d] <= '0;
                states[d] <= CLOSED;
            end
        end
    end

    always_comb begin
        read_data = '0;
        any_circuit = 1'b0;
        for (int d = 0; d < DEVICES; d++) begin
            if (number == 7'(d)) read_data |= is_command ? 32'(now[d]) : 32'(levels[d]);
            any_circuit |= now[d] inside {OPENING, OPEN};
        end
    end
    assign level = levels[device];
    assign one_way = now[device] == OPEN && !both[device];

    // At most one circuit is opened or closed in a cycle.
    logic [DB-1:0] to;
    logic closes_both;
    always_comb begin
        to = '0;
        for (int d = 0; d < DEVICES; d++) if (opens[d] || closes[d]) to |= DB'(PLACES[d]);
        closes_both = |(closes & both);
    end
    always_ff @(posedge clk) begin
        if (|opens || |closes) begin
            step <= 1'b1;
            step_opens <= |opens;
            step_both <= |opens ? write_data == OPEN_BOTH_WAYS : closes_both;
            step_to <= to;
        end else if (step_sent) step <= 1'b0;
        if (reset) step <= 1'b0;
    end
endmodule
