// The MAC unit of a WiMedia ultra-wideband device: its registers and events, and the connections of its submodules.
//
//   bus, register access --> [ registers ]<--> [ mac_radio: clock, antenna, keys, cipher ] <--> [ mac_air: test bench ]
//          interrupt <------ [ events    ]            | frames           ^
//                                                     v                  |
//                              [ mac_queue: four frames received ]   send buffer
//                              [ mac_ring: four beacons ]                ^
//                                                     |                  |
//   bus masters <-----------------------------> [ mac_mover ] ----------+
//
// Source: docs/contract/mac.md.

module mac #(
    parameter int BURST = 4,
    parameter longint CLOCK_HZ = 200_000_000
) (
    input logic clk,
    input logic reset,

    // A single access to a register, in its last data cycle.
    input  logic        select,
    input  logic        write,
    input  logic [12:0] offset,
    input  logic [31:0] write_data,
    output logic [31:0] read_data,

    // Bus masters.
    output logic        transfer_request,
    output logic        transfer_write,
    output logic [31:2] transfer_address,
    output logic [4:0]  transfer_words,
    input  logic        step,
    output logic [31:0] give_word,
    input  logic        word_valid,
    input  logic [31:0] word,
    input  logic        transferred,
    input  logic        moved,

    // verilator lint_off SYMRSVDWORD
    output logic interrupt  // a common word of C++ only
    // verilator lint_on SYMRSVDWORD
);
    logic writes;
    logic [12:0] at;
    assign writes = select && write;
    assign at = offset;

    logic [3:0] to_alarm, to_key;
    logic [5:0] to_header;
    always_comb begin
        for (int i = 0; i < 4; i++) to_alarm[i] = writes && at == 13'h020 + 13'(4 * i);
        for (int i = 0; i < 6; i++) to_header[i] = writes && at == 13'h090 + 13'(4 * i);
        for (int i = 0; i < 4; i++) to_key[i] = writes && at == 13'h0d0 + 13'(4 * i);
    end

    // Clock and antenna.
    logic running, sending, sent, frame_write, there, is_beacon, is_secure, good, alive, begins;
    logic first_symbol, air_beacon, hears, tick, sends, out_valid, keeps;
    logic [3:0] alarm;
    logic [3:0][31:0] alarms;
    logic [5:0][31:0] send_header;
    logic [7:0] air_octet, out;
    logic [9:0] frame_address, moved_address;
    logic [12:0] send_octets, octets, air_octets, all;
    logic [31:0] superframe, now, length, send_time, frame_word, first_time;
    logic [175:0] headers;
    mac_radio #(.CLOCK_HZ(CLOCK_HZ)) radio (
        .clk, .reset, .write_control(writes && at == 13'h000), .write_length(writes && at == 13'h014), .write_alarm(to_alarm),
        .write_send(writes && at == 13'h080), .write_time(writes && at == 13'h084), .write_header(to_header),
        .write_buffer(writes && at[12]), .buffer_address(at[11:2]), .write_key(to_key), .load_key(writes && at == 13'h0e0),
        .write_data, .moved(word_valid && keeps), .moved_address, .moved_word(word),
        .running, .superframe, .now, .length, .alarms, .sending, .send_octets, .send_time, .send_header, .alarm, .sent,
        .write(frame_write), .address(frame_address), .word(frame_word), .there, .is_beacon, .is_secure, .good, .octets, .first_time,
        .headers, .alive, .begins, .first_symbol, .air_beacon, .air_octets, .hears, .tick, .air_octet, .sends, .all, .out_valid, .out
    );

    // Frames received.
    typedef struct packed {
        logic good;
        logic [12:0] octets;
        logic [31:0] first_time;
        logic [175:0] headers;
    } frame_t;
    frame_t next, oldest;
    logic [2:0] frames, beacons;
    logic [31:0] payload_word;
    logic room, holds_received;
    logic [10:0] index, index_next;
    assign next = '{good, good ? octets : '0, first_time, is_secure ? headers : {96'b0, headers[79:0]}};
    mac_queue #(.FRAMES(4), .WORDS(1024), .INFO($bits(frame_t))) received (
        .clk, .reset, .write(frame_write && !is_beacon), .write_address(frame_address), .write_data(frame_word),
        .push(there && !is_beacon), .info(next), .room, .count(frames), .first(oldest), .address(index_next[9:0]), .word(payload_word),
        .pop(writes && at == 13'h048 && !holds_received)
    );

    // Beacons, and movements.
    logic busy, failed, move_done, beacon_moved, gives_beacon;
    logic [7:0] beacon_words;
    logic [31:2] ring, beacon_address;
    logic [31:0] stored, beacon_word, move_address, move_length;
    mac_ring beacon_ring (
        .clk, .reset, .write_ring(writes && at == 13'h030), .write_data(write_data[31:2]), .ring, .stored, .there(there && is_beacon),
        .header(headers[79:0]), .first_time, .octets(octets[8:0]), .write(frame_write && is_beacon), .body_address(frame_address[6:0]),
        .body_word(frame_word), .count(beacons), .address(beacon_address), .words(beacon_words), .index_next, .index,
        .word(beacon_word), .moved(beacon_moved)
    );
    mac_mover #(.BURST(BURST)) mover (
        .clk, .reset, .write_address(writes && at == 13'h0c0), .write_length(writes && at == 13'h0c4),
        .write_move(writes && at == 13'h0c8), .write_data, .received(frames != '0 ? oldest.octets : '0),
        .address(move_address), .length(move_length), .busy, .failed, .done(move_done), .holds_received,
        .beacons, .beacon_address, .beacon_words, .beacon_moved, .gives_beacon, .index_next, .index,
        .transfer_request, .transfer_write, .transfer_address, .transfer_words, .step, .transferred, .moved
    );
    assign give_word = gives_beacon ? beacon_word : payload_word;
    always_ff @(posedge clk) begin
        keeps <= step && !sending;
        moved_address <= index[9:0];
    end

    // The test bench.
    logic [31:0] sent_octets, sent_time, sent_word;
    mac_air air (
        .clk, .reset, .write_time(writes && at == 13'h100), .write_octets(writes && at == 13'h104), .write_frame(writes && at == 13'h108),
        .write_data, .read_octets(select && !write && at == 13'h118), .drop(writes && at == 13'h11c), .sent_octets, .sent_time,
        .sent_word, .alive, .begins, .now, .first_symbol, .is_beacon(air_beacon), .octets(air_octets), .hears, .tick,
        .octet(air_octet), .sends, .all, .sent, .out_valid, .out
    );

    // Events.
    logic [7:0] events, raised;
    logic [31:0] enabled;
    assign raised = {alarm, sent, move_done, there && !is_beacon && room, beacon_moved};
    assign interrupt = |(events & enabled[7:0]);
    always_ff @(posedge clk) begin
        events <= (writes && at == 13'h004 ? events & ~write_data[7:0] : events) | raised;
        if (writes && at == 13'h008) enabled <= write_data;
        if (reset) {events, enabled} <= '0;
    end

    always_comb begin
        case (at)
            13'h000: read_data = {31'b0, running};
            13'h004: read_data = {24'b0, events};
            13'h008: read_data = enabled;
            13'h00c: read_data = superframe;
            13'h010: read_data = now;
            13'h014: read_data = length;
            13'h020, 13'h024, 13'h028, 13'h02c: read_data = alarms[at[3:2]];
            13'h030: read_data = {ring, 2'b0};
            13'h034: read_data = stored;
            13'h040: read_data = frames != '0 ? {1'b1, oldest.good, 17'b0, oldest.octets} : '0;
            13'h044: read_data = frames != '0 ? oldest.first_time : '0;
            13'h050, 13'h054, 13'h058, 13'h05c, 13'h060: read_data = frames != '0 ? oldest.headers[8*(at[6:0]-7'h50)+:32] : '0;
            13'h064: read_data = frames != '0 ? {16'b0, oldest.headers[175:160]} : '0;
            13'h080: read_data = sending ? {1'b1, 18'b0, send_octets} : '0;
            13'h084: read_data = send_time;
            13'h090, 13'h094, 13'h098, 13'h09c, 13'h0a0, 13'h0a4: read_data = send_header[3'((at[6:0] - 7'h10) >> 2)];
            13'h0c0: read_data = move_address;
            13'h0c4: read_data = move_length;
            13'h0c8: read_data = {busy, failed, 30'b0};
            13'h110: read_data = sent_octets;
            13'h114: read_data = sent_time;
            13'h118: read_data = sent_word;
            default: read_data = '0;
        endcase
    end
endmodule
