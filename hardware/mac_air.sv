// The air: not part of the unit, but its test bench. It stores the frames of other devices that will be on the air in a
// superframe, and those that this device has sent, until the program has read them.
//
//   writes --> [ frames of the next superframe ] --begins--> [ frames of this one ] --> first symbol, octets
//   octets of the unit --> [ frames sent ] --> reads
//
// There are two banks of frames, which are exchanged when a superframe begins. A frame that is being written at that
// time is lost.
//
// Source: docs/contract/mac.md, "Registers", 100 to 11C.

module mac_air #(
    parameter int FRAMES = 16
) (
    input logic clk,
    input logic reset,

    // Writes and reads of registers.
    input  logic        write_time,
    input  logic        write_octets,
    input  logic        write_frame,
    input  logic [31:0] write_data,
    input  logic        read_octets,
    input  logic        drop,
    output logic [31:0] sent_octets,
    output logic [31:0] sent_time,
    output logic [31:0] sent_word,

    // Frames of other devices.
    input  logic        alive,
    input  logic        begins,
    input  logic [31:0] now,
    output logic        first_symbol,
    output logic        is_beacon,
    output logic [12:0] octets,
    input  logic        hears,         // the unit receives the frame
    input  logic        tick,
    output logic [7:0]  octet,

    // Frames of this device.
    input logic        sends,
    input logic [12:0] all,
    input logic        sent,
    input logic        out_valid,
    input logic [7:0]  out
);
    localparam int WORDS = 1032;    // of the longest frame
    localparam int LONGEST = 4105;  // octets of the longest frame of another device
    localparam int N = $clog2(FRAMES);
    localparam int A = $clog2(2 * FRAMES * WORDS);

    typedef struct packed {
        logic [31:0] first_time;
        logic [12:0] octets;
        logic is_beacon;
    } frame_t;

    function automatic logic [A-1:0] place_of(logic bank, logic [N-1:0] frame, logic [10:0] number);
        return A'({bank, frame}) * A'(WORDS) + A'(number);
    endfunction

    // The frame that is being written.
    frame_t [1:0][FRAMES-1:0] frames;
    logic bank, writing_beacon, writes, puts;
    logic [31:0] writing_time;
    logic [10:0] written;
    logic [N:0] coming, next_coming;
    logic [12:0] most, length;
    assign writes = write_octets && coming != (N + 1)'(FRAMES) && written < 11'((LONGEST + 3) / 4);
    assign most = {written, 2'b0} < 13'(LONGEST) ? {written, 2'b0} : 13'(LONGEST);
    assign length = write_data < 32'(most) ? write_data[12:0] : most;
    assign puts = write_frame && length >= 13'd10;
    assign next_coming = puts ? coming + 1'b1 : coming;

    // The first of the frames that start at the current time.
    logic [FRAMES-1:0] present;
    logic [N-1:0] frame, heard;
    logic [12:0] count;
    logic [31:0] word;
    always_comb begin
        first_symbol = 1'b0;
        frame = '0;
        for (int i = FRAMES - 1; i >= 0; i--) begin
            if (present[i] && frames[bank][i].first_time == now) begin
                first_symbol = 1'b1;
                frame = N'(i);
            end
        end
    end
    assign octets = frames[bank][frame].octets;
    assign is_beacon = frames[bank][frame].is_beacon;
    memory #(.WORDS(2 * FRAMES * WORDS)) words (
        .clk, .write(writes), .write_address(place_of(!bank, coming[N-1:0], written)), .write_data,
        .read_address(place_of(bank, heard, count[12:2])), .read_data(word)
    );
    assign octet = word[8*count[1:0]+:8];

    always_ff @(posedge clk) begin
        if (write_time) writing_time <= write_data;
        if (writes) written <= written + 1'b1;
        if (writes && written == '0) writing_beacon <= write_data[8:6] == '0;
        if (puts) frames[!bank][coming[N-1:0]] <= '{writing_time, length, writing_beacon};
        coming <= next_coming;
        if (write_frame || begins) written <= '0;
        if (hears) {heard, count} <= {frame, 13'b0};
        else if (tick) count <= count + 1'b1;
        if (begins) begin
            for (int i = 0; i < FRAMES; i++) present[i] <= (N + 1)'(i) < next_coming;
            coming <= '0;
            bank <= !bank;
        end else if (!alive) present <= '0;
        if (reset) {present, coming, written, bank, writing_time} <= '0;
    end

    // The frames that have been sent.
    typedef struct packed {
        logic [12:0] octets;
        logic [31:0] first_time;
    } sent_t;
    logic [10:0] address, read, next_read;
    logic [31:0] packed_word, oldest_word, sent_at;
    logic [12:0] length_out;
    logic [$clog2(FRAMES + 1)-1:0] filled;
    logic packs, unused_room;
    sent_t oldest;

    mac_packer #(.WORDS(WORDS)) packer (
        .clk, .reset, .clear(sends), .valid(out_valid), .octet(out), .octets(length_out), .write(packs), .address, .word(packed_word)
    );
    mac_queue #(.FRAMES(FRAMES), .WORDS(WORDS), .INFO($bits(sent_t))) queue (
        .clk, .reset, .write(packs), .write_address(address), .write_data(packed_word), .push(sent), .info({length_out, sent_at}),
        .room(unused_room), .count(filled), .first(oldest), .address(next_read), .word(oldest_word), .pop(drop)
    );
    logic more;
    assign sent_octets = filled != '0 ? 32'(oldest.octets) : '0;
    assign sent_time = filled != '0 ? oldest.first_time : '0;
    assign more = {21'b0, read} << 2 < sent_octets;
    assign sent_word = more ? oldest_word : '0;
    assign next_read = drop ? '0 : read_octets && more ? read + 1'b1 : read;
    always_ff @(posedge clk) begin
        if (sends) {length_out, sent_at} <= {all, now};
        read <= reset ? '0 : next_read;
    end
endmodule
