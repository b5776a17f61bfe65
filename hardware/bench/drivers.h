// What the benches of a chip can do.

#ifndef DRIVERS_H
#define DRIVERS_H

#include <cstdint>

// Follows a trace of the simulator on standard input. Returns 0 if there is no difference.
int follow_trace();

// Runs the program whose images (`hardware/image`) are in a folder, for `cycles` at most. Returns its exit status.
int run_alone(int ranks, uint32_t boot_address, uint64_t cycles, const char *images, const char *command_line);

#endif
