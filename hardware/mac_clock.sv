// The superframe clock: counts cycles, and raises the alarms.
//
//   length, alarms --> [ of this superframe ] --> compared with [ now ] --> ends, alarm
//
// A write to length or an alarm takes effect in the next superframe: the registers are copied when a superframe begins,
// including a word written in the same cycle. An alarm that is not less than length never occurs.
//
// Source: docs/contract/mac.md, "Cycles".

module mac_clock #(
    parameter int LENGTH = 13_107_200  // cycles at reset
) (
    input logic clk,
    input logic reset,

    // Writes to registers.
    input logic       write_control,
    input logic       write_length,
    input logic [3:0] write_alarm,
    input logic [31:0] write_data,

    output logic             running,
    output logic [31:0]      superframe,
    output logic [31:0]      now,      // time in the superframe, in cycles; 0 when stopped
    output logic [31:0]      length,
    output logic [3:0][31:0] alarms,

    output logic       begins,  // the next cycle is the first of a superframe
    output logic       ends,    // this cycle is the last of a superframe
    output logic       alive,   // running, and not stopped by a write at the end of this cycle
    output logic [3:0] alarm
);
    logic starts, stops;
    assign starts = write_control && write_data[0] && !running;
    assign stops = write_control && !write_data[0];
    assign alive = running && !stops;

    logic [31:0] this_length, next_length;
    logic [3:0][31:0] this_alarms, next_alarms;
    assign ends = alive && now + 1'b1 == this_length;
    assign begins = starts || ends;

    always_comb begin
        next_length = !write_length ? length : write_data == '0 ? 32'd1 : write_data;
        for (int i = 0; i < 4; i++) begin
            next_alarms[i] = write_alarm[i] ? write_data : alarms[i];
            alarm[i] = alive && now == this_alarms[i];
        end
    end

    always_ff @(posedge clk) begin
        length <= next_length;
        alarms <= next_alarms;
        running <= begins || alive;
        now <= begins || !alive ? '0 : now + 1'b1;
        if (begins) begin
            superframe <= starts ? '0 : superframe + 1'b1;
            this_length <= next_length;
            this_alarms <= next_alarms;
        end
        if (reset) begin
            running <= 1'b0;
            {now, superframe} <= '0;
            length <= LENGTH;
            alarms <= '1;
        end
    end
endmodule
