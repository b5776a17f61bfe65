// Shows `weft verify` the registers of a message unit as the simulator has them at the start of a cycle
// (crates/sim/src/part/message_unit/show.rs). Bound to the circuit, which is not modified;
// crates/hardware/src/engine/registers.rs lists the registers in this order.
//
// The circuit has fewer states than the model: one state stands for the model's Idle and Request. The transmitter is in
// the model's Request from the second cycle of an order on.

module observe_node #(
    parameter int CORES = 8
) (
    input logic [7:0]  blocks,  // of the mailbox buffer that are filled
    input logic [7:0]  words,   // of the word queue
    input logic [31:0] head,
    input logic [31:0] queued,
    input logic [63:0] events,
    input logic [63:0] event_mask,
    input logic [3:0]  pending,
    input logic [1:0]  tx_state,
    input logic        order,
    input logic        issue,
    input logic        is_block,
    input logic [5:0]  node,
    input logic [message_pkg::BODY_BITS-1:0]   body,
    input logic [message_pkg::LENGTH_BITS-1:0] left,  // bytes of the message still to be sent
    input logic [message_pkg::NODE_BITS-1:0]   destination,
    input logic [1:0]  rx_state,
    input logic [$clog2(CORES)-1:0] source,
    input logic [1:0]       answer,
    input logic [CORES-1:0] refused_block,
    input logic [CORES-1:0] refused_word
);
    import message_pkg::*;

    typedef enum logic [2:0] {IDLE, REQUEST, TRANSFER, SLEEP, WAKE} model_t;
    function automatic model_t state();
        unique case (tx_state)
            2'd0: return order && !issue ? REQUEST : IDLE;
            2'd1: return TRANSFER;
            2'd2: return SLEEP;
            2'd3: return WAKE;
        endcase
    endfunction

    localparam int REGISTERS = 15;
    export "DPI-C" function observed_registers;
    function int observed_registers();
        return REGISTERS;
    endfunction
    export "DPI-C" function observed;
    function longint observed(int number);
        case (number)
            0: return 64'(blocks);
            1: return 64'(words);
            2: return 64'(head);
            3: return 64'(queued);
            4: return events;
            5: return event_mask;
            // At their positions in `mip`.
            6: return 64'({pending[3:1], 12'b0, pending[0], 3'b0});
            7: return 64'(state());
            8: return state() == REQUEST ? 64'({is_block, node, body[BODY_BITS-1:LENGTH_BITS], is_block ? left : body[LENGTH_BITS-1:0]}) : '0;
            9: return state() inside {REQUEST, TRANSFER} ? 64'(destination) : '0;
            10: return 64'(rx_state);
            11: return rx_state != '0 ? 64'(source) : '0;
            12: return answer inside {RX_ACK, RX_NACK} ? answer == RX_ACK ? 64'd1 : 64'd2 : '0;
            13: return 64'(refused_block);
            default: return 64'(refused_word);
        endcase
    endfunction
endmodule

bind message_unit observe_node #(.CORES(CORES)) registers (
    .blocks(8'(arrived.count)), .words(8'(queue.count)), .head, .queued, .events(event_bits.bits), .event_mask(event_bits.mask), .pending,
    .tx_state(sender.state), .order, .issue, .is_block, .node, .body, .left(sender.left), .destination,
    .rx_state(accepter.state), .source, .answer, .refused_block(accepter.refused_block), .refused_word(accepter.refused_word)
);
