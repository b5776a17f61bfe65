// The chip as Verilator simulates it: the clock is its only input, and all other inputs are registers that the driver
// sets between two cycles.
//
//   driver -- set_run, set_reset, answer --> [ run, reset, host_* ] --> chip --> outputs
//
// A top-level input has no register before it, so Verilator would evaluate everything that depends on it at both edges
// of the clock: nearly the whole chip.

module driven #(
    parameter int CORES = 8,
    parameter int LOCKS = 32,
    parameter int BARRIERS = 32,
    parameter int BLOCKS = 16,
    parameter int BLOCK_WORDS = 16,
    parameter int WORD_QUEUE = 4,
    parameter int WAKE = 4,
    parameter bit PIPELINED = 0,
    parameter bit GRANT = 0,
    parameter bit MATCHING = 0,
    parameter bit USER = 0,
    parameter bit EARLY = 0,
    parameter int OVERLAP = 2,
    parameter int WAIT_STATES = 0,
    parameter int PROGRAM_BYTES = 262144,
    parameter int DATA_BYTES = 4194304,
    parameter int SHARED_BYTES = 4194304,
    parameter bit MAC = 0,
    parameter int BURST = 4,
    parameter logic [31:0] CONTROLLER_BASE = 32'h0c00_0000,
    parameter logic [31:0] MAC_BASE = 32'h9400_0000,
    parameter int CLOCK_HZ = 200000000,
    localparam int W = $clog2(CORES)
) (
    input logic clk,
    output logic         print,
    output logic [7:0]   character,
    output logic [W-1:0] printer,
    output logic [CORES-1:0]       host_ask,
    output logic [CORES-1:0][31:0] host_a,
    output logic [CORES-1:0][31:0] host_b,
    output logic [CORES-1:0]       seen_issue,
    output logic [CORES-1:0][31:0] seen_pc,
    output logic [CORES-1:0][4:0]  seen_rd,
    output logic [CORES-1:0][31:0] seen_value
);
    logic reset;
    logic [CORES-1:0] run, host_takes, host_halts;
    logic [31:0] boot_address;
    logic [CORES-1:0][31:0] host_value;

    export "DPI-C" function set_reset;
    function void set_reset(bit value);
        reset = value;
    endfunction
    export "DPI-C" function set_run;
    function void set_run(longint cores, int address);
        run = cores[CORES-1:0];
        boot_address = address;
    endfunction
    // The host's answer to a core; valid until `no_answers` is called.
    export "DPI-C" function answer;
    function void answer(int core, bit takes, bit halts, int value);
        host_takes[core[W-1:0]] = takes;
        host_halts[core[W-1:0]] = halts;
        host_value[core[W-1:0]] = value;
    endfunction
    export "DPI-C" function no_answers;
    function void no_answers();
        {host_takes, host_halts} = '0;
    endfunction

    chip #(
        .CORES(CORES), .LOCKS(LOCKS), .BARRIERS(BARRIERS), .BLOCKS(BLOCKS), .BLOCK_WORDS(BLOCK_WORDS), .WORD_QUEUE(WORD_QUEUE),
        .WAKE(WAKE), .PIPELINED(PIPELINED), .GRANT(GRANT), .MATCHING(MATCHING), .USER(USER), .EARLY(EARLY), .OVERLAP(OVERLAP),
        .WAIT_STATES(WAIT_STATES), .PROGRAM_BYTES(PROGRAM_BYTES), .DATA_BYTES(DATA_BYTES), .SHARED_BYTES(SHARED_BYTES),
        .MAC(MAC), .BURST(BURST), .CONTROLLER_BASE(CONTROLLER_BASE), .MAC_BASE(MAC_BASE), .CLOCK_HZ(CLOCK_HZ)
    ) circuits (.*);

    // Accesses and messages that cores began before they exited: a transfer on the bus, a request that is decided, a
    // message that is received. The response to a store changes nothing.
    logic transfers, decides;
    logic [CORES-1:0] receives;
    assign transfers = circuits.shared_bus.in_address || circuits.shared_bus.in_data || circuits.shared_bus.request != '0;
    assign decides = PIPELINED ? circuits.message_passing.controller.in_work != '0 : !circuits.message_passing.controller.sample;
    for (genvar i = 0; i < CORES; i++) begin : unit
        assign receives[i] = circuits.message_passing.core[i].unit.accepter.state != '0;
    end
    // Are they complete?
    export "DPI-C" function is_complete;
    function bit is_complete();
        return !transfers && !decides && receives == '0;
    endfunction
endmodule
