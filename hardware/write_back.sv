// Stage WB: selects the value that is written to the registers.
//
//   result (forwarded in EX already) ---------+
//   product, word of an atomic operation -----+--> [ register ] --+-------------------> value
//   word of program memory, timer ------------+                   +--> [ extract ] --^
//   word of the data memory, which arrives in WB ------------------^
//
// Source: docs/contract/core.md, "Instructions".

module write_back (
    input logic clk,
    input logic reset,

    // The instruction in EX.
    input  logic        done,
    input  core_pkg::kind_t kind,
    input  logic [4:0]  rd,
    input  logic [2:0]  funct3,
    input  logic [1:0]  offset,   // of the address within its word
    input  logic        on_bus,
    input  logic        in_data,
    input  logic        in_timer,
    output logic        is_late,  // the result is available in WB only
    input  logic [31:0] result,   // used if it is not late
    input  logic [31:0] product,
    input  logic [31:0] timer_word,
    input  logic [31:0] program_word,
    input  logic [31:0] data_word,  // the word addressed in the cycle before

    output logic [4:0]  wb_rd,
    output logic [31:0] wb_value
);
    import core_pkg::*;

    logic extracts, is_from_data;
    logic [2:0] wb_funct3;
    logic [1:0] wb_offset;
    logic [31:0] late, kept, loaded;

    assign is_late = kind == MULTIPLY || (kind inside {LOAD, RESERVE, ATOMIC} && !on_bus);
    always_comb begin
        late = in_timer ? timer_word : program_word;
        if (kind == ATOMIC) late = data_word;
        if (kind == MULTIPLY) late = product;
    end

    always_ff @(posedge clk) begin
        wb_rd <= done ? rd : '0;
        kept <= is_late ? late : result;
        extracts <= is_late && kind inside {LOAD, RESERVE};
        is_from_data <= in_data;
        {wb_funct3, wb_offset} <= {funct3, offset};
        if (reset) wb_rd <= '0;
    end

    extract from_memory (.funct3(wb_funct3), .offset(wb_offset), .word(is_from_data ? data_word : kept), .value(loaded));
    assign wb_value = extracts ? loaded : kept;
endmodule
