// What the bus is doing, as the simulator has it at the start of a cycle (crates/sim/src/part/bus/show.rs), for `weft
// verify`: whether a core has it, from the address cycle to the response, and which one. Bound to the circuit from outside.

module observe_bus #(
    parameter int CORES = 8
) (
    input logic in_address,
    input logic in_data,
    input logic in_response,
    input logic [$clog2(CORES)-1:0] last
);
    localparam int REGISTERS = 2;
    export "DPI-C" function observed_registers;
    function int observed_registers();
        return REGISTERS;
    endfunction
    export "DPI-C" function observed;
    function longint observed(int number);
        logic busy;
        busy = in_address || in_data || in_response;
        return number == 0 ? 64'(busy) : busy ? 64'(last) : '0;
    endfunction
endmodule

bind bus observe_bus #(.CORES(CORES)) registers (.in_address, .in_data, .in_response, .last);
