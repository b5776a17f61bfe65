// The sub-pipeline: holds an access to the bus from its issue to its response.
//
//   EX --> [ address, data, kind ] --> bus
//   issue --> [ asking ] --> request      grant, response <-- bus
//             [ stores ]: the core continues during a posted store; an instruction that needs the sub-pipeline waits
//             [ reservation ]: of lr.w, for both sc.w on the bus and on the data memory
//
// The request line is driven in the cycle in which the instruction issues. The address follows one cycle later, in the
// bus's address cycle.
//
// Source: H. Xiao et al. 2012, section 4.2; docs/contract/bus.md, "Single accesses".

module sub_pipeline (
    input logic clk,
    input logic reset,

    // EX.
    input  logic        issue,      // an access to the bus issues
    input  core_pkg::kind_t kind,
    input  logic [31:0] address,
    input  logic [3:0]  strobe,
    input  logic [31:0] data,
    input  logic [4:0]  operation,
    output logic        is_busy,    // a store is in progress
    output logic        done,       // any other access is complete
    input  logic        reserves,   // lr.w issues
    input  logic        releases,   // sc.w to the data memory issues; a trap; mret
    output logic        is_reserved,  // the word at `address` is reserved

    // Bus.
    output logic        request,
    input  logic        grant,
    input  logic        response,
    output core_pkg::bus_kind_t bus_kind,
    output logic [31:0] bus_address,
    output logic [3:0]  bus_strobe,
    output logic [31:0] bus_data,
    output logic [4:0]  bus_operation,
    output logic        bus_reserved,    // the reservation still holds: sc.w may write
    input  logic        written,         // another master writes in this cycle
    input  logic [31:2] written_address
);
    import core_pkg::*;

    logic asking, holds, reads_reserved, is_same, was_same;
    logic [31:2] reserved_word;

    assign request = issue || asking;
    assign done = response && !is_busy;
    assign is_same = reserved_word == address[31:2];
    assign is_reserved = holds && is_same;
    // No lr.w can change the reserved word before sc.w is answered.
    assign bus_reserved = holds && was_same;

    always_ff @(posedge clk) begin
        asking <= request && !grant;
        if (issue) begin
            is_busy <= kind == STORE;
            reads_reserved <= kind == RESERVE;
            was_same <= is_same;
            {bus_address, bus_strobe, bus_data, bus_operation} <= {address, strobe, data, operation};
            unique case (kind)
                STORE: bus_kind <= BUS_WRITE;
                CONDITIONAL: bus_kind <= BUS_CONDITIONAL;
                ATOMIC: bus_kind <= BUS_ATOMIC;
                default: bus_kind <= BUS_READ;
            endcase
        end else if (response) begin
            is_busy <= 1'b0;
            reads_reserved <= 1'b0;
        end

        // A write that happens before lr.w has read the word does not end the reservation.
        if (written && written_address == reserved_word && !reads_reserved) holds <= 1'b0;
        if (releases || (response && bus_kind == BUS_CONDITIONAL)) holds <= 1'b0;
        if (reserves) {holds, reserved_word} <= {1'b1, address[31:2]};
        if (reset) {asking, is_busy, reads_reserved, holds} <= '0;
    end
endmodule
