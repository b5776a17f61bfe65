// Something that must happen in the tests of the circuits; `hardware/coverage` counts in how many cycles it does. A point
// has a module of its own, by whose name Verilator tells it. The files here name what happens, and say by which signals of
// a module.

`define POINT(MODULE, NAME, HAPPENS) \
    module NAME (input logic clk, input logic reset, input logic happens); \
        cover property (@(posedge clk) !reset && happens); \
    endmodule \
    bind MODULE NAME NAME (.clk, .reset, .happens(HAPPENS));
