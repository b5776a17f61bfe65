// Packs octets into words. A word is written with its fourth octet, or with the last octet, padded with zeros.
//
// Source: docs/contract/mac.md, "Circuit".

module mac_packer #(
    parameter int WORDS = 1024,
    localparam int A = $clog2(WORDS)
) (
    input logic clk,
    input logic reset,

    input logic        clear,  // the next octet is the first
    input logic        valid,
    input logic [7:0]  octet,
    input logic [12:0] octets,  // total number, at least 1

    output logic         write,
    output logic [A-1:0] address,
    output logic [31:0]  word
);
    logic [12:0] count;
    logic [23:0] held;

    assign write = valid && (count[1:0] == 2'd3 || count + 1'b1 == octets);
    assign address = A'(count >> 2);
    always_comb begin
        unique case (count[1:0])
            2'd0: word = {24'b0, octet};
            2'd1: word = {16'b0, octet, held[7:0]};
            2'd2: word = {8'b0, octet, held[15:0]};
            2'd3: word = {octet, held};
        endcase
    end

    always_ff @(posedge clk) begin
        if (valid) begin
            count <= count + 1'b1;
            held <= word[23:0];
        end
        if (clear || reset) count <= '0;
    end
endmodule
