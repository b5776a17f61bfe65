/* Node 0, on the chip, waits for a message of the PC, which does what its argument says instead:
 *     rests    waits for one of the chip
 *     fails    returns a status that is not 0
 *     dies     is killed
 *     stays    says its process number, and does nothing for ever
 */
#include <mcapi.h>
#include <stdio.h>
#include <string.h>
#include <weft/node.h>

#ifndef __riscv
#include <signal.h>
#include <unistd.h>

static int act(const char *what)
{
    if (strcmp(what, "dies") == 0) {
        raise(SIGKILL);
    }
    if (strcmp(what, "stays") == 0) {
        printf("%d\n", (int)getpid());
        fflush(stdout);
        for (;;) {
            pause();
        }
    }
    return strcmp(what, "fails") == 0 ? 7 : 0;
}
#else
static int act(const char *what)
{
    (void)what;
    return 0;
}
#endif

int main(int argc, char **argv)
{
    mcapi_status_t status;
    mcapi_info_t info;
    char byte;
    size_t length;
    mcapi_initialize(0, weft_node(), NULL, NULL, &info, &status);
    const mcapi_endpoint_t own = mcapi_endpoint_create(1, &status);
    const int failed = argc > 1 ? act(argv[1]) : 0;
    if (failed != 0) {
        return failed;
    }
    mcapi_msg_recv(own, &byte, 1, &length, &status);
    return 0;
}
