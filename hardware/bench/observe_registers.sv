// The registers of the message units, the synchronization controller and the bus, as the simulator has them at the start
// of a cycle (crates/sim/src/machine/signals.rs), for `weft verify`. Bound to the circuits from outside.
//
//   message_unit --> observe_node        core by core, in the order of `node_register`
//   sync ----------> observe_controller  busy, then each lock, then each barrier
//   bus -----------> observe_bus         busy, master
//
// Where the circuit has fewer registers than the model, this is what they mean: an idle transmitter and one that asks are
// one state, in which it asks from the cycle after the order's first one on.

module observe_node #(
    parameter int CORES = 8
) (
    input logic [7:0]  blocks,  // of the mailbox buffer that are filled
    input logic [7:0]  words,   // of the word queue
    input logic [63:0] events,
    input logic [3:0]  pending,
    input logic [1:0]  tx_state,
    input logic        order,
    input logic        issue,
    input logic        is_block,
    input logic [5:0]  node,
    input logic [message_pkg::BODY_BITS-1:0]   body,
    input logic [message_pkg::LENGTH_BITS-1:0] left,  // bytes of the message that are still to send
    input logic [message_pkg::NODE_BITS-1:0]   destination,
    input logic [1:0]  rx_state,
    input logic [$clog2(CORES)-1:0] source
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

    export "DPI-C" function node_register;
    function longint node_register(int number);
        case (number)
            0: return 64'(blocks);
            1: return 64'(words);
            2: return events;
            // At their places in `mip`.
            3: return 64'({pending[3:1], 12'b0, pending[0], 3'b0});
            4: return 64'(state());
            5: return state() == REQUEST ? 64'({is_block, node, body[BODY_BITS-1:LENGTH_BITS], is_block ? left : body[LENGTH_BITS-1:0]}) : '0;
            6: return state() inside {REQUEST, TRANSFER} ? 64'(destination) : '0;
            7: return 64'(rx_state);
            default: return rx_state != '0 ? 64'(source) : '0;
        endcase
    endfunction
endmodule

module observe_controller #(
    parameter int CORES = 8,
    parameter int LOCKS = 32,
    parameter int BARRIERS = 32,
    localparam int W = $clog2(CORES)
) (
    input logic busy,
    input logic [LOCKS-1:0][W+CORES:0] locks,         // held, owner, list
    input logic [BARRIERS-1:0][8+CORES-1:0] barriers  // arrived, list
);
    export "DPI-C" function controller_register;
    function longint controller_register(int number);
        int lock, barrier;
        lock = (number - 1) / 3;
        barrier = number - 1 - 3 * LOCKS;
        if (number == 0) return 64'(busy);
        if (barrier >= 0) return 64'(barriers[barrier][CORES-1:0]);
        case ((number - 1) % 3)
            0: return 64'(locks[lock][W+CORES]);
            1: return locks[lock][W+CORES] ? 64'(locks[lock][CORES+:W]) : '0;
            default: return 64'(locks[lock][CORES-1:0]);
        endcase
    endfunction
    export "DPI-C" function controller_registers;
    function int controller_registers();
        return 1 + 3 * LOCKS + BARRIERS;
    endfunction
endmodule

module observe_bus #(
    parameter int CORES = 8
) (
    input logic in_address,
    input logic in_data,
    input logic in_response,
    input logic [$clog2(CORES)-1:0] last
);
    export "DPI-C" function bus_register;
    function longint bus_register(int number);
        logic busy;
        busy = in_address || in_data || in_response;
        return number == 0 ? 64'(busy) : busy ? 64'(last) : '0;
    endfunction
endmodule

bind message_unit observe_node #(.CORES(CORES)) registers (
    .blocks(8'(arrived.count)), .words(8'(queue.count)), .events(event_bits.bits), .pending, .tx_state(sender.state), .order, .issue, .is_block,
    .node, .body, .left(sender.left), .destination, .rx_state(accepter.state), .source
);
bind sync observe_controller #(.CORES(CORES), .LOCKS(LOCKS), .BARRIERS(BARRIERS)) registers (
    .busy(PIPELINED ? in_work != '0 : !sample), .locks(locks.rows), .barriers(barriers.rows)
);
bind bus observe_bus #(.CORES(CORES)) registers (.in_address, .in_data, .in_response, .last);
