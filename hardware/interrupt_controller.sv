// The interrupt controller: a gateway for each source; for each core, the selection of a source, claim and completion.
//
//   sources --> [ gateway: open until claimed ] --> pending --+--> [ & enable; highest priority ] --> best --> claim
//                      ^                                      |                |
//                      +------ completion                     +-- each core ---+--> [ > threshold ] --> external
//
// There is no register between a source and a core: a source that is raised at the end of a cycle is pending in the
// next one, and visible to the cores that have enabled it. `held` remembers a pending source after its level has
// fallen.
//
// Source: RISC-V Platform-Level Interrupt Controller Specification, version 1.0.0; docs/contract/devices.md, "Interrupts"
// and "Interrupt controller (PLIC)". Context c is core c; sources are levels.

module interrupt_controller #(
    parameter int CORES = 4,
    parameter int SOURCES = 1,  // at most 31: one word of bits
    localparam int C = $clog2(CORES),
    localparam int N = $clog2(SOURCES + 1)
) (
    input logic clk,
    input logic reset,
    input logic [SOURCES:1] sources,

    // An access to a register, in its last data cycle.
    input  logic        select,
    input  logic        write,
    input  logic [21:2] offset,
    input  logic [31:0] write_data,
    output logic [31:0] read_data,

    output logic [CORES-1:0] external  // interrupt inputs
);
    typedef enum logic [2:0] {NONE, PRIORITY, PENDING, ENABLE, THRESHOLD, CLAIM} register_t;
    localparam int PRIORITY_BITS = 3;

    logic [SOURCES:1] held, claimed, pending, claims, completes;
    logic [SOURCES:1][PRIORITY_BITS-1:0] priorities;
    logic [CORES-1:0][SOURCES:1] enable;
    logic [CORES-1:0][PRIORITY_BITS-1:0] threshold;

    assign pending = held | (sources & ~claimed);

    // The source that each core would claim: the one of highest priority; of equal ones that with the lowest number. A
    // source of priority 0 is never claimed.
    logic [CORES-1:0][N-1:0] best;
    logic [CORES-1:0][PRIORITY_BITS-1:0] highest;
    always_comb begin
        {best, highest} = '0;
        for (int core = 0; core < CORES; core++) begin
            for (int source = SOURCES; source >= 1; source--)
                if (pending[source] && enable[core][source] && priorities[source] != '0 && priorities[source] >= highest[core])
                    {best[core], highest[core]} = {N'(source), priorities[source]};
            external[core] = highest[core] > threshold[core];
        end
    end

    // Decodes the offset: a register of a source, or of a core.
    register_t place;
    logic [13:0] enable_row;
    logic [9:0] number;  // of the source, of the word, or of the core
    assign enable_row = offset[20:7] - 14'h40;
    always_comb begin
        place = NONE;
        number = offset[11:2];
        if (offset[21:12] == 10'h000) place = number != '0 && 32'(number) <= SOURCES ? PRIORITY : NONE;
        else if (offset[21:12] == 10'h001) place = number == '0 ? PENDING : NONE;
        else if (!offset[21]) begin
            number = enable_row[9:0];
            place = 32'(enable_row) < CORES && offset[6:2] == '0 ? ENABLE : NONE;
        end else begin
            number = {1'b0, offset[20:12]};
            if (32'(number) < CORES && offset[11:3] == '0) place = offset[2] ? CLAIM : THRESHOLD;
        end
    end

    logic [C-1:0] core;
    logic [N-1:0] source;
    assign core = number[C-1:0];
    assign source = number[N-1:0];
    always_comb begin
        unique case (place)
            PRIORITY: read_data = 32'(priorities[source]);
            PENDING: read_data = 32'({pending, 1'b0});
            ENABLE: read_data = 32'({enable[core], 1'b0});
            THRESHOLD: read_data = 32'(threshold[core]);
            CLAIM: read_data = 32'(best[core]);
            default: read_data = '0;
        endcase
    end

    // A read of the claim register claims a source, a write completes it; both only for sources that the core has
    // enabled.
    always_comb begin
        for (int i = 1; i <= SOURCES; i++) begin
            claims[i] = select && !write && place == CLAIM && best[core] == N'(i);
            completes[i] = select && write && place == CLAIM && write_data == 32'(i) && enable[core][i];
        end
    end

    always_ff @(posedge clk) begin
        held <= pending & ~claims;
        claimed <= (claimed | claims) & ~completes;
        if (select && write) begin
            unique case (place)
                PRIORITY: priorities[source] <= write_data[PRIORITY_BITS-1:0];
                ENABLE: enable[core] <= write_data[SOURCES:1];
                THRESHOLD: threshold[core] <= write_data[PRIORITY_BITS-1:0];
                default: ;
            endcase
        end
        if (reset) {held, claimed, priorities, enable, threshold} <= '0;
    end
endmodule
