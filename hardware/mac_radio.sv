// The unit's clock and antenna: superframes, reception and transmission of frames, keys and cipher.
//
//   air --> [ mac_receive ] --payload--+--> [ mac_secure ] --+--> octets of a payload, to its memory
//                |  ^                  |         ^           |
//           TKID |  | found     +------+         | key       +--> [ mac_send ] --> air
//                v  |           |                |
//              [ mac_keys ] --------------------+
//                ^              |
//           TKID |              |        [ mac_clock ]: time, alarms      [ mac_pace ]: air time, octets
//            [ mac_send ] --payload
//
// Shared circuits serve the frame that is being sent, from its first symbol on; otherwise the frame that is being
// received.
//
// Source: docs/contract/mac.md.

module mac_radio #(
    parameter longint CLOCK_HZ = 200_000_000
) (
    input logic clk,
    input logic reset,

    // Writes to registers, and words moved to the send buffer.
    input logic        write_control,
    input logic        write_length,
    input logic [3:0]  write_alarm,
    input logic        write_send,
    input logic        write_time,
    input logic [5:0]  write_header,
    input logic        write_buffer,
    input logic [9:0]  buffer_address,
    input logic [3:0]  write_key,
    input logic        load_key,
    input logic [31:0] write_data,
    input logic        moved,
    input logic [9:0]  moved_address,
    input logic [31:0] moved_word,

    // Values of registers.
    output logic             running,
    output logic [31:0]      superframe,
    output logic [31:0]      now,
    output logic [31:0]      length,
    output logic [3:0][31:0] alarms,
    output logic             sending,
    output logic [12:0]      send_octets,
    output logic [31:0]      send_time,
    output logic [5:0][31:0] send_header,

    output logic [3:0] alarm,
    output logic       sent,

    // A received frame: the words of its payload; and what is known of it, when it is complete.
    output logic         write,
    output logic [9:0]   address,
    output logic [31:0]  word,
    output logic         there,
    output logic         is_beacon,
    output logic         is_secure,
    output logic         good,
    output logic [12:0]  octets,
    output logic [31:0]  first_time,
    output logic [175:0] headers,

    // The air.
    output logic        alive,
    output logic        begins,
    input  logic        first_symbol,
    input  logic        air_beacon,
    input  logic [12:0] air_octets,
    output logic        hears,
    output logic        tick,
    input  logic [7:0]  air_octet,
    output logic        sends,
    output logic [12:0] all,
    output logic        out_valid,
    output logic [7:0]  out
);
    logic ends, incoming, outgoing, last;
    mac_clock #(.LENGTH(int'(CLOCK_HZ / 1_000_000 * 65_536))) clocks (
        .clk, .reset, .write_control, .write_length, .write_alarm, .write_data, .running, .superframe, .now, .length, .alarms,
        .begins, .ends, .alive, .alarm
    );

    logic found, done, start, starts, to_send, send_beacon, send_secure, in_valid, received, given, ciphered;
    logic [7:0] given_octet, ciphered_octet;
    logic [63:0] mic;
    logic [127:0] key;
    logic [175:0] sent_headers;
    assign to_send = sends || outgoing;
    assign sent_headers = {send_header[5][15:0], send_header[4:0]};

    mac_pace #(.CLOCK_HZ(CLOCK_HZ)) pace (
        .clk, .reset, .hears, .sends, .is_beacon(sends ? send_beacon : air_beacon), .octets(sends ? all : air_octets), .ends, .alive,
        .incoming, .outgoing, .tick, .last
    );
    mac_keys keys (
        .clk, .reset, .write_word(write_key), .load(load_key), .write_data,
        .name(to_send ? sent_headers[103:80] : headers[103:80]), .found, .key
    );

    assign starts = start || (sends && send_secure && found);
    assign in_valid = to_send ? given : received;
    mac_secure secure (
        .clk, .reset, .clear(hears || sends), .start(starts), .decipher(!to_send), .key,
        .headers(to_send ? sent_headers : headers), .octets(to_send ? send_octets : octets),
        .in_valid, .in(to_send ? given_octet : air_octet), .out_valid(ciphered), .out(ciphered_octet), .done, .mic
    );

    mac_receive receive (
        .clk, .reset, .alive, .now, .first_symbol, .air_octets, .hears, .sends, .incoming, .outgoing, .tick, .last, .ends, .air_octet,
        .headers, .found, .start, .octets, .payload(received), .done, .mic, .there, .is_beacon, .is_secure, .good, .first_time
    );
    mac_packer #(.WORDS(1024)) packer (
        .clk, .reset, .clear(hears), .valid(ciphered && !to_send), .octet(ciphered_octet), .octets, .write, .address, .word
    );

    mac_send send (
        .clk, .reset, .alive, .running, .now, .write_send, .write_time, .write_header, .write_buffer, .buffer_address, .write_data,
        .moved, .moved_address, .moved_word, .busy(sending), .octets(send_octets), .send_time, .headers(send_header),
        .sends, .is_beacon(send_beacon), .is_secure(send_secure), .found, .all, .outgoing, .tick,
        .payload(given), .payload_octet(given_octet), .ciphered(ciphered && to_send), .ciphered_octet, .done, .mic, .out_valid, .out
    );
    assign sent = alive && outgoing && last;
endmodule
