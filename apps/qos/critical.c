/* A critical program and three others on one chip:
 *
 *     critical alone|beside none|priority|circuit|one-way CYCLES WORDS [LOAD [SEED]]
 *
 * Sixteen cores in four sets of four; each set has a core of each switch. The critical set passes a block of WORDS
 * words around its ring, as fast as it can, for CYCLES (on the host: ticks of the timer), and records the time of each
 * lap. The other sets, unless the first argument is "alone", exchange blocks in and between the clusters without a
 * pause until the critical set has ended: in each round each core exchanges a block with each of the three others of
 * its set. The order of the three and the length of each block, LOAD words on average (default: WORDS), depend on SEED.
 * The service that the critical set requests (docs/library/qos.md) is set before its work and deleted after it; the
 * work itself is plain MPI code. Prints
 *
 *     critical laps LAPS mean CYCLES worst CYCLES
 *     others rounds ROUNDS
 */
#include <mpi.h>
#include <qos.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/mpi_circuits.h>
#include <weft/report.h>
#include <weft/timer.h>

#include "drawn.h"

#define CRITICAL (SETS - 1)
#define MOST_WORDS 256
#define LONGEST (MOST_WORDS * 3 / 2)

/* The arguments. */
struct wish {
    bool alone;
    const char *service;
    uint32_t cycles;
    int words; /* of the critical set's block */
    int load;  /* of the others' blocks, on average */
    uint32_t seed;
};

static struct wish wish;
static uint32_t block[LONGEST];
static uint32_t other[LONGEST];

/* The work of a set: laps of the critical one, rounds of the others. */
struct work {
    uint32_t count;
    uint32_t total; /* cycles of all laps of the critical set */
    uint32_t worst; /* cycles of its longest lap */
};

static uint32_t now(void)
{
    return (uint32_t)weft_timer_now();
}

static void idle(uint32_t cycles)
{
    const uint32_t start = now();
    while (now() - start < cycles) {
    }
}

/* Passes the block around once. Its first word, which rank 0 writes, says whether it will go around again. */
static bool pass_round(MPI_Comm set, int rank, bool again)
{
    const int next = (rank + 1) % 4;
    const int before_me = (rank + 3) % 4;
    if (rank == 0) {
        block[0] = again;
        MPI_Send(block, wish.words, MPI_UINT32_T, next, 0, set);
        MPI_Recv(block, wish.words, MPI_UINT32_T, before_me, 0, set, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(block, wish.words, MPI_UINT32_T, before_me, 0, set, MPI_STATUS_IGNORE);
        MPI_Send(block, wish.words, MPI_UINT32_T, next, 0, set);
    }
    return block[0] != 0;
}

static struct work run_critical(MPI_Comm set, int rank)
{
    struct work laps = {0, 0, 0};
    const uint32_t start = now();
    uint32_t last = start;
    while (pass_round(set, rank, last - start < wish.cycles)) {
        const uint32_t lap = now() - last;
        laps.count++;
        laps.total += lap;
        laps.worst = lap > laps.worst ? lap : laps.worst;
        last += lap;
    }
    return laps;
}

/* Exchanges a block with each of the three other ranks. So all learn from rank 0 whether to continue. */
static bool exchange(MPI_Comm set, int rank, struct drawn *drawn, bool again)
{
    const int first = (int)draw(drawn, SETS - 1);
    block[0] = rank == 0 && again;
    for (int turn = 0; turn < SETS - 1; turn++) {
        const int partner = partner_of(rank, first, turn);
        const int words = draw_words(drawn, wish.load);
        MPI_Sendrecv(block, words, MPI_UINT32_T, partner, 0, other, words, MPI_UINT32_T, partner, 0, set,
                     MPI_STATUS_IGNORE);
        block[0] |= other[0];
    }
    return block[0] != 0;
}

/* Runs a quarter longer than the critical set, whose last lap begins before its cycles are over. */
static struct work run_other(MPI_Comm set, int number, int rank)
{
    struct work rounds = {0, 0, 0};
    struct drawn drawn = drawn_by(wish.seed, number);
    const uint32_t start = now();
    while (exchange(set, rank, &drawn, now() - start < wish.cycles + wish.cycles / 4)) {
        rounds.count++;
    }
    return rounds;
}

/* Requests the service that the argument names, until the attributes are deleted. */
static void begin_region(MPI_Comm set)
{
    static int priority = 7;
    static int circuit;
    circuit = strcmp(wish.service, "one-way") == 0 ? WEFT_QOS_ONE_WAY : WEFT_QOS_BOTH_WAYS;
    if (strcmp(wish.service, "priority") == 0) {
        MPI_Comm_set_attr(set, WEFT_PRIORITY, &priority);
    } else if (strcmp(wish.service, "none") != 0) {
        MPI_Comm_set_attr(set, WEFT_CIRCUIT, &circuit);
    }
}

static void end_region(MPI_Comm set)
{
    MPI_Comm_delete_attr(set, WEFT_PRIORITY);
    MPI_Comm_delete_attr(set, WEFT_CIRCUIT);
}

static struct work run(int number, MPI_Comm set)
{
    int rank;
    struct work done = {0, 0, 0};
    MPI_Comm_rank(set, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (number == CRITICAL) {
        begin_region(set);
        done = run_critical(set, rank);
        end_region(set);
    } else if (!wish.alone) {
        done = run_other(set, number, rank);
    } else {
        idle(wish.cycles);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return done;
}

/* Prints the results. Ranks 0 to 3 of MPI_COMM_WORLD are the ranks 0 of the four sets. */
__attribute__((cold)) static void tell(int rank, const struct work *own)
{
    struct work all[SETS] = {*own};
    uint32_t rounds = own->count;
    if (rank > 0 && rank < SETS) {
        MPI_Send(own, sizeof *own, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    }
    for (int number = 1; rank == 0 && number < SETS; number++) {
        MPI_Recv(&all[number], sizeof *own, MPI_BYTE, number, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        rounds += number < CRITICAL ? all[number].count : 0;
    }
    if (rank == 0) {
        const struct work *const laps = &all[CRITICAL];
        const uint32_t mean = laps->total / (laps->count + (laps->count == 0));
        printf("critical laps %lu mean %lu worst %lu\nothers rounds %lu\n", (unsigned long)laps->count,
               (unsigned long)mean, (unsigned long)laps->worst, (unsigned long)rounds);
        weft_report("lap", mean);
        weft_report("worst", laps->worst);
        weft_report("rounds", rounds);
    }
}

static bool is_service(const char *word)
{
    static const char *const words[] = {"none", "priority", "circuit", "one-way"};
    bool found = false;
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        found |= strcmp(word, words[i]) == 0;
    }
    return found;
}

/* Returns the argument as a number, or `otherwise` if it is missing. */
static int number_of(int argc, char **argv, int at, int otherwise)
{
    return argc > at ? atoi(argv[at]) : otherwise;
}

/* Reads the arguments; returns whether they have the form described above. */
__attribute__((cold)) static bool read(int argc, char **argv)
{
    if (argc < 5 || argc > 7) {
        return false;
    }
    const int words = atoi(argv[4]);
    wish = (struct wish){.alone = strcmp(argv[1], "alone") == 0,
                         .service = argv[2],
                         .cycles = (uint32_t)atoi(argv[3]),
                         .words = words,
                         .load = number_of(argc, argv, 5, words),
                         .seed = (uint32_t)number_of(argc, argv, 6, 1)};
    return (wish.alone || strcmp(argv[1], "beside") == 0) && is_service(wish.service) && atoi(argv[3]) > 0 &&
           words > 0 && words <= MOST_WORDS && wish.load > 0 && wish.load <= MOST_WORDS;
}

int main(int argc, char **argv)
{
    int rank;
    int size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const bool good = read(argc, argv) && size == 4 * SETS;
    if (good) {
        MPI_Comm set;
        MPI_Comm_split(MPI_COMM_WORLD, rank % SETS, rank, &set);
        const struct work done = run(rank % SETS, set);
        tell(rank, &done);
        MPI_Comm_free(&set);
    } else if (rank == 0) {
        fprintf(stderr,
                "usage: critical alone|beside none|priority|circuit|one-way CYCLES WORDS [LOAD [SEED]], with %d ranks; "
                "1 to %d WORDS and LOAD\n",
                4 * SETS, MOST_WORDS);
    }
    MPI_Finalize();
    return good ? 0 : 2;
}
