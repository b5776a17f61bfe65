// Moves payloads and beacons between the unit's memories and memory on the bus, in bursts (DMA).
//
//   beacons in their queue --------------------+
//   write to move --> [ address, words ] ------+--> the movement in front --> burst of the bus
//                     [ beacons before it ]         [ done: words of bursts ended ][ index: words given or taken ]
//
// Movements are served in the order of their requests. The program's movement, of which there can be one at a time,
// waits for the beacons that were queued before it.
//
// Source: docs/contract/mac.md, "Cycles"; docs/contract/bus.md, "Bursts".

module mac_mover #(
    parameter int BURST = 4
) (
    input logic clk,
    input logic reset,

    // The program's movements: the payload of the oldest frame, or to the send buffer.
    input  logic        write_address,
    input  logic        write_length,
    input  logic        write_move,
    input  logic [31:0] write_data,
    input  logic [12:0] received,       // octets of that payload
    output logic [31:0] address,
    output logic [31:0] length,
    output logic        busy,
    output logic        failed,
    output logic        done,           // a movement of the program is complete
    output logic        holds_received, // the program's movement reads the oldest frame's payload

    // Beacons, and the words of the oldest.
    input  logic [2:0]  beacons,
    input  logic [31:2] beacon_address,
    input  logic [7:0]  beacon_words,
    output logic        beacon_moved,

    // The word to write to memory, one cycle after its index.
    output logic        gives_beacon,
    output logic [10:0] index_next,
    output logic [10:0] index,

    // The chip's bus.
    output logic        transfer_request,
    output logic        transfer_write,
    output logic [31:2] transfer_address,
    output logic [4:0]  transfer_words,
    input  logic        step,
    input  logic        transferred,
    input  logic        moved
);
    logic pending, reads, accepts, over, ends;
    logic [31:2] wanted_address, base;
    logic [10:0] wanted_words, words, asked, most, begun, left;
    logic [2:0] ahead;

    function automatic logic [10:0] words_of(logic [12:0] octets);
        return octets[12:2] + 11'(octets[1:0] != '0);
    endfunction

    // A write to the move register. The length is rounded up to whole words, and limited to what is available.
    logic to_memory, from_memory;
    assign to_memory = write_move && write_data == 32'd1 && !pending;
    assign from_memory = write_move && write_data == 32'd2 && !pending;
    assign accepts = to_memory || from_memory;
    assign most = to_memory ? words_of(received) : 11'd1024;
    assign asked = length > 32'd4096 || words_of(length[12:0]) > most ? most : words_of(length[12:0]);

    // The current movement.
    assign gives_beacon = !(pending && ahead == '0);
    assign transfer_request = gives_beacon ? beacons != '0 : 1'b1;
    assign transfer_write = gives_beacon || !reads;
    assign base = gives_beacon ? beacon_address : wanted_address;
    assign words = gives_beacon ? 11'(beacon_words) : wanted_words;
    assign transfer_address = base + 30'(begun);

    // A burst must not cross a multiple of 1 KiB.
    logic [10:0] to_boundary, bound;
    assign left = words - begun;
    assign to_boundary = 11'd256 - {3'b0, transfer_address[9:2]};
    assign bound = to_boundary < 11'(BURST) ? to_boundary : 11'(BURST);
    assign transfer_words = 5'(left < bound ? left : bound);

    assign over = index == words;
    assign ends = transferred && (over || !moved);
    assign beacon_moved = ends && gives_beacon;
    assign done = (accepts && asked == '0) || (ends && !gives_beacon);
    assign busy = pending || beacons != '0;
    assign holds_received = pending && !reads;
    assign index_next = ends ? '0 : step ? index + 1'b1 : index;

    always_ff @(posedge clk) begin
        if (write_address) address <= write_data;
        if (write_length) length <= write_data;
        if (accepts && asked != '0) begin
            pending <= 1'b1;
            reads <= from_memory;
            wanted_address <= address[31:2];
            wanted_words <= asked;
            ahead <= beacons;
        end else begin
            if (ends && !gives_beacon) pending <= 1'b0;
            if (beacon_moved && ahead != '0) ahead <= ahead - 1'b1;
        end
        if (accepts) failed <= 1'b0;
        else if (transferred && !moved) failed <= 1'b1;
        index <= index_next;
        if (transferred) begun <= index_next;
        if (reset) {address, length, pending, failed, index, begun, ahead} <= '0;
    end
endmodule
