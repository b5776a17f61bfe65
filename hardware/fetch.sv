// Stage IF: reads one word of the program memory in a cycle, and extracts 16-bit and 32-bit instructions from the
// words.
//
//   target --> [ next word ] --> program memory --> word --+
//                                                          v
//                [ kept: up to 3 halfwords ] --------> first halfwords --> instruction
//                          ^                               |
//                          +-------- those not taken ------+
//
// The memory is synchronous: a word addressed in IF arrives in the next cycle, in which its first instruction is in ID.
// A word is requested whenever the halfwords left over leave room for it, so 32 bits can be taken in every cycle. After
// a redirection the first word is addressed in the next cycle; a 32-bit target that is split over two words takes one
// cycle more.
//
// Source: docs/contract/core.md, "Instructions" and "Circuit".

module fetch #(
    parameter int BYTES = 262144  // program_memory.size: a power of two; it begins at address 0
) (
    input logic clk,
    input logic reset,
    input logic [31:0] boot_address,

    // Program memory. A load from it has precedence at the port.
    input  logic port_taken,
    output logic read,
    output logic [$clog2(BYTES)-3:0] address,
    input  logic [31:0] word,  // the one that was addressed in the cycle before

    // Stage ID.
    output logic        valid,
    output logic [31:0] instruction,
    output logic [31:0] pc,
    output logic        is_outside,  // pc is not in the program memory
    output logic        is_cut,      // a 32-bit instruction with only its lower half in the program memory
    output logic        is_short,
    input  logic        take,
    input  logic        redirect,  // fetch continues at `target`
    input  logic [31:0] target
);
    localparam int A = $clog2(BYTES) - 2;

    logic [A-1:0] next_word;
    logic arrives;
    logic [2:0][15:0] kept, there;
    logic [1:0] kept_count, count, left;

    // The halfwords available in this cycle: those kept, then the word that arrives. After a redirection none are kept,
    // and the lower half of the first word is skipped if the target is the upper half.
    always_comb begin
        there = kept;
        if (kept_count == 2'd0) there[1:0] = pc[1] ? {word[31:16], word[31:16]} : word;
        if (kept_count == 2'd1) there[2:1] = word;
        count = kept_count;
        if (arrives) count += kept_count == 2'd0 && pc[1] ? 2'd1 : 2'd2;
    end

    assign is_outside = pc >= 32'(BYTES);
    assign is_short = there[0][1:0] != 2'b11;
    assign valid = count >= 2'd2 || (count == 2'd1 && (is_short || is_outside));
    // Beyond the end of the memory, zeros are read.
    assign is_cut = !is_short && pc == 32'(BYTES - 2);
    assign instruction = {is_cut ? 16'b0 : there[1], there[0]};

    assign left = !take ? count : is_short ? count - 2'd1 : count - 2'd2;
    assign read = left <= 2'd1 && !port_taken;
    assign address = next_word;

    always_ff @(posedge clk) begin
        arrives <= read;
        if (read) next_word <= next_word + 1'b1;
        kept <= !take ? there : is_short ? {16'b0, there[2:1]} : {32'b0, there[2]};
        kept_count <= left;
        if (take) pc <= pc + (is_short ? 32'd2 : 32'd4);
        if (redirect || reset) begin
            pc <= reset ? boot_address : target;
            next_word <= reset ? boot_address[A+1:2] : target[A+1:2];
            arrives <= 1'b0;
            kept_count <= '0;
        end
    end
endmodule
