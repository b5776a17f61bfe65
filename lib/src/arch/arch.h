/* The architecture contract: what the library needs of a processor and its start-up code, apart from the link. */
#ifndef WEFT_ARCH_H
#define WEFT_ARCH_H

#include <stddef.h>

/* Writes bytes to the standard error stream, as one piece. */
void weft_arch_write_error(const char *text, size_t length);

/* Ends this core's program and, with it, the whole machine: `status` becomes the exit status of the run. */
_Noreturn void weft_arch_abort(int status);

#endif
