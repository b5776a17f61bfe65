// Shows `weft verify` the registers of the MAC unit as the simulator has them at the start of a cycle
// (crates/sim/src/part/mac/mod.rs). Bound to the circuit, which is not modified;
// crates/hardware/src/engine/registers.rs lists the registers in this order.

module observe_mac (
    input logic [31:0] superframe,
    input logic [7:0]  events,
    input logic [31:0] enabled,
    input logic sending,
    input logic moving,
    input logic [2:0]  frames,   // in the queue
    input logic [31:0] beacons,  // in the ring of memory
    input logic running,
    input logic transfer_request
);
    localparam int REGISTERS = 7;
    export "DPI-C" function observed_registers;
    function int observed_registers();
        return REGISTERS;
    endfunction
    export "DPI-C" function observed;
    function longint observed(int number);
        case (number)
            0: return 64'(superframe);
            1: return 64'(events);
            2: return 64'(enabled);
            3: return 64'(sending);
            4: return 64'(moving);
            5: return 64'(frames);
            default: return 64'(beacons);
        endcase
    endfunction

    // Can the unit raise no event without an access? When it is stopped it has no alarms, and receives nothing.
    export "DPI-C" function awaits_others;
    function bit awaits_others();
        return !running && !transfer_request;
    endfunction
endmodule

bind mac observe_mac registers (
    .superframe, .events, .enabled, .sending, .moving(busy || beacons != '0), .frames, .beacons(stored), .running, .transfer_request
);
