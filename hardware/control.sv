// Controls EX: when its instruction issues, when it is done, and whether it traps instead.
//
//                    interrupt, exception
//            +------------------------------------> trap
//            |                                       ^
//    [ not issued ] -- issue --> [ at work ] --------+ (mbox.load, mbox.match, mheadw: while they wait)
//       ^    |                       |
//       |    +-- done at once --+    +-- done: unit, bus, divider, waking
//       +-----------------------+----+
//
// An instruction that needs the sub-pipeline issues only after a posted store is complete. Interrupts are sampled in
// the first cycle of an instruction in EX and in the cycle in which it issues, but not in between.
//
// Source: docs/contract/core.md, "Instructions", "Exceptions and interrupts"; docs/contract/bus.md, "Single accesses".

module control #(
    parameter int WAKE = 4,  // timing.wake
    parameter bit USER = 0
) (
    input logic clk,
    input logic reset,

    // The instruction in EX.
    input logic valid,
    input core_pkg::kind_t kind,
    input logic reads_head,     // of a CSR instruction: it is mheadw
    input logic on_bus,         // its access, if it has one, is to the bus
    input logic in_program,

    input  logic fault,         // it raises an exception
    input  logic interrupt,
    input  logic wakes,
    input  logic store_busy,
    input  logic at_head,
    input  logic message_waits,
    input  logic message_fault,
    input  logic message_done,
    input  logic bus_done,
    input  logic divide_done,
    input  logic [7:0] user_cycles,  // of an instruction of the user's own

    output logic issue,
    output logic has_issued,    // in an earlier cycle
    output logic done,          // the next instruction may issue in the next cycle
    output logic trap,
    output logic is_interrupt
);
    import core_pkg::*;
    localparam int T = $clog2(WAKE + 1);

    logic has_come, attempt, is_access, is_shared, waits, slept, waking;
    logic [T-1:0] wake_left;
    logic [7:0] user_left;

    always_comb begin
        is_access = kind inside {LOAD, STORE, RESERVE, CONDITIONAL, ATOMIC};
        is_shared = kind inside {FENCE, FENCE_I, MSG_SEND, MSG_RECEIVE, MBOX_STORE, MBOX_LOAD, MBOX_SEND, MBOX_MATCH} || (is_access && on_bus);
        attempt = valid && !has_issued && (!has_come || !store_busy);
        waits = message_waits || (has_issued && kind == CSR);
        is_interrupt = interrupt && (attempt || waits);
        trap = is_interrupt || (attempt && fault) || (message_waits && message_fault);
        issue = attempt && !trap && !(is_shared && store_busy);
    end

    always_comb begin
        unique case (kind)
            LOAD, RESERVE, CONDITIONAL: done = on_bus ? bus_done && has_issued : in_program ? has_issued : issue;
            ATOMIC: done = on_bus ? bus_done && has_issued : has_issued;
            DIVIDE: done = divide_done;
            CSR: done = reads_head ? (issue || has_issued) && at_head && !trap : issue;
            MSG_SEND, MSG_RECEIVE, MBOX_STORE, MBOX_LOAD, MBOX_SEND, MBOX_MATCH: done = message_done;
            WFI: done = (issue && wakes) || slept;
            USER_DEFINED: done = USER && has_issued ? user_left == 8'd1 : issue && user_cycles == 8'd1;
            default: done = issue;
        endcase
    end

    // wfi: an interrupt that is seen in a cycle lets the next instruction issue `WAKE` cycles later.
    assign slept = kind == WFI && has_issued && (waking ? wake_left == '0 : wakes && WAKE == 1);

    always_ff @(posedge clk) begin
        waking <= kind == WFI && has_issued && !done && (waking || wakes);
        wake_left <= waking ? wake_left - 1'b1 : T'(WAKE - 2);
        user_left <= (has_issued ? user_left : user_cycles) - 1'b1;
        has_come <= valid && !done && !trap;
        has_issued <= (issue || has_issued) && !done && !trap;
        if (reset) {has_come, has_issued, waking} <= '0;
    end
endmodule
