// Shows `weft verify` the registers of the synchronization controller as the simulator has them at the start of a cycle
// (crates/sim/src/part/sync/mod.rs): whether it is busy, then the registers of each lock, then those of each barrier.
// Bound to the circuit, which is not modified; crates/hardware/src/engine/registers.rs lists the registers in this
// order.

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
    export "DPI-C" function observed;
    function longint observed(int number);
        int lock, barrier;
        lock = (number - 1) / 3;
        barrier = number - 1 - 3 * LOCKS;  // two registers each
        if (number == 0) return 64'(busy);
        if (barrier >= 0) return barrier % 2 == 0 ? 64'(barriers[barrier/2][CORES+:8]) : 64'(barriers[barrier/2][CORES-1:0]);
        case ((number - 1) % 3)
            0: return 64'(locks[lock][W+CORES]);
            1: return locks[lock][W+CORES] ? 64'(locks[lock][CORES+:W]) : '0;
            default: return 64'(locks[lock][CORES-1:0]);
        endcase
    endfunction
    export "DPI-C" function observed_registers;
    function int observed_registers();
        return 1 + 3 * LOCKS + 2 * BARRIERS;
    endfunction
endmodule

bind sync observe_controller #(.CORES(CORES), .LOCKS(LOCKS), .BARRIERS(BARRIERS)) registers (
    .busy(PIPELINED ? in_work != '0 : !sample), .locks(locks.rows), .barriers(barriers.rows)
);
