// The ring of beacons in memory: the queue of beacons to be moved to the ring, and the words of the oldest one's entry.
//
//   frame there --> [ queue: address of the entry, octets, time, MAC header; body ] --> words of the entry
//
//   entry: octets of the body | time | MAC header, 3 words | body
//
// The address of an entry is fixed when its beacon arrives: a later write to the ring's address does not affect it.
//
// Source: docs/contract/mac.md, "Registers".

module mac_ring (
    input logic clk,
    input logic reset,

    input  logic        write_ring,
    input  logic [31:2] write_data,
    output logic [31:2] ring,
    output logic [31:0] stored,

    // A received beacon; its body has been written before.
    input logic        there,
    input logic [79:0] header,
    input logic [31:0] first_time,
    input logic [8:0]  octets,
    input logic        write,
    input logic [6:0]  body_address,
    input logic [31:0] body_word,

    // The movement of the oldest beacon.
    output logic [2:0]  count,
    output logic [31:2] address,
    output logic [7:0]  words,
    input  logic [10:0] index_next,
    input  logic [10:0] index,
    output logic [31:0] word,
    input  logic        moved
);
    localparam int HEAD = 5;  // words before the body

    logic [3:0] heard, number;
    logic [31:2] next_ring;
    logic room;
    assign next_ring = write_ring ? write_data : ring;
    assign number = write_ring ? '0 : heard;

    typedef struct packed {
        logic [31:2] address;
        logic [8:0] octets;
        logic [31:0] first_time;
        logic [79:0] header;
    } beacon_t;
    beacon_t first, next;
    assign next = '{next_ring + {19'b0, number, 7'b0}, octets, first_time, header};

    logic [31:0] body;
    mac_queue #(.FRAMES(4), .WORDS(128), .INFO($bits(beacon_t))) beacons (
        .clk, .reset, .write, .write_address(body_address), .write_data(body_word), .push(there), .info(next), .room,
        .count, .first, .address(7'(index_next - 11'(HEAD))), .word(body), .pop(moved)
    );

    assign address = first.address;
    assign words = 8'(HEAD) + 8'(first.octets[8:2]) + 8'(first.octets[1:0] != '0);
    always_comb begin
        case (index)
            11'd0: word = {23'b0, first.octets};
            11'd1: word = first.first_time;
            11'd2: word = first.header[31:0];
            11'd3: word = first.header[63:32];
            11'd4: word = {16'b0, first.header[79:64]};
            default: word = body;
        endcase
    end

    always_ff @(posedge clk) begin
        ring <= next_ring;
        heard <= there && room ? number + 1'b1 : number;
        if (write_ring) stored <= '0;
        else if (moved) stored <= stored + 1'b1;
        if (reset) {ring, heard, stored} <= '0;
    end
endmodule
