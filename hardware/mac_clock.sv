// The clock of superframes: it counts cycles, and raises the alarms.
//
//   length, alarms --> [ of this superframe ] --> compared with [ now ] --> ends, alarm
//
// What the program writes to length and alarms takes effect with the next superframe: a copy of them is taken where
// one begins, the word written in that cycle included. An alarm that is not below length never meets `now`.
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
    output logic [31:0]      now,      // the cycle's time in the superframe; 0 when stopped
    output logic [31:0]      length,
    output logic [3:0][31:0] alarms,

    output logic       begins,  // a superframe begins with the next cycle
    output logic       ends,    // this one is the last of a superframe
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
