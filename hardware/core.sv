// The core: RV32IMAC with Zicsr, Zifencei and the message extension, in four stages.
//
//   program memory --> [ fetch ] --> [ decode_stage ] --> EX --> WB --> registers
//                         ^  ^            |               |      ^
//                         |  +---- jal ---+               |      +-- data memory, multiplier
//                         +---- branches, traps ----------+
//                                                         +--> sub_pipeline --> bus
//                                                         +--> message_port --> message unit
//
// Stage EX is in this file: the operand registers, the address adder, the execution units and the selection of the
// result. An instruction issues in the cycle in which `control` asserts `issue`, and stays in EX until it is done.
//
// Source: H. Xiao et al. 2012, section 4.2; docs/contract/core.md, "Ports" and "Circuit".

module core #(
    parameter int CORES = 8,
    parameter int WAKE = 4,
    parameter int PROGRAM_BYTES = 262144,
    parameter int DATA_BYTES = 4194304,
    parameter int SHARED_BYTES = 4194304,
    parameter bit MAC = 0,
    parameter logic [31:0] CONTROLLER_BASE = 32'h0c00_0000,
    parameter logic [31:0] MAC_BASE = 32'h9400_0000,
    parameter bit MATCHING = 0,  // mailbox.matching
    parameter bit USER = 0,      // instructions of the user's own
    localparam int P = $clog2(PROGRAM_BYTES) - 2,
    localparam int D = $clog2(DATA_BYTES) - 2
) (
    input logic clk,
    input logic reset,
    input logic [5:0] node,
    input logic [31:0] boot_address,
    input logic external,  // interrupt

    // Memories: the word addressed in a cycle is read in the next one.
    output logic         program_read,
    output logic [P-1:0] program_address,
    input  logic [31:0]  program_word,
    output logic         data_read,
    output logic [3:0]   data_strobe,
    output logic [D-1:0] data_address,
    output logic [31:0]  data_write,
    input  logic [31:0]  data_word,

    // Bus.
    output logic        bus_request,
    input  logic        bus_grant,
    input  logic        bus_response,
    output core_pkg::bus_kind_t bus_kind,
    output logic [31:0] bus_address,
    output logic [3:0]  bus_strobe,
    output logic [31:0] bus_data,
    output logic [4:0]  bus_operation,
    output logic        bus_reserved,
    input  logic [31:0] bus_word,
    input  logic        written,
    input  logic [31:2] written_address,

    // Message unit.
    output logic        order,
    output logic        order_issue,
    output logic        is_block,
    output logic        is_query,
    output logic        is_try,
    output logic        is_offer,
    output logic [message_pkg::BODY_BITS-1:0] body,
    output logic [message_pkg::NODE_BITS-1:0] destination,
    input  logic        order_done,
    input  logic        granted,
    input  logic [message_pkg::LENGTH_BITS-1:0] send_offset,
    output logic        load,
    input  logic        loaded,
    input  logic [3:0]  load_strobe,
    input  logic [message_pkg::LENGTH_BITS-1:0] load_offset,
    input  logic [31:0] load_word,
    input  logic [31:0] head,
    output logic        match_begins,
    output logic        match_ends,
    output logic [31:0] match_word,
    input  logic [31:0] queued,
    output logic        take_word,
    output logic [1:0]  event_register,
    output logic        event_write,
    output logic [31:0] event_data,
    input  logic [31:0] event_read,
    input  logic [3:0]  unit_pending,

    // Host interface, like a debugger's. All of its inputs are 0 in a chip without a host.
    output logic        host_ask,     // an ebreak is about to issue: operation a, parameter b
    input  logic        host_takes,   // it is a call of the host
    input  logic        host_halts,   // which ends the program
    input  logic [31:0] host_value,
    output logic [31:0] host_a,
    output logic [31:0] host_b,

    // Observation.
    output logic        seen_issue,
    output logic [31:0] seen_pc,
    output logic [4:0]  seen_rd,      // written at the end of this cycle
    output logic [31:0] seen_value
);
    import core_pkg::*;

    // Stage IF and ID.
    logic fetched, is_short, is_outside, is_cut, take, jumps, redirect, leaves;
    logic [31:0] instruction, pc, jal_target, target;
    logic port_taken, fetch_read;
    logic [P-1:0] fetch_address;
    decoded_t decoded;
    logic [31:0] a_next, b_next;

    // Stage EX.
    logic ex_valid, ex_short, ex_outside, halted, ends;
    decoded_t ex;
    logic [31:0] ex_pc, a, b, address, result;
    logic issue, has_issued, done, trap, is_interrupt, interrupt, wakes, is_late, free;
    logic [4:0] trap_cause, exception_cause, interrupt_cause;
    logic [31:0] trap_value, handler, return_pc;

    // Stage WB.
    logic [4:0] wb_rd;
    logic [31:0] wb_value;

    fetch #(.BYTES(PROGRAM_BYTES)) stage_if (
        .clk, .reset, .boot_address, .port_taken, .read(fetch_read), .address(fetch_address), .word(program_word),
        .valid(fetched), .instruction, .pc, .is_outside, .is_cut, .is_short, .take, .redirect, .target
    );
    decode_stage #(.MATCHING(MATCHING), .USER(USER)) stage_id (
        .clk, .instruction, .is_short, .is_cut, .valid(fetched && !halted), .take, .jumps, .target(jal_target), .pc, .decoded,
        .a(a_next), .b(b_next), .free, .ex_rd(ex_valid ? ex.rd : 5'd0), .ex_is_late(ex_valid && is_late), .ex_result(result),
        .wb_rd, .wb_value
    );

    // Accesses.
    logic in_data, in_program, in_timer, on_bus, access_fault, fits, fault, is_access;
    logic [4:0] access_cause;
    logic [message_pkg::LENGTH_BITS-1:0] message_length;
    logic [31:0] message_node;
    logic at_head;
    assign at_head = unit_pending[2];
    assign is_access = ex.kind inside {LOAD, STORE, RESERVE, CONDITIONAL, ATOMIC};
    access #(
        .PROGRAM_BYTES(PROGRAM_BYTES), .DATA_BYTES(DATA_BYTES), .SHARED_BYTES(SHARED_BYTES), .MAC(MAC), .CONTROLLER_BASE(CONTROLLER_BASE),
        .MAC_BASE(MAC_BASE)
    ) map (
        .address, .size(ex.funct3[1:0]), .is_load(ex.kind inside {LOAD, RESERVE}),
        .is_atomic(ex.kind inside {RESERVE, CONDITIONAL, ATOMIC}), .in_data, .in_program, .in_timer, .on_bus,
        .fault(access_fault), .cause(access_cause), .message(a), .length(message_length), .fits
    );

    // Control.
    logic [7:0] user_cycles;
    logic message_waits, message_done, no_such_node, send_waits, bus_done, store_busy, divide_done, csr_exists, csr_writes, is_fetch_fault;
    control #(.WAKE(WAKE), .USER(USER)) sequence_of_ex (
        .clk, .reset, .valid(ex_valid), .kind(ex.kind), .reads_head(ex.immediate[11:0] == 12'hfc1), .on_bus, .in_program, .fault,
        .interrupt, .wakes, .store_busy, .at_head, .message_waits, .message_fault(fault), .message_done, .bus_done, .divide_done, .user_cycles,
        .issue, .has_issued, .done, .trap, .is_interrupt
    );
    exceptions check (
        .kind(ex.kind), .bits(ex.immediate), .csr_bits({ex.immediate[11:0], ex.rs1, ex.funct3, ex.rd, 7'h73}), .pc(ex_pc), .is_outside(ex_outside),
        .is_legal_csr(csr_exists && !(csr_writes && ex.immediate[11:10] == 2'b11)), .host_takes, .address, .access_fault, .access_cause,
        .no_such_node, .node(message_node), .message_fits(fits), .send_waits, .message(a), .fault, .cause(exception_cause), .value(trap_value)
    );
    assign trap_cause = is_interrupt ? interrupt_cause : exception_cause;
    assign is_fetch_fault = !is_interrupt && ex_outside;

    // Units.
    logic [31:0] alu_result, product, divided, csr_value, csr_new, message_result, amo_value, timer_word, bus_value;
    logic [31:0] pending, enabled;
    logic [63:0] now;
    logic [31:0] user_value;
    logic taken, is_reserved, interrupts_on, timer_pending, issues_on_bus, takes_reply;
    logic [3:0] strobe;
    logic [31:0] stored;
    // Operands. For the words of a message the second one is the offset from the message's start. Branches compare a and b.
    logic [31:0] first, second, sum;
    logic operates, is_selection, less;
    logic [2:0] by_funct5;
    always_comb begin
        first = ex.first == FROM_PC ? ex_pc : ex.first == FROM_ZERO ? '0 : a;
        second = ex.is_immediate ? ex.immediate : b;
        if (ex.kind inside {MBOX_STORE, MBOX_SEND}) second = 32'(send_offset);
        if (ex.kind inside {MBOX_LOAD, MBOX_MATCH}) second = 32'(load_offset);
        if (operates) {first, second} = {data_word, b};
    end
    // An atomic operation on the data memory, in its second cycle: the ALU adds, compares or does the operation of funct5.
    assign operates = ex.kind == ATOMIC && has_issued;
    assign is_selection = ex.operation[4];  // minimum, maximum
    assign by_funct5 = is_selection ? {2'b01, ex.operation[3]} : {|ex.operation[3:2], ex.operation[3], &ex.operation[3:2]};
    assign amo_value = is_selection ? (less != ex.operation[2] ? data_word : b) : ex.operation[0] ? b : alu_result;
    assign address = ex.kind == ATOMIC ? a : sum;
    alu arithmetic (
        .funct3(operates ? by_funct5 : ex.funct3), .is_branch(ex.kind == BRANCH), .is_plain(ex.kind != ALU && !operates),
        .is_alternate(ex.operation[3] && ex.kind == ALU), .first, .second, .sum, .less, .result(alu_result), .taken
    );
    multiply multiplier (.funct3(ex.funct3[1:0]), .a, .b, .result(product));
    divide divider (
        .clk, .reset, .start(issue && ex.kind == DIVIDE), .is_remainder(ex.funct3[1]), .is_unsigned(ex.funct3[0]), .a, .b,
        .done(divide_done), .result(divided)
    );
    if (USER) begin : with_user
        user_result own (.immediate(ex.immediate), .a, .b, .result(user_value), .cycles(user_cycles));
    end else begin : without_user
        assign {user_value, user_cycles} = {32'b0, 8'd1};
    end
    assign csr_writes = ex.funct3[1:0] == 2'd1 || ex.rs1 != '0;
    csr status (
        .clk, .reset, .node, .number(ex.immediate[11:0]), .operation(ex.funct3[1:0]),
        .operand(ex.funct3[2] ? 32'(ex.rs1) : a), .write(issue && ex.kind == CSR && csr_writes), .value(csr_value), .new_value(csr_new),
        .exists(csr_exists), .now, .counts(issue), .head, .queued, .event_read, .pending, .enabled, .is_on(interrupts_on),
        .trap, .is_interrupt, .cause(trap_cause), .trap_value, .pc(ex_pc), .returns(issue && ex.kind == MRET), .handler, .return_pc
    );
    interrupts sources (
        .external, .timer(timer_pending), .unit(unit_pending), .enabled, .is_on(interrupts_on), .pending, .wakes, .interrupt,
        .cause(interrupt_cause)
    );
    timer clock (
        .clk, .reset, .offset(address[15:2]), .strobe(issue && ex.kind == STORE && in_timer ? strobe : 4'b0), .write_data(stored),
        .read_data(timer_word), .now, .pending(timer_pending)
    );

    data_port #(.BYTES(DATA_BYTES)) memory_port (
        .valid(ex_valid), .kind(ex.kind), .size(ex.funct3[1:0]), .address, .b, .issue, .has_issued, .in_data, .is_reserved, .amo_value,
        .load_strobe, .load_word, .strobe, .stored, .data_read, .data_strobe, .data_address, .data_write
    );
    assign issues_on_bus = issue && is_access && on_bus;
    sub_pipeline sub (
        .clk, .reset, .issue(issues_on_bus), .kind(ex.kind), .address, .strobe, .data(stored), .operation(ex.operation),
        .is_busy(store_busy), .done(bus_done), .reserves(issue && ex.kind == RESERVE),
        .releases(trap || (issue && (ex.kind == MRET || (ex.kind == CONDITIONAL && !on_bus)))), .is_reserved,
        .request(bus_request), .grant(bus_grant), .response(bus_response), .bus_kind, .bus_address, .bus_strobe, .bus_data,
        .bus_operation, .bus_reserved, .written, .written_address
    );
    extract from_bus (.funct3(ex.funct3), .offset(address[1:0]), .word(bus_word), .value(bus_value));

    message_port #(.CORES(CORES)) messages (
        .clk, .reset, .kind(ex.kind), .issue, .has_issued, .trap, .a, .b, .immediate(ex.immediate[6:0]), .waits(message_waits),
        .finished(message_done), .result(message_result), .node(message_node), .no_such_node, .send_waits, .length(message_length), .fits,
        .order, .is_block, .is_query, .is_try, .is_offer, .body, .destination, .done(order_done), .granted, .load, .loaded, .at_head, .head,
        .match_begins, .match_ends, .queued, .take_word(takes_reply)
    );
    assign take_word = takes_reply || (issue && ex.kind == CSR && ex.immediate[11:0] == 12'hfc2);
    assign order_issue = order && issue;
    assign match_word = b;
    assign event_register = ex.immediate[1:0];
    assign event_write = issue && ex.kind == CSR && csr_writes && ex.immediate[11:2] == 10'h1f0;
    assign event_data = csr_new;

    assign host_ask = ex_valid && ex.kind == EBREAK && !ex_outside && !interrupt;
    assign {host_a, host_b} = {a, b};

    // The result, if it is available in EX.
    always_comb begin
        unique case (ex.kind)
            JAL, JALR: result = ex_pc + (ex_short ? 32'd2 : 32'd4);
            DIVIDE: result = divided;
            CSR: result = csr_value;
            LOAD, RESERVE, ATOMIC: result = bus_value;
            CONDITIONAL: result = on_bus ? bus_value : {31'b0, !is_reserved};
            MSG_SEND, MSG_RECEIVE, MBOX_STORE, MBOX_LOAD, MBOX_SEND, MBOX_MATCH: result = message_result;
            EBREAK: result = host_value;
            default: result = USER && ex.kind == USER_DEFINED ? user_value : alu_result;
        endcase
    end
    write_back stage_wb (
        .clk, .reset, .done(done && !trap), .kind(ex.kind), .rd(ex.rd), .funct3(ex.funct3), .offset(address[1:0]), .on_bus, .in_data,
        .in_timer, .is_late, .result, .product, .timer_word, .program_word, .data_word, .wb_rd, .wb_value
    );

    flow control_flow (
        .trap, .handler, .issue, .kind(ex.kind), .taken, .pc(ex_pc), .immediate(ex.immediate), .address, .return_pc, .leaves, .jumps,
        .jal_target, .redirect, .target
    );
    assign ends = done && ex.kind == EBREAK && host_halts;
    assign free = (!ex_valid || done) && !leaves && !ends;

    // A load from the program memory takes the port from fetch in the cycle in which it issues.
    assign port_taken = issue && ex.kind == LOAD && in_program;
    assign program_read = (fetch_read && !halted) || port_taken;
    assign program_address = port_taken ? address[P+1:2] : fetch_address;

    always_ff @(posedge clk) begin
        if (take) {ex, ex_pc, ex_short, ex_outside, a, b} <= {decoded, pc, is_short, is_outside, a_next, b_next};
        ex_valid <= take || (ex_valid && !done && !trap);
        halted <= halted || ends;
        if (reset) {ex_valid, halted} <= '0;
    end

    assign seen_issue = issue || (trap && !is_interrupt && !is_fetch_fault);
    assign {seen_pc, seen_rd, seen_value} = {ex_pc, wb_rd, wb_value};

    // Used in ID only.
    logic unused;
    assign unused = &{ex.rs2, ex.reads1, ex.reads2};
endmodule
