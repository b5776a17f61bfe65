// The core's interface to its message unit: drives the ports for message instructions, and detects when they end.
//
//   a, b, token --> [ order ] -------> transmitter --> done --+--> finished, result
//   descriptor ---------^                                     |
//   word queue <------------- msg.receive waits -------------+
//   mailbox buffer <-- load -- mbox.load, mbox.match
//                                  ^
//   request word at the head --[ = b ]
//
// mbox.send combines mbox.enable and mbox.store: b is the request word, with the destination in place of the source. A
// message that cannot be sent is refused in the cycle in which the instruction issues. mbox.match takes the message at
// the head if it is the one wanted and fits its destination; otherwise the result is that message's request word.
//
// Source: docs/contract/message-unit.md, "Ports" and "Instructions of the receiving core".

module message_port #(
    parameter int CORES = 8
) (
    input logic clk,
    input logic reset,

    // The instruction in EX; a and b are its operands.
    input  core_pkg::kind_t kind,
    input  logic        issue,
    input  logic        has_issued,  // in an earlier cycle
    input  logic        trap,        // the instruction is abandoned
    input  logic [31:0] a,
    input  logic [31:0] b,
    input  logic [6:0]  immediate,   // token or mode
    output logic        waits,       // mbox.load or mbox.match, before the message starts to move: may be interrupted
    output logic        finished,
    output logic [31:0] result,
    output logic [31:0] node,        // the destination of the message
    output logic        no_such_node,
    output logic        send_waits,  // mbox.send of a block in its waiting mode
    output logic [message_pkg::LENGTH_BITS-1:0] length,  // of the message to be sent, or of the one at the head
    input  logic        fits,        // the message at a, or the room for it, is in the data memory

    // Message unit.
    output logic        order,
    output logic        is_block,
    output logic        is_query,
    output logic        is_try,
    output logic        is_offer,
    output logic [message_pkg::BODY_BITS-1:0] body,
    output logic [message_pkg::NODE_BITS-1:0] destination,
    input  logic        done,
    input  logic        granted,
    output logic        load,
    input  logic        loaded,
    input  logic        at_head,
    input  logic [31:0] head,
    output logic        match_begins,
    output logic        match_ends,
    input  logic [31:0] queued,
    output logic        take_word
);
    import core_pkg::*;
    import message_pkg::*;

    logic [BODY_BITS-1:0] descriptor;
    logic sends, to_sync, awaits_word, in_message;
    logic is_match, is_loading, is_wanted, refuses, mismatches;

    assign is_block = kind == MBOX_STORE || kind == MBOX_SEND;
    assign is_query = kind == MSG_RECEIVE;
    assign is_offer = kind == MBOX_SEND && immediate[1];
    assign is_try = is_block && (immediate[0] || is_offer);
    assign sends = kind == MSG_SEND || is_query || is_block;
    assign node = kind == MBOX_SEND ? {26'b0, b[30:25]} : b;
    assign to_sync = node == 32'(CORES);
    // The controller accepts no blocks. If the request word of mbox.send is not that of a block, its node is not
    // checked.
    assign no_such_node = sends && !(kind == MBOX_SEND && !b[31]) && (node > 32'(CORES) || (to_sync && is_block));
    assign body = kind == MBOX_SEND ? b[BODY_BITS-1:0] : is_block ? descriptor : {immediate, a[17:0]};
    assign destination = node[NODE_BITS-1:0];
    assign length = is_block ? body[LENGTH_BITS-1:0] : at_head ? head[LENGTH_BITS-1:0] : '0;
    assign send_waits = b[31] && immediate[1:0] == '0;
    assign refuses = kind == MBOX_SEND && !(b[31] && fits);

    assign order = sends && !refuses && (issue || (has_issued && !awaits_word));
    assign is_match = kind == MBOX_MATCH;
    assign is_loading = (kind == MBOX_LOAD || is_match) && has_issued;
    assign is_wanted = head == b && fits;
    assign waits = is_loading && !in_message;
    assign mismatches = is_match && waits && at_head && !is_wanted && !trap;
    assign load = is_loading && !trap && !(is_match && waits && !(at_head && is_wanted));
    assign match_begins = is_match && issue;
    assign match_ends = is_match && has_issued && (at_head || trap);
    assign take_word = awaits_word && queued[31];
    assign finished = (order && done && (!is_query || to_sync)) || take_word || (load && loaded)
        || (issue && refuses) || mismatches;

    always_comb begin
        result = {31'b0, refuses || !granted};
        if (is_match) result = mismatches ? head : '0;
        if (is_query) result = to_sync ? {31'b0, granted} : queued;
    end

    always_ff @(posedge clk) begin
        if (issue && kind == MBOX_ENABLE) descriptor <= a[BODY_BITS-1:0];
        if (order && done && is_query && !to_sync) awaits_word <= 1'b1;
        else if (take_word) awaits_word <= 1'b0;
        in_message <= load && !loaded && (in_message || at_head);
        if (reset) {descriptor, awaits_word, in_message} <= '0;
    end

    logic unused;
    assign unused = &a[31:BODY_BITS];
endmodule
