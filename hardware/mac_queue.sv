// A FIFO of frames. Each frame has a memory for its octets, and an entry with information on it.
//
//   write --> [ memory 0 ] --+
//             [ memory 1 ] --+--> word of the oldest        info --> [ 0, 1, ... n ] --> first
//             [ ...      ] --+
//             [ memory n ] --+         n frames wait, one more is being written
//
// `push` turns what has been written into a frame. It is lost if `FRAMES` frames are in the queue; the next frame is
// then written in its place. The memories have one port: that of the oldest frame is read, while another one is
// written.
//
// Source: docs/contract/mac.md, "Circuit".

module mac_queue #(
    parameter int FRAMES = 4,
    parameter int WORDS = 1024,
    parameter int INFO = 32,
    localparam int A = $clog2(WORDS),
    localparam int N = $clog2(FRAMES + 1)
) (
    input logic clk,
    input logic reset,

    // The frame that is being written.
    input logic            write,
    input logic [A-1:0]    write_address,
    input logic [31:0]     write_data,
    input logic            push,
    input logic [INFO-1:0] info,
    output logic           room,  // a frame pushed in this cycle is accepted

    // The oldest frame.
    output logic [N-1:0]    count,
    output logic [INFO-1:0] first,
    input  logic [A-1:0]    address,
    output logic [31:0]     word,     // the word addressed in the cycle before
    input  logic            pop
);
    logic [N-1:0] head, tail;
    logic pushes, pops;
    assign pops = pop && count != '0;
    assign room = count != N'(FRAMES) || pops;
    assign pushes = push && room;

    logic [31:0] words[FRAMES+1];
    assign word = words[head];
    for (genvar i = 0; i <= FRAMES; i++) begin : gen_memories
        logic writes;
        assign writes = write && tail == N'(i);
        ram #(.WORDS(WORDS)) octets (
            .clk, .read(!writes), .strobe({4{writes}}), .address(writes ? write_address : address), .write_data,
            .read_data(words[i])
        );
    end
    memory #(.WORDS(FRAMES + 1), .WIDTH(INFO)) infos (
        .clk, .write(pushes), .write_address(tail), .write_data(info), .read_address(head), .read_data(first)
    );

    function automatic logic [N-1:0] after(logic [N-1:0] place);
        return place == N'(FRAMES) ? '0 : place + 1'b1;
    endfunction

    always_ff @(posedge clk) begin
        if (pushes) tail <= after(tail);
        if (pops) head <= after(head);
        if (pushes != pops) count <= pushes ? count + 1'b1 : count - 1'b1;
        if (reset) {head, tail, count} <= '0;
    end
endmodule
