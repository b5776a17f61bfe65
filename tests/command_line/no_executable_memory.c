/* no_executable_memory PROGRAM ARGUMENTS...: runs a program for which the system maps no shared memory that can be
 * executed, as hardened systems do. Its own code is mapped privately. Ends with status 9 if the system cannot refuse.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CANNOT 9
#define NOT_RUN 8
#define NUMBER offsetof(struct seccomp_data, nr)
/* The lower half of an argument. */
#define ARGUMENT(n) (offsetof(struct seccomp_data, args) + 8 * (n))
#define LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (offset))

/* Each jump goes on, or to the last statement. */
static struct sock_filter filter[] = {
    LOAD(NUMBER),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 5),
    LOAD(ARGUMENT(2)),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 3),
    LOAD(ARGUMENT(3)),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_SHARED, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
};

int main(int argc, char **argv)
{
    const struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    if (argc < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
        return CANNOT;
    }
    execvp(argv[1], argv + 1);
    return NOT_RUN;
}
