// The control and status registers of machine mode, and the state changes of traps.
//
//   number --> [ registers ] --> value --+--> [ replace, set, clear ] --> written at the end of the cycle
//                                operand-+
//   trap ----> mepc, mcause, mtval, mstatus; handler <-- mtvec
//
// The message unit's CSRs are in the unit and connected by ports: `csr` selects among them and computes the values to
// write.
//
// Source: The RISC-V Instruction Set Manual, volume II, chapter "Machine-Level ISA"; docs/contract/core.md, "Control
// and status registers".

module csr (
    input logic clk,
    input logic reset,
    input logic [5:0] node,

    // The instruction in EX.
    input  logic [11:0] number,
    input  logic [1:0]  operation,  // 1: replace, 2: set, 3: clear
    input  logic [31:0] operand,
    input  logic        write,      // the instruction issues, and writes the register
    output logic [31:0] value,
    output logic [31:0] new_value,
    output logic        exists,

    // Registers that are updated elsewhere.
    input logic [63:0] now,
    input logic        counts,  // an instruction issues that will retire
    input logic [31:0] head,
    input logic [31:0] queued,
    input logic [31:0] event_read,
    input logic [31:0] pending,
    output logic [31:0] enabled,  // mie
    output logic        is_on,    // mstatus.MIE

    // Traps.
    input  logic        trap,
    input  logic        is_interrupt,
    input  logic [4:0]  cause,
    input  logic [31:0] trap_value,
    input  logic [31:0] pc,
    input  logic        returns,  // mret
    output logic [31:0] handler,
    output logic [31:0] return_pc
);
    // RV32 with A, C, I and M.
    localparam logic [31:0] MISA = 32'h4000_1105;
    // External 11, software 3, timer 7, event 16, mailbox 17, retry 18.
    localparam logic [31:0] INTERRUPTS = 32'h0007_0888;

    logic was_on;
    logic [31:0] trap_vector, scratch, exception_pc, last_cause, last_value;
    logic [63:0] cycles, instructions;

    always_comb begin
        exists = 1'b1;
        unique case (number)
            12'h300: value = {19'b0, 2'b11, 3'b0, was_on, 3'b0, is_on, 3'b0};
            12'h301: value = MISA;
            12'h304: value = enabled;
            12'h305: value = trap_vector;
            12'h340: value = scratch;
            12'h341: value = exception_pc;
            12'h342: value = last_cause;
            12'h343: value = last_value;
            12'h344: value = pending;
            12'hb00, 12'hc00: value = cycles[31:0];
            12'hb80, 12'hc80: value = cycles[63:32];
            12'hc01: value = now[31:0];
            12'hc81: value = now[63:32];
            12'hb02, 12'hc02: value = instructions[31:0];
            12'hb82, 12'hc82: value = instructions[63:32];
            12'hf14, 12'hfc3: value = {26'b0, node};
            12'h7c0, 12'h7c1, 12'h7c2, 12'h7c3: value = event_read;
            12'hfc0, 12'hfc1: value = head;
            12'hfc2: value = queued;
            12'h310, 12'hf11, 12'hf12, 12'hf13, 12'hf15: value = '0;
            default: begin
                value = '0;
                exists = 1'b0;
            end
        endcase
    end

    always_comb begin
        unique case (operation)
            2'd2: new_value = value | operand;
            2'd3: new_value = value & ~operand;
            default: new_value = operand;
        endcase
    end

    // The counter registers lag one step behind; that step is added when they are read. So no late signal passes
    // through an adder. A write sets the value from which a counter continues; the instruction that writes minstret is
    // not counted.
    logic [63:0] cycles_before, instructions_before;
    logic counted;  // an instruction issued in the cycle before
    assign cycles = cycles_before + 1'b1;
    assign instructions = instructions_before + 64'(counted);

    assign handler = {trap_vector[31:2], 2'b0} + (is_interrupt && trap_vector[0] ? {25'b0, cause, 2'b0} : '0);
    assign return_pc = exception_pc;

    always_ff @(posedge clk) begin
        {cycles_before, instructions_before, counted} <= {cycles, instructions, counts};
        if (write) begin
            unique case (number)
                12'hb00: cycles_before[31:0] <= new_value;
                12'hb80: cycles_before[63:32] <= new_value;
                12'hb02: {instructions_before[31:0], counted} <= {new_value, 1'b0};
                12'hb82: {instructions_before[63:32], counted} <= {new_value, 1'b0};
                12'h300: {was_on, is_on} <= {new_value[7], new_value[3]};
                12'h304: enabled <= new_value & INTERRUPTS;
                12'h305: trap_vector <= new_value & ~32'd2;
                12'h340: scratch <= new_value;
                12'h341: exception_pc <= new_value & ~32'd1;
                12'h342: last_cause <= new_value;
                12'h343: last_value <= new_value;
                default: ;
            endcase
        end
        if (trap) begin
            exception_pc <= pc;
            last_cause <= {is_interrupt, 26'b0, cause};
            last_value <= is_interrupt ? '0 : trap_value;
            {was_on, is_on} <= {is_on, 1'b0};
        end
        if (returns) {was_on, is_on} <= {1'b1, was_on};
        if (reset) begin
            {was_on, is_on} <= 2'b0;
            {enabled, trap_vector, scratch, exception_pc, last_cause, last_value} <= '0;
            // The first instruction issues in cycle 0, two cycles after the last one of reset.
            cycles_before <= -64'd3;
            {instructions_before, counted} <= '0;
        end
    end
endmodule
