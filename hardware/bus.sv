// The bus: one transfer at a time between a master (core or controller) and the shared memory or a device; round-robin
// arbitration.
//
//   request --> [ round_robin ] --> grant          cycle t        the bus samples
//                     |
//   address, data of  v
//   each master --> [ address ]                    t+1            a registered grant
//                     |
//                 [ data ] <--> sram, devices      t+2 ..         a word is read or written at the end of each step, of
//                     |                                           which an access of a core has one
//                 [ response ] --> master                         the word of a read
//
// With an overlap the bus samples requests again in the response cycle or in the last data cycle. An atomic operation
// takes the data cycles of a read and of a write, and those between them; no other transfer can come in between.
//
// The controller is the MAC unit, the master after the cores. It transfers bursts of words, all reads or all writes, to
// or from the sram only. At any other address nothing is transferred: the burst has one data cycle, and is answered
// with an error. The controller may keep its request asserted during its own burst. As AHB requires, no burst crosses a
// multiple of 1 KiB, so its first address determines the target of the whole burst.
//
// Source: H. Xiao et al. 2012, section 5.1; docs/contract/bus.md, "Single accesses" and "Bursts".

module bus #(
    parameter int CORES = 8,
    parameter int OVERLAP = 2,      // bus.overlap
    parameter int WAIT_STATES = 0,  // of the sram
    parameter int SHARED_BYTES = 4194304,
    parameter logic [31:0] SHARED_BASE = 32'h8000_0000,
    parameter logic [31:0] CONSOLE_BASE = 32'h9000_0000,
    parameter bit MAC = 0,  // the chip has a controller, and devices with registers
    localparam int MASTERS = CORES + int'(MAC),
    localparam int S = $clog2(SHARED_BYTES) - 2,
    localparam int W = $clog2(MASTERS)
) (
    input logic clk,
    input logic reset,

    // Masters: the cores, then the controller.
    input  logic [MASTERS-1:0] request,
    output logic [CORES-1:0]   grant,     // the controller does not use it
    output logic [MASTERS-1:0] response,
    input  core_pkg::bus_kind_t [MASTERS-1:0] kind,
    input  logic [MASTERS-1:0][31:0] address,
    input  logic [MASTERS-1:0][3:0]  strobe,
    input  logic [MASTERS-1:0][31:0] data,
    input  logic [MASTERS-1:0][4:0]  operation,
    input  logic [MASTERS-1:0]       reserved,
    output logic [31:0]              word,
    output logic [CORES-1:0]         written,  // another master writes to the sram
    output logic [31:2]              written_address,

    // The controller's burst.
    input  logic [4:0]   burst_words,  // 1 to 16
    output logic         burst_step,   // a word is transferred at the end of this cycle; a word that is read is on `word` in the next
    output logic         burst_moved,  // with the response: without an error

    // Sram.
    output logic         shared_read,
    output logic [3:0]   shared_strobe,
    output logic [S-1:0] shared_address,
    output logic [31:0]  shared_write,
    input  logic [31:0]  shared_word,

    // Console.
    output logic         print,
    output logic [7:0]   character,
    output logic [$clog2(CORES)-1:0] printer,

    // Registers of devices.
    output logic         register_select,   // in the last data cycle
    output logic         register_write,
    output logic [31:0]  register_address,
    output logic [31:0]  register_data,
    input  logic [31:0]  register_word      // in the same cycle; 0 if there is no register at the address
);
    import core_pkg::*;
    localparam int LEFT_BITS = $clog2(5 + 2 * WAIT_STATES + 1);

    logic sample, any, grants, in_address, in_data, in_response, last_data;
    logic [MASTERS-1:0] candidates;
    logic [W-1:0] last, winner, master, answered;
    logic [LEFT_BITS-1:0] left;

    round_robin #(.N(MASTERS)) arbiter (.candidates, .last, .chosen(winner), .any);
    assign sample = !in_address && (!in_data || (last_data && OVERLAP == 2)) && !(in_response && OVERLAP == 0);
    assign grants = sample && any;
    assign grant = grants ? CORES'(MASTERS'(1) << winner) : '0;

    // The transfer in its address cycle: the number of its data cycles. Only the sram has wait states.
    logic [LEFT_BITS-1:0] waits, cycles;
    logic is_for_shared;
    assign is_for_shared = (address[last] ^ SHARED_BASE) < 32'(SHARED_BYTES);
    assign waits = is_for_shared ? LEFT_BITS'(WAIT_STATES) : '0;
    assign cycles = kind[last] == BUS_ATOMIC ? LEFT_BITS'(4) + (waits << 1) : waits;

    // The step in its data cycle. `last` is also the master in the address cycle.
    bus_kind_t now;
    logic [31:0] place, value, operated;
    logic is_shared, writes, waits_to_read, is_burst, is_step;
    logic [3:0] moved, more;  // words of a burst that have been transferred; words left after the current one
    assign now = kind[master];
    assign place = {address[master][31:10], address[master][9:2] + 8'(moved), address[master][1:0]};
    assign value = data[master];
    assign is_shared = in_data && (place ^ SHARED_BASE) < 32'(SHARED_BYTES);
    assign is_step = in_data && left == '0;
    assign last_data = is_step && more == '0;
    atomic memory_operation (.operation(operation[master]), .memory(shared_word), .register(value), .value(operated));

    assign writes = is_shared && is_step && (now == BUS_WRITE || now == BUS_ATOMIC || (now == BUS_CONDITIONAL && reserved[master]));
    assign waits_to_read = now == BUS_READ ? is_step : now == BUS_ATOMIC && !is_step;
    assign shared_read = is_shared && waits_to_read;
    assign shared_strobe = writes ? strobe[master] : '0;
    assign shared_address = place[S+1:2];
    assign shared_write = now == BUS_ATOMIC ? operated : value;
    assign written = writes ? CORES'(~(MASTERS'(1) << master)) : '0;
    assign written_address = place[31:2];

    // Registers of devices, including the console.
    assign register_select = is_step && !is_shared && !is_burst && now inside {BUS_READ, BUS_WRITE};
    assign print = register_select && now == BUS_WRITE && (MAC ? place == CONSOLE_BASE : place[3:0] == '0);
    assign character = value[7:0];
    assign printer = master[$clog2(CORES)-1:0];
    assign register_write = now == BUS_WRITE;
    assign register_address = place;
    assign register_data = value;

    // The data of the response: the result of sc.w; 0 from the console. At an address in the sram no register answers.
    logic is_word;
    logic [31:0] kept;
    assign word = is_word ? shared_word : kept;
    assign response = in_response ? MASTERS'(1) << answered : '0;

    always_ff @(posedge clk) begin
        in_address <= grants;
        if (grants) last <= winner;
        in_data <= in_address || (in_data && !last_data);
        left <= in_address ? cycles : MAC && is_step ? LEFT_BITS'(WAIT_STATES) : left - 1'b1;
        if (in_address) master <= last;
        in_response <= last_data;
        answered <= master;
        is_word <= is_shared && now != BUS_CONDITIONAL;
        kept <= (MAC ? register_word : '0) | 32'(is_shared && now == BUS_CONDITIONAL && !reserved[master]);
        if (reset) begin
            {in_address, in_data, in_response} <= '0;
            last <= W'(CORES - 1);
        end
    end

    // Bursts: the controller's request is ignored from the grant to the response; the words are counted.
    if (MAC) begin : bursts
        localparam logic [W-1:0] CONTROLLER = W'(CORES);
        logic is_served;
        assign is_served = (in_address && last == CONTROLLER) || (in_data && is_burst) || (in_response && answered == CONTROLLER);
        assign candidates = {request[CORES] && !is_served, request[CORES-1:0]};
        assign is_burst = master == CONTROLLER;
        assign burst_step = is_step && is_burst && is_shared;
        assign burst_moved = is_word;
        always_ff @(posedge clk) begin
            if (in_address) {moved, more} <= {4'd0, last == CONTROLLER && is_for_shared ? 4'(burst_words - 1'b1) : 4'd0};
            else if (is_step) {moved, more} <= {moved + 1'b1, more - 1'b1};
        end
    end else begin : no_bursts
        assign candidates = request;
        assign {is_burst, moved, more, burst_step, burst_moved} = '0;
        logic unused;
        assign unused = &{burst_words, register_word};
    end
endmodule
