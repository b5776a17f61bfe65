/* Two benchmarks of sub-kernels under priorities and circuits: qos BENCHMARK plain|qos WORDS COMPUTE ROUNDS
 *
 * Section VIII of J. Joven et al., "QoS-Driven Reconfigurable Parallel Computing for NoC-Based Clustered MPSoCs", 2013:
 * benchmark 1 has three equal sub-kernels, benchmark 2 two. A barrier follows each; between them priorities and
 * circuits are set up and torn down (settings.h), or not ("plain"). All 16 tasks communicate with all others
 * (traffic.c; as an MPI program: messages.c). Prints for each sub-kernel and task
 *
 *     kernel SETTING TASK CYCLES    from the common start to the end of the task's work
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <weft/report.h>
#include <weft/shared.h>

#include "../stopwatch.h"
#include "settings.h"
#include "traffic.h"

#define BETWEEN_LOOKS 500
#define SOON 4000 /* cycles within which all tasks have heard when to start */

static int rank;

static WEFT_SHARED volatile uint32_t arrived;
static WEFT_SHARED volatile uint32_t next_start;
static WEFT_SHARED volatile uint32_t all[TASKS];

/* A barrier in which an early task polls rarely, since polling is traffic. Returns a cycle soon after the last task has
 * arrived, on which all agree. */
static uint32_t meet(void)
{
    static uint32_t meetings;
    static uint32_t last;
    if (__atomic_add_fetch(&arrived, 1, __ATOMIC_RELAXED) == TASKS * ++meetings) {
        next_start = (*COUNTER + SOON) | 1;
    }
    while (next_start == last) {
        pass(BETWEEN_LOOKS);
    }
    last = next_start;
    while ((int32_t)(*COUNTER - last) < 0) {
    }
    return last;
}

static void run_kernel(char name, bool plain, const struct traffic *traffic)
{
    const struct service service = service_of(plain ? 'n' : name, rank);
    const uint32_t start = meet();
    carry_out(traffic, (uint32_t)rank, &service);
    const uint32_t cycles = *COUNTER - start;
    all[rank] = cycles;
    meet();
    /* The label of a report must be a string with static storage. */
    static const char settings[][2] = {"a", "b", "c", "d", "e"};
    const char *const setting = settings[name - 'a'];
    for (int task = 0; rank == 0 && task < TASKS; task++) {
        weft_report_at2("kernel # #", setting, task, all[task]);
    }
}

/* Reads the arguments; returns whether they have the form described above. */
static bool read(int argc, char **argv, struct traffic *traffic)
{
    if (argc != 6 || (strcmp(argv[1], "1") != 0 && strcmp(argv[1], "2") != 0) ||
        (strcmp(argv[2], "plain") != 0 && strcmp(argv[2], "qos") != 0)) {
        return false;
    }
    *traffic = (struct traffic){(uint32_t)atoi(argv[3]), (uint32_t)atoi(argv[4]), (uint32_t)atoi(argv[5])};
    return traffic->words > 0 && traffic->words <= MOST_WORDS;
}

int main(int argc, char **argv)
{
    int size;
    struct traffic traffic;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const bool good = read(argc, argv, &traffic) && size == TASKS;
    if (!good && rank == 0) {
        fprintf(stderr, "usage: qos 1|2 plain|qos WORDS COMPUTE ROUNDS, with %d ranks; 1 to %d WORDS\n", TASKS,
                MOST_WORDS);
    }
    const char *const kernels = !good ? "" : argv[1][0] == '1' ? "abc" : "de";
    for (const char *name = kernels; *name; name++) {
        run_kernel(*name, argv[2][0] == 'p', &traffic);
    }
    MPI_Finalize();
    return good ? 0 : 2;
}
