// Counts, for the engine, a core's cycles by class and the executions of each instruction. Bound to the circuit, which
// therefore contains nothing for this. During reset it sets the registers of programs to 0.
//
// A cycle is attributed to the instruction that has issued last, with three exceptions. A cycle in which an instruction
// waits for a posted store before it issues is attributed to that instruction; the cycles from an interrupt on, to the
// first instruction of its handler; and one bubble after a transfer to a misaligned 32-bit instruction, to that
// instruction.
//
// Source: docs/contract/core.md, "Classes"; crates/sim/src/part/core/profile.rs.

module observe_core #(
    parameter int CORES = 8,
    parameter int SLOTS = 131072  // halfwords of the program memory
) (
    input logic clk,
    input logic reset,
    input logic [5:0] node,
    input logic valid,
    input logic has_issued,
    input logic halted,
    input logic is_short,
    input core_pkg::kind_t kind,
    input logic on_bus,
    input logic to_sync,
    input logic transfers,
    input logic seen_issue,
    input logic trap,
    input logic is_interrupt,
    input logic [4:0]  cause,
    input logic [31:0] value,
    input logic [31:0] handler,
    input logic [31:0] pc,
    input logic [4:0]  rd,
    input logic [31:0] result,
    input logic [63:0] compare,       // of the timer
    input logic [31:0] enabled,       // mie
    input logic        interrupts_on  // mstatus.MIE
);
    import core_pkg::*;

    // In the order of the simulator's list.
    typedef enum int {ISSUE, HAZARD, BUS, MESSAGE, SYNC, SLEEP, HALTED, CLASSES} class_t;
    class_t now;
    logic waits_for_store;
    assign waits_for_store = valid && !has_issued && !seen_issue && !trap;

    always_comb begin
        now = HAZARD;
        if (halted) now = HALTED;
        else if (seen_issue) now = ISSUE;
        else if (waits_for_store) now = BUS;
        else if (valid && has_issued && !trap) begin
            unique case (kind)
                LOAD, STORE, RESERVE, CONDITIONAL, ATOMIC: now = on_bus ? BUS : HAZARD;
                MSG_SEND, MSG_RECEIVE, MBOX_STORE, MBOX_LOAD, MBOX_SEND, MBOX_MATCH, CSR: now = to_sync ? SYNC : MESSAGE;
                WFI: now = SLEEP;
                default: now = HAZARD;
            endcase
        end
    end

    longint unsigned classes[CLASSES], instructions;
    int unsigned executed[SLOTS], cycles[SLOTS];
    logic [31:0] registers[32];
    int unsigned last, owed;         // slot of the last instruction; cycles of the handler that comes
    logic [1:0] age;                 // cycle 0 is the third one after reset
    logic has_transferred, in_entry;  // since the last instruction

    // An exception without a handler ends the run; its instruction is not counted.
    logic fails;
    assign fails = trap && !is_interrupt && handler[31:1] == '0;
    import "DPI-C" function void fault_seen(int core, int pc, int cause, int value);

    function automatic int unsigned slot(logic [31:0] address);
        return 32'(address[31:1]) < SLOTS ? 32'(address[31:1]) : 0;
    endfunction

    always @(posedge clk) begin
        if (rd != '0) registers[rd] = result;
        if (reset) begin
            {age, has_transferred} <= 3'd1;
            // x1 to x31 have no reset, and a simulation begins with 0.
            core.stage_id.file.x <= '0;
            registers = '{default: '0};
        end else if (age != 2'd2) age <= age + 1'b1;
        else if (fails) fault_seen(32'(node), pc, 32'(cause), value);
        else begin
            classes[now] = classes[now] + 1;
            if (seen_issue) begin
                instructions = instructions + 1;
                executed[slot(pc)] = executed[slot(pc)] + 1;
                cycles[slot(pc)] = cycles[slot(pc)] + 1 + owed;
                owed = 0;
                if (has_transferred && pc[1] && !is_short && !in_entry) begin
                    cycles[slot(pc)] = cycles[slot(pc)] + 1;
                    cycles[last] = cycles[last] - 1;
                end
                last = slot(pc);
            end else if (trap || in_entry) owed = owed + 1;
            else if (waits_for_store) cycles[slot(pc)] = cycles[slot(pc)] + 1;
            else if (!halted) cycles[last] = cycles[last] + 1;
            if (seen_issue || trap) begin
                has_transferred <= transfers;
                in_entry <= trap && !seen_issue;
            end
        end
    end

    export "DPI-C" function class_cycles;
    function longint class_cycles(int number);
        return classes[number];
    endfunction
    export "DPI-C" function instruction_count;
    function longint instruction_count();
        return instructions;
    endfunction
    export "DPI-C" function executions;
    function int executions(int place);
        return executed[place];
    endfunction
    export "DPI-C" function cycles_of;
    function int cycles_of(int place);
        return cycles[place];
    endfunction
    export "DPI-C" function register_now;
    function int register_now(int number);
        return number == 32 ? pc : rd != '0 && 32'(rd) == number ? result : registers[number];
    endfunction
    export "DPI-C" function class_now;
    function int class_now();
        return now;
    endfunction
    // Can only another core wake this core? The timer, if it is set, ends waits that can be interrupted.
    logic waits_for_timer;
    assign waits_for_timer = enabled[7] && compare != '1
        && (kind == WFI || (kind inside {CSR, MBOX_LOAD, MBOX_MATCH} && interrupts_on));
    export "DPI-C" function awaits_others;
    function bit awaits_others();
        return halted || reset || (valid && has_issued && now inside {MESSAGE, SYNC, SLEEP} && !waits_for_timer);
    endfunction
endmodule

bind core observe_core #(.CORES(CORES), .SLOTS(PROGRAM_BYTES / 2)) observer (
    .clk, .reset, .node, .valid(ex_valid), .has_issued, .halted, .is_short(ex_short), .kind(ex.kind), .on_bus,
    .to_sync(ex.kind inside {MSG_SEND, MSG_RECEIVE} && b == 32'(CORES)), .transfers(leaves || ex.kind == JAL), .seen_issue, .trap,
    .is_interrupt, .cause(trap_cause), .value(trap_value), .handler, .pc(ex_pc), .rd(wb_rd), .result(wb_value), .compare(clock.compare), .enabled,
    .interrupts_on
);
