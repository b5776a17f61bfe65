// Drives the circuits of a chip.
//
// Usage: Vchip                                             follows a trace on standard input
//        Vchip RANKS BOOT_ADDRESS CYCLES IMAGES COMMAND_LINE   runs a program alone

#include "drivers.h"
#include <cstdio>
#include <cstdlib>

int main(int argc, char **argv)
{
    if (argc == 1)
        return follow_trace();
    if (argc != 6) {
        fprintf(stderr, "usage: Vchip [RANKS BOOT_ADDRESS CYCLES IMAGES COMMAND_LINE]\n");
        return 2;
    }
    auto boot_address = uint32_t(strtoul(argv[2], nullptr, 0));
    return run_alone(atoi(argv[1]), boot_address, strtoull(argv[3], nullptr, 0), argv[4], argv[5]);
}
