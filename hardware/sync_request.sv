// The requests in progress at the synchronization controller.
//
//             REQ
//   Idle ------------> Check ------> Reply ---+      one request at a time
//    ^                                        |
//    +----------------------------------------+
//
// A request sampled in cycle s is answered in s+2. Its transmitter drives it until the answer, and the crossbar's
// multiplexer stays on the transmitter, so the simple form stores only the state. The pipelined form samples in every
// cycle, while the multiplexer moves on. So it stores the requests in Check and Reply, and tells the crossbar which
// nodes' requests it has already sampled.
//
// Source: H. Xiao et al. 2012, section 4.4, Figure 10; docs/contract/sync.md, "States" and "Pipelined controller".

module sync_request #(
    parameter int CORES = 8,
    parameter bit PIPELINED = 0,
    localparam int W = $clog2(CORES)
) (
    input logic clk,
    input logic reset,

    output logic             sample,
    output logic [CORES-1:0] in_work,
    input  logic             request,
    input  logic [31:0]      data,
    input  logic [W-1:0]     source,

    // The request to answer in this cycle.
    output logic         reply,
    output logic         is_valid,  // a token of the controller, not a block
    output logic [1:0]   operation,
    output logic [7:0]   number,
    output logic [7:0]   cores,
    output logic [W-1:0] node
);
    logic [31:0] word;

    if (PIPELINED) begin : pipelined
        logic check;
        logic [31:0] check_word;
        logic [W-1:0] check_node;

        assign sample = 1'b1;
        assign in_work = (check ? CORES'(1) << check_node : '0) | (reply ? CORES'(1) << node : '0);

        always_ff @(posedge clk) begin
            check <= request && !reset;
            reply <= check && !reset;
            {check_word, check_node} <= {data, source};
            {word, node} <= {check_word, check_node};
        end
    end else begin : single
        logic check;

        assign sample = !check && !reply;
        assign in_work = '0;
        assign word = data;
        assign node = source;

        always_ff @(posedge clk) begin
            check <= request && !reset;
            reply <= check && !reset;
        end
    end

    // Bits 17:8 of a lock's payload, and bits 17:16 of a barrier's, are ignored.
    assign is_valid = !word[31] && word[24:20] == '0;
    assign operation = word[19:18];
    assign number = word[7:0];
    assign cores = word[15:8];

    logic unused;
    assign unused = &{word[30:25], word[17:16]};
endmodule
