// The decision of the synchronization controller on a request: the answer, the nodes to notify, and the new row of the
// lock or barrier.
//
//   operation     granted if             row afterwards                            notified
//   lock_acquire  the lock is free       the node owns it; or is on its list       -
//   lock_try      the lock is free       the node owns it                          -
//   lock_release  the node owns it       free, or owned by the next of the list    the next of the list
//   barrier       it is the last one     empty; or the node is counted and listed  all of the list
//
// Combinational. The caller handles locks and barriers that do not exist: a number that is too large reads as an empty
// row, and the row is not written.
//
// Source: H. Xiao et al. 2012, section 4.4, Figures 8 and 9; docs/contract/sync.md, "States" and "Granted locks".

module sync_decide #(
    parameter int CORES = 8,
    parameter bit GRANT = 0,
    localparam int W = $clog2(CORES)
) (
    input logic [1:0]       operation,
    input logic [7:0]       cores,  // the number of cores that meet at the barrier
    input logic [W-1:0]     node,
    input logic             held,
    input logic [W-1:0]     owner,
    input logic [7:0]       arrived,
    input logic [CORES-1:0] list,

    output logic             granted,
    output logic             next_held,
    output logic [W-1:0]     next_owner,
    output logic [7:0]       next_arrived,
    output logic [CORES-1:0] next_list,
    output logic [CORES-1:0] notify_now,
    output logic [CORES-1:0] notify_next
);
    import message_pkg::*;

    logic is_barrier, releases, counts, completes, any;
    logic [W-1:0] chosen;
    logic [CORES-1:0] self, first, joins, leaves;

    assign is_barrier = operation == BARRIER;
    assign self = CORES'(1) << node;

    // Locks. The list is served round robin, beginning after the owner, which is the node that releases.
    assign releases = operation == LOCK_RELEASE && held && owner == node;
    round_robin #(.N(CORES)) next (.candidates(list), .last(node), .chosen, .any);
    assign first = any ? CORES'(1) << chosen : '0;

    assign next_held = operation == LOCK_RELEASE ? held && (!releases || (GRANT && any)) : 1'b1;
    assign next_owner = GRANT && releases ? chosen : held ? owner : node;

    // Barriers. A barrier of no cores is refused, and its row does not change.
    assign counts = is_barrier && cores != '0;
    assign completes = counts && {1'b0, arrived} + 9'd1 >= {1'b0, cores};
    assign next_arrived = completes ? '0 : arrived + 8'(counts);

    assign granted = is_barrier ? completes : operation == LOCK_RELEASE ? releases : !held;

    assign joins = is_barrier ? {CORES{counts}} : {CORES{operation == LOCK_ACQUIRE && held}};
    assign leaves = completes ? '1 : releases ? first : '0;
    assign next_list = (list | (joins & self)) & ~leaves;

    assign notify_now = completes ? list : GRANT && releases ? first : '0;
    assign notify_next = !GRANT && releases ? first : '0;
endmodule
