// The synchronization controller (SYNC): locks and barriers, negotiated by messages.
//
//   request --> [ sync_request: Idle, Check, Reply ] --> answer_to
//                        | number, operation, node
//                        v
//   lock 0     [ held, owner, list ]--+                +--> answer: ACK or NACK
//   ...                               |                |
//   lock n     [ held, owner, list ]--+--> [ sync_decide ]--> notify: LACK, to a list at a barrier
//   barrier 0  [ arrived, list ]------+        |       |
//   ...                               |        |       +--> [ late ] --> notify: LACK, in the next cycle, to one node of a lock's list
//   barrier n  [ arrived, list ]------+        |
//                    ^                         |
//                    +----- new row -----------+
//
// A Reply cycle reads one row and writes it at the end of the cycle. The response lines are wider than Figure 7's: the
// last core at a barrier gets ACK in the cycle in which the others get LACK, and a late LACK can coincide with the
// answer to the next request (docs/contract/sync.md, "Ports").
//
// Source: H. Xiao et al. 2012, section 4.4, Figures 8 to 10; docs/contract/sync.md.

module sync #(
    parameter int CORES = 8,
    parameter int LOCKS = 32,
    parameter int BARRIERS = 32,
    parameter bit PIPELINED = 0,  // sync.pipelined
    parameter bit GRANT = 0,      // sync.hand_over = "grant"
    localparam int W = $clog2(CORES)
) (
    input logic clk,
    input logic reset,

    // To and from the crossbar's multiplexer.
    output logic             sample,
    output logic [CORES-1:0] in_work,
    input  logic             request,
    input  logic [31:0]      data,
    input  logic [W-1:0]     source,

    // Response lines.
    output logic [1:0]       answer,
    output logic [CORES-1:0] answer_to,
    output logic [CORES-1:0] notify
);
    import message_pkg::*;

    logic reply, is_valid, is_barrier;
    logic [1:0] operation;
    logic [7:0] number, cores;
    logic [W-1:0] node;

    sync_request #(.CORES(CORES), .PIPELINED(PIPELINED)) requests (
        .clk, .reset, .sample, .in_work, .request, .data, .source,
        .reply, .is_valid, .operation, .number, .cores, .node
    );
    assign is_barrier = operation == BARRIER;

    logic held, next_held, lock_exists, barrier_exists, granted;
    logic [W-1:0] owner, next_owner;
    logic [7:0] arrived, next_arrived;
    logic [CORES-1:0] lock_list, barrier_list, next_list, notify_now, notify_next, late;

    sync_rows #(.ROWS(LOCKS), .WIDTH(1 + W + CORES)) locks (
        .clk, .reset, .enable(reply && is_valid && !is_barrier), .number, .exists(lock_exists),
        .row({held, owner, lock_list}), .next({next_held, next_owner, next_list})
    );
    sync_rows #(.ROWS(BARRIERS), .WIDTH(8 + CORES)) barriers (
        .clk, .reset, .enable(reply && is_valid && is_barrier), .number, .exists(barrier_exists),
        .row({arrived, barrier_list}), .next({next_arrived, next_list})
    );

    // A bank that is not selected reads as zeros.
    sync_decide #(.CORES(CORES), .GRANT(GRANT)) decide (
        .operation, .cores, .node, .held, .owner, .arrived, .list(lock_list | barrier_list),
        .granted, .next_held, .next_owner, .next_arrived, .next_list, .notify_now, .notify_next
    );

    logic exists;
    assign exists = is_valid && (is_barrier ? barrier_exists : lock_exists);
    assign answer = !reply ? RX_NULL : exists && granted ? RX_ACK : RX_NACK;
    assign answer_to = CORES'(1) << node;

    // If no row is selected the list is empty, so `notify` needs no further condition.
    assign notify = notify_now | late;
    always_ff @(posedge clk) late <= reset ? '0 : notify_next;
endmodule
