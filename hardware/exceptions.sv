// Determines which exception, if any, the instruction in EX raises; if several apply, the one of highest priority.
//
// Source: The RISC-V Instruction Set Manual, volume II, "mcause"; causes 24 and 25: docs/contract/core.md, "Exceptions
// and interrupts".

module exceptions (
    input  core_pkg::kind_t kind,
    input  logic [31:0] bits,         // the bits of an illegal instruction
    input  logic [31:0] csr_bits,     // the bits of a CSR instruction
    input  logic [31:0] pc,
    input  logic        is_outside,   // pc is outside the program memory
    input  logic        is_legal_csr,
    input  logic        host_takes,   // the EBREAK is a host call, not a breakpoint
    input  logic [31:0] address,
    input  logic        access_fault,
    input  logic [4:0]  access_cause,
    input  logic        no_such_node,
    input  logic [31:0] node,
    input  logic        message_fits,
    input  logic        send_waits,   // mbox.send in its waiting mode
    input  logic [31:0] message,
    output logic        fault,
    output logic [4:0]  cause,
    output logic [31:0] value
);
    import core_pkg::*;

    always_comb begin
        {fault, cause, value} = {1'b0, ILLEGAL_INSTRUCTION, bits};
        unique case (kind)
            ILLEGAL: fault = 1'b1;
            CSR: {fault, value} = {!is_legal_csr, csr_bits};
            ECALL: {fault, cause, value} = {1'b1, ENVIRONMENT_CALL, 32'b0};
            EBREAK: {fault, cause, value} = {!host_takes, BREAKPOINT, 32'b0};
            LOAD, STORE, RESERVE, CONDITIONAL, ATOMIC: {fault, cause, value} = {access_fault, access_cause, address};
            MSG_SEND, MSG_RECEIVE: {fault, cause, value} = {no_such_node, NO_SUCH_NODE, node};
            MBOX_STORE: begin
                {fault, cause, value} = {!message_fits, MESSAGE_ADDRESS, message};
                if (no_such_node) {fault, cause, value} = {1'b1, NO_SUCH_NODE, node};
            end
            MBOX_SEND: begin
                {fault, cause, value} = {!message_fits && send_waits, MESSAGE_ADDRESS, message};
                if (no_such_node) {fault, cause, value} = {1'b1, NO_SUCH_NODE, node};
            end
            MBOX_LOAD: {fault, cause, value} = {!message_fits, MESSAGE_ADDRESS, message};
            default: ;
        endcase
        if (is_outside) {fault, cause, value} = {1'b1, FETCH_FAULT, pc};
    end
endmodule
