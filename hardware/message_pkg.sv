// Encodings of the signals between transmitters and receivers over the crossbar.
//
// Source: H. Xiao et al. 2012, section 4.3, Table 4 and Figure 7; encodings: docs/contract/crossbar.md, "Codes". The
// layouts of request words and the tokens are those of docs/contract/instructions.md.

package message_pkg;
    // A module that imports the package uses some of these only.
    // verilator lint_off UNUSEDPARAM

    // Request lines (the paper's TX control).
    localparam logic [1:0] TX_NULL = 2'd0;
    localparam logic [1:0] TX_REQ = 2'd1;    // the data lines hold the request word
    localparam logic [1:0] TX_TRANS = 2'd2;  // as REQ, but granted only to a core that waits for exactly this message
    localparam logic [1:0] TX_OFFER = 2'd3;  // as REQ; granted only to a core that waits for exactly this message

    // Response lines (the paper's RX control).
    localparam logic [1:0] RX_NULL = 2'd0;
    localparam logic [1:0] RX_ACK = 2'd1;   // granted
    localparam logic [1:0] RX_NACK = 2'd2;  // refused
    localparam logic [1:0] RX_LACK = 2'd3;  // a request that was refused may be granted now

    // Request word, common part: 31 kind (1: block), 30:25 source. A single-word message: 24:18 token, 17:0 payload. A
    // block: 24:15 label, 14:0 bytes still to be sent.
    localparam int LENGTH_BITS = 15;
    localparam int BODY_BITS = 25;
    localparam int NODE_BITS = 7;  // a destination: 64 cores and the synchronization controller

    // Tokens of the synchronization controller. All have token[6:2] = 0.
    localparam logic [1:0] LOCK_ACQUIRE = 2'd0;
    localparam logic [1:0] LOCK_RELEASE = 2'd1;
    localparam logic [1:0] BARRIER = 2'd2;
    localparam logic [1:0] LOCK_TRY = 2'd3;
    // verilator lint_on UNUSEDPARAM
endpackage
