// Shows `weft verify` the state of the bus as the simulator has it at the start of a cycle
// (crates/sim/src/part/bus/show.rs): whether a master owns the bus (from the address cycle to the response), and which
// one. Bound to the circuit, which is not modified.
//
// After a burst, the model grants in the response cycle to the master that the circuit granted in the last data cycle.

module observe_bus #(
    parameter int CORES = 8,
    parameter bit MAC = 0,
    localparam int W = $clog2(CORES + int'(MAC))
) (
    input logic in_address,
    input logic in_data,
    input logic in_response,
    input logic [W-1:0] last,
    input logic [W-1:0] answered
);
    localparam int REGISTERS = 2;
    export "DPI-C" function observed_registers;
    function int observed_registers();
        return REGISTERS;
    endfunction
    export "DPI-C" function observed;
    function longint observed(int number);
        logic busy, ends_burst;
        busy = in_address || in_data || in_response;
        ends_burst = MAC && in_response && 32'(answered) == CORES;
        if (number == 0) return 64'(busy);
        return ends_burst ? 64'(CORES) : busy ? 64'(last) : '0;
    endfunction
endmodule

bind bus observe_bus #(.CORES(CORES), .MAC(MAC)) registers (.in_address, .in_data, .in_response, .last, .answered);
