// What the one AES of `ccm` ciphers next, and where its result goes.
//
//             index 0                 done
//   start --> [ MIC ] --> [ CHAIN ] -------> idle <--+      MIC      counter block 0: the key stream of the MIC
//                           ^    |                   |      CHAIN    the sum of the last authentication block and the next
//                           |    v                   |               one's octets
//                          [ STREAM ] ---------------+      STREAM   counter block 1, 2, ...: that of a block of the message
//
// A block that is complete goes before a key stream. A key stream is computed ahead, while the octets of the block
// before are taken, and waits as AES's result until that block is complete: then it moves to `stream`, and AES takes
// the complete block. No other block completes before, if the block before is one of the message; so a second key
// stream waits for the message. The MIC's comes first, while the first octets cannot be taken anyway.
//
// `start` abandons what AES works on: with no job its result goes nowhere, and the next job may begin.
//
// Source: RFC 3610, sections 2.2 and 2.3; docs/contract/mac.md, "Ciphering circuit".

module ccm_schedule (
    input logic clk,
    input logic reset,

    input logic        start,
    input logic [15:0] message,       // octets, with `start`
    input logic        is_message,    // its octets are taken
    input logic        is_complete,   // a block is, and waits for AES
    input logic        stream_there,  // the key stream of the block whose octets are taken

    // AES: a counter block, or the complete block of the chain.
    output logic        loads,
    output logic        loads_chain,
    output logic [12:0] index,
    input  logic        busy,

    // AES's result goes there at the end of the cycle.
    output logic to_mic,
    output logic to_chain,
    output logic to_stream
);
    typedef enum logic [1:0] {NONE, MIC, CHAIN, STREAM} job_t;
    job_t job;
    logic [12:0] left;  // key streams to compute

    assign to_mic = job == MIC && !busy;
    assign to_chain = job == CHAIN && !busy;
    assign to_stream = job == STREAM && !busy && !stream_there;

    logic is_free, loads_counter, is_early;
    assign is_free = job == NONE || to_mic || to_chain || to_stream;
    // A key stream that would wait for octets that are not the message's.
    assign is_early = !is_message && (stream_there || job == STREAM);
    assign loads_counter = is_free && left != '0 && (index == '0 || (!is_complete && !is_early));
    // What is added to the chain at the end of this cycle is not in it yet.
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
