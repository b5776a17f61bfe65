// A core's network interface: turns each access of the core into a packet, and hands the answer back. A core has one
// access at a time.
//
//   access --> [ decode ] --> [ index of the device ] --> [ service_registers ] <-- answers to steps
//      |                                                     |            |
//      |                                     endpoint, priority, circuit  | step
//      v                                                     v            v
//   [ request ] --> header, address, value -----------> [ choose ] --> [ link ] --> flit_out
//                                                            ^------ credits
//   answer <-------- [ answer ] <-- flit_in
//
// With one priority (PRIORITIES = 1) there is neither priority nor circuit, and no register.
//
// Source: docs/contract/switches.md. In the simulator this is crates/sim/src/part/switches/initiator.rs.

module network_interface #(
    parameter int DEVICES = 4,
    parameter int PRIORITIES = 8,
    parameter int ENDPOINTS = 32,
    parameter int BUFFER = 4,      // of the switch, in flits of each channel
    parameter bit SEPARATE = 0,    // a channel for each priority
    parameter bit ANSWERS = 0,     // channels for answers
    parameter logic [DEVICES-1:0][31:0] BASES = '0,
    parameter logic [DEVICES-1:0][7:0] SIZES = '0,   // address bits within a device
    parameter logic [DEVICES-1:0][7:0] PLACES = '0,  // the endpoint of each device
    parameter logic [DEVICES-1:0] ATTACHED = '1,     // those that are in the network
    parameter logic [31:0] REGISTERS = 32'hb000_0000,
    localparam bit QOS = PRIORITIES > 1,
    localparam int BEST_EFFORT = SEPARATE ? PRIORITIES : 1,
    localparam int CIRCUITS = BEST_EFFORT * (ANSWERS ? 2 : 1),  // the channel of requests by circuit
    localparam int VCS = CIRCUITS + (QOS ? 2 : 0),
    localparam int VB = VCS > 1 ? $clog2(VCS) : 1,
    localparam int CB = PRIORITIES > 1 ? $clog2(PRIORITIES) : 1,
    localparam int DB = $clog2(ENDPOINTS)
) (
    input logic clk,
    input logic reset,

    // An access, in the cycle before the first of the interface.
    input logic        access,
    input logic [31:0] address,
    input logic [31:0] value,
    input logic [7:0]  operation,
    input logic [2:0]  bytes,
    input logic        reserved,
    input logic        is_store,   // reads nothing
    input logic        has_value,  // writes something
    input logic        exited,     // the core's program has ended
    // The end of the access: the core goes on in the next cycle.
    output logic        ended,
    output logic [31:0] word,

    output logic          out_valid,
    output logic [31:0]   out_word,
    output logic          out_head,
    output logic          out_tail,
    output logic [VB-1:0] out_vc,
    output logic [DB-1:0] out_destination,
    output logic [CB-1:0] out_class,
    output logic          out_opens,   // the packet opens a circuit
    output logic          out_closes,  // it closes one
    output logic          out_both,    // both ways
    input  logic [VCS-1:0] credit_in,

    input logic          in_valid,
    input logic [31:0]   in_word,
    input logic          in_head,
    input logic          in_tail,
    input logic [DB-1:0] in_source,
    input logic          in_refused  // a packet that could not open a circuit
);
    localparam int NB = DEVICES > 1 ? $clog2(DEVICES) : 1;
    localparam int REGISTER_BITS = 10;

    typedef enum logic [1:0] {IDLE, DECODING, SENDING, WAITING} state_e;
    typedef enum logic [1:0] {HEADER, ADDRESS, VALUE} flit_e;
    typedef struct packed {
        logic [31:0] address, value;
        logic [7:0] operation;
        logic [2:0] bytes;
        logic reserved, is_store, has_value;
    } request_t;

    state_e state;
    flit_e flit;
    request_t request;
    logic is_register, in_registers, begins, goes_on, waits, step, step_opens, step_both, any_circuit, one_way, answered, refused;
    logic [31:0] register_word;
    logic [CB-1:0] level;
    logic [DB-1:0] place, step_to;
    logic [NB:0] decoded, index;

    // The device of the access, decoded as the address comes, or that of the register; after the exit the one that is examined.
    assign is_register = QOS && ((address ^ REGISTERS) >> REGISTER_BITS) == '0;
    always_comb begin
        decoded = is_register ? {(address[8:2] >> NB) != '0, address[NB+1:2]} : '0;
        for (int d = 0; d < DEVICES; d++) if (((address ^ BASES[d]) >> SIZES[d]) == '0) decoded |= (NB + 1)'(d);
    end
    always_ff @(posedge clk) begin
        if (access) begin
            request <= '{address, value, operation, bytes, reserved, is_store, has_value};
            in_registers <= is_register;
            index <= decoded;
        end else if (begins) index <= '0;
        else if (goes_on) index <= index + 1'b1;
    end

    // Circuit or best effort is decided in the cycle in which the first flit may be sent.
    logic is_first, by_circuit, was_by_circuit, is_silent, was_silent;
    assign by_circuit = is_first ? any_circuit : was_by_circuit;
    assign is_silent = is_first ? request.is_store && one_way : was_silent;
    always_ff @(posedge clk) begin
        is_first <= state == DECODING;
        {was_by_circuit, was_silent} <= {by_circuit, is_silent};
    end

    // One flit in a cycle: a step first, and no request by circuit before it.
    logic [VCS-1:0] room;
    logic [VB-1:0] channel;
    logic sends_step, sends_request, is_last, ends_silently;
    assign channel = by_circuit ? VB'(CIRCUITS) : SEPARATE ? VB'(level) : '0;
    assign sends_step = QOS && step && room[QOS ? CIRCUITS : 0];
    assign sends_request = state == SENDING && room[channel] && !sends_step && !(step && by_circuit);
    assign is_last = flit == VALUE || (flit == ADDRESS && !request.has_value);
    assign ends_silently = sends_request && is_last && is_silent;

    always_ff @(posedge clk) begin
        out_valid <= !reset && (sends_step || sends_request);
        out_head <= sends_step || flit == HEADER;
        out_tail <= sends_step || is_last;
        out_vc <= sends_step ? VB'(CIRCUITS) : channel;
        out_destination <= sends_step ? step_to : place;
        out_class <= sends_step || by_circuit ? '0 : level;
        {out_opens, out_closes, out_both} <= sends_step ? {step_opens, !step_opens, step_both} : '0;
        case (flit)
            HEADER:
            out_word <= sends_step ? '0 : {19'b0, is_silent, request.reserved, request.bytes, request.operation};
            ADDRESS: out_word <= sends_step ? '0 : request.address;
            default: out_word <= sends_step ? '0 : request.value;
        endcase
    end

    // Places in the switch's buffer.
    for (genvar v = 0; v < VCS; v++) begin : of
        logic spent;
        logic [$clog2(BUFFER + 1)-1:0] places;
        assign spent = (sends_step && v == CIRCUITS) || (sends_request && channel == VB'(v));
        assign room[v] = places != '0;
        always_ff @(posedge clk) begin
            if (reset) places <= $bits(places)'(BUFFER);
            else if (credit_in[v] != spent) places <= credit_in[v] ? places + 1'b1 : places - 1'b1;
        end
    end

    // The answer.
    logic is_over, comes;
    logic [31:0] came;
    assign refused = QOS && in_valid && in_refused;
    assign answered = refused || (QOS && in_valid && in_head && in_word[31]);
    assign comes = in_valid && in_tail && !answered;
    always_ff @(posedge clk) begin
        is_over <= !reset && (comes || ends_silently);
        came <= comes ? in_word : '0;
    end
    assign ended = is_over || (state == DECODING && in_registers && !waits);
    assign word = came | (state == DECODING && !request.is_store ? register_word : '0);

    always_ff @(posedge clk) begin
        case (state)
            IDLE: if (access) state <= DECODING;
            DECODING: if (!in_registers) state <= SENDING;
            else if (!waits) state <= IDLE;
            SENDING: if (sends_request && is_last) state <= is_silent ? IDLE : WAITING;
            default: if (comes) state <= IDLE;
        endcase
        if (state == DECODING) flit <= HEADER;
        if (sends_request) flit <= flit == HEADER ? ADDRESS : VALUE;
        if (reset) state <= IDLE;
    end

    if (QOS) begin : services
        service_registers #(.DEVICES(DEVICES), .PRIORITIES(PRIORITIES), .ENDPOINTS(ENDPOINTS), .PLACES(PLACES), .ATTACHED(ATTACHED)) registers (
            .clk, .reset, .select(state == DECODING && in_registers), .write(request.is_store), .is_command(request.address[9]),
            .write_data(request.value), .read_data(register_word), .waits, .index, .place, .level, .any_circuit, .one_way, .answered, .refused,
            .source(in_source), .exited, .is_idle((state == IDLE && !access) || comes), .begins, .goes_on, .step, .step_opens, .step_both, .step_to,
            .step_sent(sends_step)
        );
    end else begin : none
        assign place = DB'(PLACES[index[NB-1:0]]);
        assign {begins, goes_on, register_word, waits, level, any_circuit, one_way, step, step_opens, step_both, step_to} = '0;
        logic unused;
        assign unused = &{exited, in_source, refused, answered};
    end
endmodule
