// What Verilator's option --coverage counts is written to the file that WEFT_COVERAGE names; without the option, nothing.

#ifndef COVERAGE_H
#define COVERAGE_H

#include "verilated.h"
#include <cstdlib>
#if VM_COVERAGE
#include "verilated_cov.h"
#endif

// While the circuits exist: their counts are part of them. Each instance of a module has a line, for their number; the
// counts of all are in the first.
inline void write_coverage()
{
#if VM_COVERAGE
    VerilatedCovContext *counts = Verilated::threadContextp()->coveragep();
    counts->forcePerInstance(true);
    if (const char *file = getenv("WEFT_COVERAGE"))
        counts->write(file);
#endif
}

#endif
