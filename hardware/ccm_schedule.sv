// Schedules the one AES circuit of `ccm`: what it encrypts next, and where the result goes.
//
//             index 0                 done
//   start --> [ MIC ] --> [ CHAIN ] -------> idle <--+      MIC      counter block 0: the key stream of the MIC
//                           ^    |                   |      CHAIN    the sum of the last authentication block and the next
//                           |    v                   |               one's octets
//                          [ STREAM ] ---------------+      STREAM   counter block 1, 2, ...: that of a block of the message
//
// A complete block has precedence over a key stream. A key stream is computed in advance, while the octets of the
// previous block arrive. It waits in AES's result register until that block is complete; then it moves to `stream`, and
// AES starts the complete block. Within the message no other block can become complete earlier, so a second key stream
// is computed only in the message. The key stream of the MIC is computed first, while no octet can be accepted anyway.
//
// `start` abandons the block in progress: without a job, AES's result is not used, and the next job may begin.
//
// Source: RFC 3610, sections 2.2 and 2.3; docs/contract/mac.md, "Ciphering circuit".

module ccm_schedule (
    input logic clk,
    input logic reset,

    input logic        start,
    input logic [15:0] message,       // octets, with `start`
    input logic        is_message,    // octets of the message are being accepted
    input logic        is_complete,   // a complete block waits for AES
    input logic        stream_there,  // the key stream of the current block is available

    // AES: a counter block, or the complete block of the chain.
    output logic        loads,
    output logic        loads_chain,
    output logic [12:0] index,
    input  logic        busy,

    // The destination of AES's result at the end of the cycle.
    output logic to_mic,
    output logic to_chain,
    output logic to_stream
);
    typedef enum logic [1:0] {NONE, MIC, CHAIN, STREAM} job_t;
    job_t job;
    logic [12:0] left;  // key streams still to be computed

    assign to_mic = job == MIC && !busy;
    assign to_chain = job == CHAIN && !busy;
    assign to_stream = job == STREAM && !busy && !stream_there;

    logic is_free, loads_counter, is_early;
    assign is_free = job == NONE || to_mic || to_chain || to_stream;
    // Is the next key stream one that would have to wait while associated octets are still arriving?
    assign is_early = !is_message && (stream_there || job == STREAM);
    assign loads_counter = is_free && left != '0 && (index == '0 || (!is_complete && !is_early));
    // A result that is added to the chain at the end of this cycle is not in it yet.
    assign loads_chain = is_free && is_complete && index != '0 && !to_chain;
    assign loads = loads_counter || loads_chain;

    always_ff @(posedge clk) begin
        if (loads_counter) begin
            job <= index == '0 ? MIC : STREAM;
            index <= index + 1'b1;
            left <= left - 1'b1;
        end else if (is_free) job <= loads_chain ? CHAIN : NONE;

        if (start) begin
            job <= NONE;
            index <= '0;
            left <= 13'(message[15:4]) + 13'(message[3:0] != '0) + 1'b1;
        end
        if (reset) begin
            job <= NONE;
            left <= '0;
        end
    end
endmodule
