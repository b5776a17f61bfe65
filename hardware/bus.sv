// The bus: one access of a core at a time to the shared memory or the console, in the order of round robin.
//
//   request --> [ round_robin ] --> grant          cycle t        the bus samples
//                     |
//   address, data of  v
//   each core --> [ address ]                      t+1            a registered grant
//                     |
//                 [ data ] <--> sram, console      t+2 ..         the device reads or writes at the end of the last
//                     |
//                 [ response ] --> core                           the word of a read
//
// With an overlap the bus samples again in the response, or in the last data cycle. An atomic operation takes the data
// cycles of a read and a write and those between them, and nothing else comes between.
//
// Source: H. Xiao et al. 2012, section 5.1; docs/contract/bus.md, "Single accesses".

module bus #(
    parameter int CORES = 8,
    parameter int OVERLAP = 2,      // bus.overlap
    parameter int WAIT_STATES = 0,  // of the sram
    parameter int SHARED_BYTES = 4194304,
    parameter logic [31:0] SHARED_BASE = 32'h8000_0000,
    localparam int S = $clog2(SHARED_BYTES) - 2,
    localparam int W = $clog2(CORES)
) (
    input logic clk,
    input logic reset,

    // Cores.
    input  logic [CORES-1:0] request,
    output logic [CORES-1:0] grant,
    output logic [CORES-1:0] response,
    input  core_pkg::bus_kind_t [CORES-1:0] kind,
    input  logic [CORES-1:0][31:0] address,
    input  logic [CORES-1:0][3:0]  strobe,
    input  logic [CORES-1:0][31:0] data,
    input  logic [CORES-1:0][4:0]  operation,
    input  logic [CORES-1:0]       reserved,
    output logic [31:0]            word,
    output logic [CORES-1:0]       written,  // another core writes to the sram
    output logic [31:2]            written_address,

    // Sram.
    output logic         shared_read,
    output logic [3:0]   shared_strobe,
    output logic [S-1:0] shared_address,
    output logic [31:0]  shared_write,
    input  logic [31:0]  shared_word,

    // Console.
    output logic         print,
    output logic [7:0]   character,
    output logic [W-1:0] printer
);
    import core_pkg::*;
    localparam int LEFT_BITS = $clog2(5 + 2 * WAIT_STATES + 1);

    logic sample, any, in_address, in_data, in_response, last_data;
    logic [W-1:0] last, winner, master, answered;
    logic [LEFT_BITS-1:0] left;

    round_robin #(.N(CORES)) arbiter (.candidates(request), .last, .chosen(winner), .any);
    assign last_data = in_data && left == '0;
    assign sample = !in_address && (!in_data || (last_data && OVERLAP == 2)) && !(in_response && OVERLAP == 0);
    assign grant = sample && any ? CORES'(1) << winner : '0;

    // The access in its address cycle: how long its data cycles are. The console has no wait states.
    logic [LEFT_BITS-1:0] waits, cycles;
    assign waits = (address[last] ^ SHARED_BASE) < 32'(SHARED_BYTES) ? LEFT_BITS'(WAIT_STATES) : '0;
    assign cycles = kind[last] == BUS_ATOMIC ? LEFT_BITS'(4) + (waits << 1) : waits;

    // The access in its data cycle. `last` is the core in the address cycle as well.
    bus_kind_t now;
    logic [31:0] place, value, operated;
    logic is_shared, writes, waits_to_read;
    assign now = kind[master];
    assign place = address[master];
    assign value = data[master];
    assign is_shared = in_data && (place ^ SHARED_BASE) < 32'(SHARED_BYTES);
    atomic memory_operation (.operation(operation[master]), .memory(shared_word), .register(value), .value(operated));

    assign writes = is_shared && last_data && (now == BUS_WRITE || now == BUS_ATOMIC || (now == BUS_CONDITIONAL && reserved[master]));
    assign waits_to_read = now == BUS_READ ? last_data : now == BUS_ATOMIC && !last_data;
    assign shared_read = is_shared && waits_to_read;
    assign shared_strobe = writes ? strobe[master] : '0;
    assign shared_address = place[S+1:2];
    assign shared_write = now == BUS_ATOMIC ? operated : value;
    assign written = writes ? ~(CORES'(1) << master) : '0;
    assign written_address = place[31:2];

    assign print = last_data && !is_shared && now == BUS_WRITE && place[3:0] == '0;
    assign {character, printer} = {value[7:0], master};

    // What the response brings: sc.w tells whether it failed, the console reads as 0.
    logic is_word, failed;
    assign word = is_word ? shared_word : {31'b0, failed};
    assign response = in_response ? CORES'(1) << answered : '0;

    always_ff @(posedge clk) begin
        in_address <= grant != '0;
        if (grant != '0) last <= winner;
        in_data <= in_address || (in_data && !last_data);
        left <= in_address ? cycles : left - 1'b1;
        if (in_address) master <= last;
        in_response <= last_data;
        answered <= master;
        is_word <= is_shared && now != BUS_CONDITIONAL;
        failed <= is_shared && now == BUS_CONDITIONAL && !reserved[master];
        if (reset) begin
            {in_address, in_data, in_response} <= '0;
            last <= W'(CORES - 1);
        end
    end
endmodule
