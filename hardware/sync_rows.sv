// A bank of rows: the registers of all locks, or of all barriers.
//
//   number, enable --> [ decode ] --select--+-----------+
//                                           v           v
//   next ----------------------------> [ row i ] --> [ and ] --> or of all --> row
//
// The selected row is read, and loads `next` at the end of the cycle. So a row is written in every cycle in which it is
// read, possibly with its old content. Reset selects all rows, while the user of the bank drives zeros; no bit has a
// reset of its own.

module sync_rows #(
    parameter int ROWS = 32,
    parameter int WIDTH = 16
) (
    input  logic clk,
    input  logic reset,
    input  logic enable,
    input  logic [7:0] number,
    output logic exists,
    output logic [WIDTH-1:0] row,
    input  logic [WIDTH-1:0] next
);
    logic [ROWS-1:0] select;
    logic [ROWS-1:0][WIDTH-1:0] rows;

    assign exists = {1'b0, number} < 9'(ROWS);

    for (genvar i = 0; i < ROWS; i++) begin : of
        assign select[i] = enable && number == 8'(i);
        always_ff @(posedge clk) if (select[i] || reset) rows[i] <= reset ? '0 : next;
    end

    always_comb begin
        row = '0;
        for (int i = 0; i < ROWS; i++) row |= select[i] ? rows[i] : '0;
    end
endmodule
