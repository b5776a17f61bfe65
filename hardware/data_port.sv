// The core's port to its data memory, shared by loads, stores and messages.
//
//   b ---------> [ bytes of a word ] --+
//   amo_value -------------------------+--> data_write
//   load_word (mbox.load, mbox.match) -+
//
// The strobes and data of a store are also used for the timer and the bus.
//
// Source: docs/contract/core.md, "Instructions"; docs/contract/message-unit.md, "Data memory".

module data_port #(
    parameter int BYTES = 4194304,
    localparam int D = $clog2(BYTES) - 2
) (
    // The instruction in EX.
    input  logic               valid,
    input  core_pkg::kind_t    kind,
    input  logic [1:0]         size,
    input  logic [31:0]        address,
    input  logic [31:0]        b,
    input  logic               issue,
    input  logic               has_issued,
    input  logic               in_data,
    input  logic               is_reserved,
    input  logic [31:0]        amo_value,
    input  logic [3:0]         load_strobe,
    input  logic [31:0]        load_word,
    output logic [3:0]         strobe,  // of a store to any target
    output logic [31:0]        stored,

    output logic         data_read,
    output logic [3:0]   data_strobe,
    output logic [D-1:0] data_address,
    output logic [31:0]  data_write
);
    import core_pkg::*;

    always_comb begin
        unique case (size)
            2'd0: {strobe, stored} = {4'b0001 << address[1:0], {4{b[7:0]}}};
            2'd1: {strobe, stored} = {4'b0011 << address[1:0], {2{b[15:0]}}};
            default: {strobe, stored} = {4'b1111, b};
        endcase
    end

    always_comb begin
        {data_strobe, data_write} = {4'b0, stored};
        unique case (kind)
            STORE: if (issue && in_data) data_strobe = strobe;
            CONDITIONAL: if (issue && in_data && is_reserved) data_strobe = strobe;
            // The word was read in the cycle in which the operation issued.
            ATOMIC: {data_strobe, data_write} = {{4{has_issued && in_data}}, amo_value};
            MBOX_LOAD, MBOX_MATCH: {data_strobe, data_write} = {load_strobe, load_word};
            default: ;
        endcase
    end
    assign data_address = address[D+1:2];
    assign data_read = valid && data_strobe == '0;

    logic unused;
    assign unused = &address[31:D+2];
endmodule
