// The core's side of its message unit: what message instructions hold on its ports, and when they end.
//
//   a, b, token --> [ order ] -------> transmitter --> done --+--> finished, result
//   descriptor ---------^                                     |
//   word queue <------------- msg.receive waits -------------+
//   mailbox buffer <-- load -- mbox.load
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
    input  logic        trap,        // it is given up
    input  logic [31:0] a,
    input  logic [31:0] b,
    input  logic [6:0]  immediate,   // token or mode
    output logic        waits,       // mbox.load, before the message begins to move: can be interrupted
    output logic        finished,
    output logic [31:0] result,
    output logic        no_such_node,
    output logic [message_pkg::LENGTH_BITS-1:0] length,  // of the message to send, or at the head

    // Message unit.
    output logic        order,
    output logic        is_block,
    output logic        is_query,
    output logic        is_try,
    output logic [message_pkg::BODY_BITS-1:0] body,
    output logic [message_pkg::NODE_BITS-1:0] destination,
    input  logic        done,
    input  logic        granted,
    output logic        load,
    input  logic        loaded,
    input  logic        at_head,
    input  logic [message_pkg::LENGTH_BITS-1:0] head_length,
    input  logic [31:0] queued,
    output logic        take_word
);
    import core_pkg::*;
    import message_pkg::*;

    logic [BODY_BITS-1:0] descriptor;
    logic sends, to_sync, awaits_word, in_message;

    assign is_block = kind == MBOX_STORE;
    assign is_query = kind == MSG_RECEIVE;
    assign is_try = is_block && immediate[0];
    assign sends = kind == MSG_SEND || is_query || is_block;
    assign to_sync = b == 32'(CORES);
    // The controller takes no blocks.
    assign no_such_node = sends && (b > 32'(CORES) || (to_sync && is_block));
    assign body = is_block ? descriptor : {immediate, a[17:0]};
    assign destination = b[NODE_BITS-1:0];
    assign length = is_block ? descriptor[LENGTH_BITS-1:0] : at_head ? head_length : '0;

    assign order = sends && (issue || (has_issued && !awaits_word));
    assign waits = kind == MBOX_LOAD && has_issued && !in_message;
    assign load = kind == MBOX_LOAD && has_issued && !trap;
    assign take_word = awaits_word && queued[31];
    assign finished = (order && done && (!is_query || to_sync)) || take_word || (load && loaded);

    always_comb begin
        result = {31'b0, !granted};
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
