/* A program that behaves as its first argument says; rank 1 is the one that misbehaves. */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <mpi.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *wanted;
static int rank;

static int is(const char *behaviour)
{
    return strcmp(wanted, behaviour) == 0;
}

static int begins_with(const char *behaviour)
{
    return strncmp(wanted, behaviour, strlen(behaviour)) == 0;
}

static void misbehave(void)
{
    if (is("exit 3")) {
        exit(3);
    } else if (is("exit 0")) {
        exit(0);
    } else if (is("segfault")) {
        raise(SIGSEGV);
    } else if (is("abort 7")) {
        MPI_Abort(MPI_COMM_WORLD, 7);
    } else if (is("error")) {
        MPI_Send(&rank, 1, MPI_INT, 99, 0, MPI_COMM_WORLD);
    }
}

/* As a container may: from now on this process cannot call the system so. */
static void forbid(unsigned call)
{
    struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {.len = sizeof steps / sizeof steps[0], .filter = steps};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) != 0) {
        fprintf(stderr, "no filter of system calls\n");
        exit(2);
    }
}

/* Prints what comes on standard input. */
static void copy_input(void)
{
    char line[100];
    while (fgets(line, sizeof line, stdin) != NULL) {
        printf("%d: %s", rank, line);
    }
}

/* Tells its process number, and does nothing more. */
static void sleep_for_ever(void)
{
    printf("%d\n", (int)getpid());
    fflush(stdout);
    for (;;) {
        pause();
    }
}

/* A token goes round a thousand times. */
static void ring(int ranks)
{
    int token = 0;
    for (int round = 0; round < 1000; round++) {
        if (rank == 0) {
            MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        }
        MPI_Recv(&token, 1, MPI_INT, (rank + ranks - 1) % ranks, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        token++;
        if (rank != 0) {
            MPI_Send(&token, 1, MPI_INT, (rank + 1) % ranks, 0, MPI_COMM_WORLD);
        }
    }
    if (rank == 0) {
        printf("token %d\n", token);
    }
}

/* The same without ever waiting: every rank tests in a loop whether the token has come. */
static void testing_ring(int ranks)
{
    const int from = (rank + ranks - 1) % ranks;
    int token = 0;
    for (int round = 0; round < 2000; round++) {
        int is_there = rank == 0 && round == 0;
        while (!is_there) {
            MPI_Iprobe(from, 0, MPI_COMM_WORLD, &is_there, MPI_STATUS_IGNORE);
        }
        if (rank != 0 || round != 0) {
            MPI_Recv(&token, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        token++;
        MPI_Send(&token, 1, MPI_INT, (rank + 1) % ranks, 0, MPI_COMM_WORLD);
    }
    if (rank == 0) {
        MPI_Recv(&token, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("token %d\n", token);
    }
}

/* Each rank receives from the next one, and none sends. */
static void receive_in_a_ring(int ranks)
{
    int token;
    printf("%d receives\n", rank);
    MPI_Recv(&token, 1, MPI_INT, (rank + 1) % ranks, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Rank 0 computes for a second while the others wait for it. */
static void compute_alone(void)
{
    const double start = MPI_Wtime();
    while (rank == 0 && MPI_Wtime() - start < 1) {
    }
}

int main(int argc, char **argv)
{
    int ranks;
    wanted = argc > 1 ? argv[1] : "";
    if (is("leave") && strcmp(getenv("WEFT_RANK"), "1") == 0) {
        return 0;
    }
    if (is("forbid") && strcmp(getenv("WEFT_RANK"), "1") == 0) {
        forbid(SYS_process_vm_readv);
    }
    if (strstr(wanted, "without membarrier") != NULL) {
        forbid(SYS_membarrier);
    }
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (rank == 1) {
        misbehave();
    }
    if (is("input")) {
        copy_input();
    } else if (is("sleep")) {
        sleep_for_ever();
    } else if (begins_with("ring")) {
        ring(ranks);
    } else if (begins_with("receives")) {
        receive_in_a_ring(ranks);
    } else if (is("compute")) {
        compute_alone();
    } else if (is("large sends")) {
        static char large[1 << 20];
        MPI_Send(large, sizeof large, MPI_CHAR, 1 - rank, 3, MPI_COMM_WORLD);
    } else if (is("no barrier") && rank == 1) {
        MPI_Finalize();
        return 0;
    } else if (is("testing ring")) {
        testing_ring(ranks);
    } else if (is("print")) {
        printf("out\n");
        fprintf(stderr, "err\n");
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return is("late") ? rank : 0;
}
