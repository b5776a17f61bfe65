/* The limit: what two processes reach that share memory and agree about everything.
 *
 *     raw FILE           writes lines of "what bytes value" into FILE, as measure.c
 *
 * half_round_trip: a line each way, holding a number and eight bytes; the median of short series, most of which no
 * other program disturbs. message_rate: 64 such lines one after the other, of which the receiver returns the count. Of
 * several ways to wait between two looks, the best counts.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LINES 64
#define SERIES 41
#define ROUNDS 500 /* of a series */
#define MESSAGES 500000

struct line {
    _Alignas(64) _Atomic uint64_t number;
    uint64_t data;
};

struct shared {
    struct line lines[2][LINES];
    struct line returned;
    struct line ready;
    double nanoseconds;
    double series[SERIES]; /* nanoseconds of each */
};

enum wait { BUSY, FENCE, PAUSE, WAITS };
static enum wait way;

static void wait_a_little(void)
{
#if defined(__x86_64__)
    if (way == FENCE) {
        __builtin_ia32_lfence();
    } else if (way == PAUSE) {
        __builtin_ia32_pause();
    }
#elif defined(__aarch64__)
    if (way == FENCE) {
        __asm__ volatile("isb" : : : "memory");
    } else if (way == PAUSE) {
        __asm__ volatile("yield" : : : "memory");
    }
#endif
}

static void put(struct line *line, uint64_t number)
{
    line->data = number;
    atomic_store_explicit(&line->number, number, memory_order_release);
}

static uint64_t get(struct line *line, uint64_t number)
{
    while (atomic_load_explicit(&line->number, memory_order_acquire) < number) {
        wait_a_little();
    }
    return line->data;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void rounds(struct shared *shared, int side, uint64_t before)
{
    for (uint64_t i = before + 1; i <= before + ROUNDS; i++) {
        if (side == 0) {
            put(&shared->lines[0][0], i);
            get(&shared->lines[1][0], i);
        } else {
            get(&shared->lines[0][0], i);
            put(&shared->lines[1][0], i);
        }
    }
}

static void round_trips(struct shared *shared, int side)
{
    for (uint64_t series = 0; series < SERIES; series++) {
        const double start = now();
        rounds(shared, side, series * ROUNDS);
        if (side == 0) {
            shared->series[series] = now() - start;
        }
    }
}

static void stream(struct shared *shared, int side)
{
    for (uint64_t i = 1; i <= MESSAGES; i++) {
        struct line *const line = &shared->lines[0][i % LINES];
        if (side == 0 && i % (LINES / 4) == 0 && i > LINES) {
            get(&shared->returned, i - LINES + LINES / 4);
        }
        if (side == 0) {
            put(line, i);
        } else {
            get(line, i);
        }
        if (side == 1 && i % (LINES / 4) == 0) {
            put(&shared->returned, i);
        }
    }
    if (side == 0) {
        get(&shared->returned, MESSAGES / (LINES / 4) * (LINES / 4));
    }
}

static void bind(int side, const cpu_set_t *allowed)
{
    cpu_set_t mine;
    CPU_ZERO(&mine);
    int seen = 0;
    for (size_t cpu = 0; cpu < CPU_SETSIZE; cpu++) {
        if (CPU_ISSET(cpu, allowed) && seen++ == side) {
            CPU_SET(cpu, &mine);
        }
    }
    sched_setaffinity(0, sizeof mine, &mine);
}

/* Runs both sides, each in a process. */
static void run(struct shared *shared, void (*program)(struct shared *, int), const cpu_set_t *allowed)
{
    memset(shared, 0, sizeof *shared);
    for (int side = 0; side < 2; side++) {
        if (fork() == 0) {
            bind(side, allowed);
            atomic_fetch_add(&shared->ready.number, 1);
            get(&shared->ready, 2);
            const double start = now();
            program(shared, side);
            if (side == 0) {
                shared->nanoseconds = now() - start;
            }
            _exit(0);
        }
    }
    wait(NULL);
    wait(NULL);
}

/* Nanoseconds that a program took. */
static double of_all(struct shared *shared)
{
    return shared->nanoseconds;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static double of_a_series(struct shared *shared)
{
    qsort(shared->series, SERIES, sizeof *shared->series, compare);
    return shared->series[SERIES / 2];
}

static double best(struct shared *shared, void (*program)(struct shared *, int), double (*took)(struct shared *),
                   const cpu_set_t *allowed)
{
    double least = 1e18;
    for (way = BUSY; way < WAITS; way++) {
        run(shared, program, allowed);
        const double time = took(shared);
        least = time < least ? time : least;
    }
    return least;
}

int main(int argc, char **argv)
{
    cpu_set_t allowed;
    struct shared *const shared =
        mmap(NULL, sizeof(struct shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    FILE *const file = argc == 2 ? fopen(argv[1], "w") : NULL;
    if (file == NULL || shared == MAP_FAILED || sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
        fprintf(stderr, "usage: raw FILE\n");
        return 2;
    }
    fprintf(file, "half_round_trip 8 %.4g\n", best(shared, round_trips, of_a_series, &allowed) / ROUNDS / 2);
    fprintf(file, "message_rate 8 %.4g\n", MESSAGES / best(shared, stream, of_all, &allowed) * 1e3);
    return fclose(file) == 0 ? 0 : 1;
}
