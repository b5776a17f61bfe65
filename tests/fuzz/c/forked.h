/* Gives each case to a reader in a process of its own, which begins with the same memory. What the reader and the
 * sanitizers say on standard error goes to the file that is the first argument. */
#ifndef FORKED_H
#define FORKED_H

#include "cases.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#define SHOWN 1500 /* bytes of what was said */

/* Returns 0 if the case was taken, 1 if it was refused. */
static int reads(const struct weft_case *given);

static void tell(const char *word, int errors)
{
    char said[SHOWN + 1];
    const ssize_t length = pread(errors, said, SHOWN, 0);
    for (ssize_t i = 0; i < length; i++) {
        if (said[i] == '\n') {
            said[i] = ' ';
        }
    }
    printf("%s %.*s\n", word, (int)(length > 0 ? length : 0), said);
}

static void give(const struct weft_case *given, int errors)
{
    int status = 0;
    if (ftruncate(errors, 0) != 0) {
        exit(2);
    }
    lseek(errors, 0, SEEK_SET);
    const pid_t reader = fork();
    if (reader == 0) {
        exit(reads(given));
    }
    waitpid(reader, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        puts("accepted");
    } else {
        tell(WIFEXITED(status) && WEXITSTATUS(status) == 1 ? "refused" : "failed", errors);
    }
    fflush(stdout);
}

int main(int argc, char **argv)
{
    const int errors = argc == 2 ? open(argv[1], O_RDWR | O_CREAT | O_TRUNC, 0600) : -1;
    if (errors < 0 || dup2(errors, 2) < 0) {
        return 2;
    }
    /* A process that ends would take back what it has not read of a file. */
    setvbuf(stdin, NULL, _IONBF, 0);
    for (struct weft_case given; next_case(&given); free(given.bytes)) {
        give(&given, errors);
    }
    return 0;
}

#endif
