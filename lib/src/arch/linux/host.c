/* Standard error, and the end of a rank. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "arch/arch.h"
#include "arch/linux/job.h"

void weft_arch_write_error(const char *text, size_t length)
{
    while (length > 0) {
        const ssize_t written = write(STDERR_FILENO, text, length);
        if (written < 0) {
            return;
        }
        text += written;
        length -= (size_t)written;
    }
}

/* Flushes stdio first: the output may tell why the rank aborts. */
_Noreturn void weft_arch_abort(int status)
{
    weft_job_enter(WEFT_JOB_ABORTED);
    fflush(NULL);
    _exit((status & 0xFF) == 0 ? EXIT_FAILURE : status & 0xFF);
}
