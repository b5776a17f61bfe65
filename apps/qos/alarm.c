/* Single urgent messages among many ordinary ones:
 *
 *     alarm none|priority|circuit CYCLES WORDS SEED
 *
 * Sixteen ranks form four sets of four; each set has a core of each switch. The ranks exchange blocks in their sets
 * without a pause, of WORDS words on average, in an order that depends on SEED (drawn.h). Rank 3 sends an alarm of
 * WORDS words to rank 15 before each of its rounds, over a separate communicator. The hints of that communicator
 * request a service (docs/library/qos.md) for these messages only: all other messages, also those of the same two
 * ranks, are best effort. Prints
 *
 *     alarms COUNT mean CYCLES worst CYCLES
 *     rounds ROUNDS
 *
 * An alarm's cycles are those from the later call, of MPI_Send or of MPI_Recv, to the return of MPI_Recv.
 */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/mpi_circuits.h>
#include <weft/report.h>
#include <weft/timer.h>

#include "drawn.h"

#define FROM 3
#define TO 15
#define MOST_WORDS 64

#define LONGEST (MOST_WORDS * 3 / 2)

static uint32_t block[LONGEST];
static uint32_t other[LONGEST];

/* The arguments. */
struct wish {
    const char *service;
    uint32_t cycles;
    int words; /* of an alarm, and of the others' blocks on the average */
    uint32_t seed;
};

static struct {
    uint32_t count;
    uint32_t total;
    uint32_t worst;
} alarms;

static uint32_t now(void)
{
    return (uint32_t)weft_timer_now();
}

/* Makes a communicator whose messages have the service that this hint requests. */
static MPI_Comm with_hint(const char *key, const char *value)
{
    MPI_Info info;
    MPI_Comm comm;
    MPI_Info_create(&info);
    MPI_Info_set(info, "weft_scope", "message");
    MPI_Info_set(info, key, value);
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm);
    MPI_Info_free(&info);
    return comm;
}

/* Receives an alarm and records its time. The alarm contains the time of its send; all cores read the same time. */
static void receive_alarm(MPI_Comm comm, int words)
{
    const uint32_t called = now();
    MPI_Recv(other, words, MPI_UINT32_T, FROM, 0, comm, MPI_STATUS_IGNORE);
    const uint32_t begun = (int32_t)(other[0] - called) > 0 ? other[0] : called;
    const uint32_t cycles = now() - begun;
    alarms.count++;
    alarms.total += cycles;
    alarms.worst = cycles > alarms.worst ? cycles : alarms.worst;
}

static void exchange(MPI_Comm set, int partner, int words)
{
    MPI_Sendrecv(block, words, MPI_UINT32_T, partner, 0, other, words, MPI_UINT32_T, partner, 0, set,
                 MPI_STATUS_IGNORE);
}

/* Each rank exchanges a block with each other rank of its set. So the word of the set's rank 0 that says whether to
 * continue reaches all. */
static bool exchange_all(MPI_Comm set, int place, struct drawn *drawn, int words, bool again)
{
    const int first = (int)draw(drawn, SETS - 1);
    for (int turn = 0; turn < SETS - 1; turn++) {
        block[0] = again;
        exchange(set, partner_of(place, first, turn), draw_words(drawn, words));
        again = again || other[0] != 0;
    }
    return again;
}

static uint32_t run(MPI_Comm set, MPI_Comm comm, int rank, const struct wish *wish)
{
    const int place = rank / SETS;
    struct drawn drawn = drawn_by(wish->seed, rank % SETS);
    const uint32_t start = now();
    uint32_t rounds = 0;
    for (bool again = true; again; rounds++) {
        again = place == 0 && now() - start < wish->cycles;
        if (rank == FROM) {
            block[0] = now();
            MPI_Send(block, wish->words, MPI_UINT32_T, TO, 0, comm);
        } else if (rank == TO) {
            receive_alarm(comm, wish->words);
        }
        again = exchange_all(set, place, &drawn, wish->words, again);
    }
    return rounds;
}

static void tell(int rank, uint32_t rounds)
{
    if (rank == TO) {
        printf("alarms %lu mean %lu worst %lu\nrounds %lu\n", (unsigned long)alarms.count,
               (unsigned long)(alarms.total / alarms.count), (unsigned long)alarms.worst, (unsigned long)rounds);
        weft_report("alarm", alarms.total / alarms.count);
        weft_report("worst", alarms.worst);
        weft_report("rounds", rounds);
    }
}

static bool is_right(int argc, char **argv, int size)
{
    return argc == 5 && size == SETS * SETS &&
           (strcmp(argv[1], "none") == 0 || strcmp(argv[1], "priority") == 0 || strcmp(argv[1], "circuit") == 0) &&
           atoi(argv[2]) > 0 && atoi(argv[3]) > 0 && atoi(argv[3]) <= MOST_WORDS;
}

int main(int argc, char **argv)
{
    int rank;
    int size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const bool right = is_right(argc, argv, size);
    if (right) {
        const struct wish wish = {argv[1], (uint32_t)atoi(argv[2]), atoi(argv[3]), (uint32_t)atoi(argv[4])};
        MPI_Comm set;
        MPI_Comm comm = strcmp(wish.service, "circuit") == 0
                            ? with_hint("weft_circuit", "both-ways")
                            : with_hint("weft_priority", wish.service[0] == 'p' ? "7" : "0");
        MPI_Comm_split(MPI_COMM_WORLD, rank % SETS, rank, &set);
        tell(rank, run(set, comm, rank, &wish));
        MPI_Comm_free(&set);
        MPI_Comm_free(&comm);
    } else if (rank == 0) {
        fprintf(stderr, "usage: alarm none|priority|circuit CYCLES WORDS SEED, with %d ranks; 1 to %d WORDS\n",
                SETS * SETS, MOST_WORDS);
    }
    MPI_Finalize();
    return right ? 0 : 2;
}
