// The core-local timer: `mtime`, which counts cycles, and `mtimecmp`.
//
// Source: The RISC-V Instruction Set Manual, volume II, "mtime and mtimecmp"; offsets as of a CLINT;
// docs/contract/core.md, "Exceptions and interrupts".

module timer (
    input  logic        clk,
    input  logic        reset,
    input  logic [15:2] offset,   // from the base of the timer's registers
    input  logic [3:0]  strobe,   // bytes to write
    input  logic [31:0] write_data,
    output logic [31:0] read_data,
    output logic [63:0] now,
    output logic        pending
);
    logic [63:0] compare, register;
    logic is_compare;

    assign is_compare = offset[15:3] == 13'h0800;  // 0x4000
    always_comb begin
        register = '0;
        if (is_compare) register = compare;
        if (offset[15:3] == 13'h17ff) register = now;  // 0xbff8
        read_data = offset[2] ? register[63:32] : register[31:0];
    end
    assign pending = now >= compare;

    always_ff @(posedge clk) begin
        now <= now + 1'b1;
        for (int half = 0; half < 2; half++)
            for (int i = 0; i < 4; i++)
                if (is_compare && offset[2] == 1'(half) && strobe[i]) compare[32*half+8*i+:8] <= write_data[8*i+:8];
        if (reset) begin
            // Cycle 0 is the third cycle after reset.
            now <= -64'd2;
            compare <= '1;
        end
    end
endmodule
