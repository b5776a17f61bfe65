// The buffer of an input channel of a router: a FIFO of flits.
//
//   in --> [ places ] --> front          [ tail ] [ first ] [ count ]
//
// A flit that is written at the end of a cycle can be read in the next. The sender counts credits, so it never writes into a full buffer.
//
// Source: docs/contract/mesh.md, "Structure".

module flit_buffer #(
    parameter int PLACES = 4,
    parameter int WIDTH = 43,
    localparam int A = PLACES > 1 ? $clog2(PLACES) : 1
) (
    input  logic clk,
    input  logic reset,
    input  logic write,
    input  logic [WIDTH-1:0] data,
    input  logic take,
    output logic filled,
    output logic more,  // a flit follows the front one, or arrives in this cycle
    output logic [WIDTH-1:0] front
);
    logic [A-1:0] first, tail;
    logic [$clog2(PLACES + 1)-1:0] count;

    memory #(.WORDS(PLACES), .WIDTH(WIDTH)) places (
        .clk, .write, .write_address(tail), .write_data(data), .read_address(first), .read_data(front)
    );

    function automatic logic [A-1:0] after(logic [A-1:0] place);
        return place == A'(PLACES - 1) ? '0 : place + 1'b1;
    endfunction

    assign filled = count != '0;
    assign more = (filled && count != $bits(count)'(1)) || write;
    always_ff @(posedge clk) begin
        if (write) tail <= after(tail);
        if (take) first <= after(first);
        if (write != take) count <= write ? count + 1'b1 : count - 1'b1;
        if (reset) {first, tail, count} <= '0;
    end
endmodule
