// Selects the interrupt to take: of those pending and enabled, the one of highest priority.
//
//   external, timer, message unit --> mip --+--> and mie --> wakes
//                                           +--> and mie, mstatus.MIE --> interrupt, cause
//
// Source: The RISC-V Instruction Set Manual, volume II, chapter "Machine-Level ISA"; docs/contract/core.md, "Exceptions
// and interrupts".

module interrupts (
    input  logic        external,
    input  logic        timer,
    input  logic [3:0]  unit,  // from bit 0: software, event, mailbox, retry
    input  logic [31:0] enabled,
    input  logic        is_on,
    output logic [31:0] pending,
    output logic        wakes,
    output logic        interrupt,
    output logic [4:0]  cause
);
    logic [31:0] candidates;

    assign pending = {13'b0, unit[3:1], 4'b0, external, 3'b0, timer, 3'b0, unit[0], 3'b0};
    assign candidates = pending & enabled;
    assign wakes = candidates != '0;
    assign interrupt = wakes && is_on;

    always_comb begin
        cause = 5'd18;
        if (candidates[17]) cause = 5'd17;
        if (candidates[16]) cause = 5'd16;
        if (candidates[7]) cause = 5'd7;
        if (candidates[3]) cause = 5'd3;
        if (candidates[11]) cause = 5'd11;
    end
endmodule
