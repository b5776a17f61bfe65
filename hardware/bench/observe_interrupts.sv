// Shows `weft verify` the registers of the interrupt controller as the simulator has them at the start of a cycle
// (crates/sim/src/part/interrupt_controller/mod.rs): those of each source, then those of each core. Bound to the
// circuit, which is not modified; crates/hardware/src/engine/registers.rs lists the registers in this order.

module observe_interrupts #(
    parameter int CORES = 4,
    parameter int SOURCES = 1
) (
    input logic [SOURCES:1] pending,
    input logic [SOURCES:1] claimed,
    input logic [SOURCES:1][2:0] priorities,
    input logic [CORES-1:0][SOURCES:1] enable,
    input logic [CORES-1:0][2:0] threshold
);
    localparam int OF_SOURCE = 3, OF_CORE = 2;
    export "DPI-C" function observed_registers;
    function int observed_registers();
        return OF_SOURCE * SOURCES + OF_CORE * CORES;
    endfunction
    export "DPI-C" function observed;
    function longint observed(int number);
        int source, core;
        source = 1 + number / OF_SOURCE;
        core = (number - OF_SOURCE * SOURCES) / OF_CORE;
        if (source > SOURCES) return (number - OF_SOURCE * SOURCES) % OF_CORE == 0 ? 64'({enable[core], 1'b0}) : 64'(threshold[core]);
        case (number % OF_SOURCE)
            0: return 64'(pending[source]);
            1: return 64'(claimed[source]);
            default: return 64'(priorities[source]);
        endcase
    endfunction
endmodule

bind interrupt_controller observe_interrupts #(.CORES(CORES), .SOURCES(SOURCES)) registers (.pending, .claimed, .priorities, .enable, .threshold);
