/* A model of matching, and random steps of a program made from it; every rank derives the same ones from the seed.
 *
 * The model (MPI 4.0, sections 3.5 and 3.8). Messages from one sender to one receiver in one communicator are ordered,
 * and so are the receives that are posted there. A receive gets, of the sender that its status names, the first message
 * that matches it and that no receive posted before it got: otherwise message and receive would both have passed over
 * an older partner. That is the whole check, whatever the wildcards.
 *
 * Every receive finds a message, because in each communicator the patterns of a step only widen: first those with a
 * source (each planned for the first message that it matches), then those with a tag only, then those with neither.
 *
 * No step deadlocks, because each rank receives in one of three manners:
 *   EARLY     all receives are posted before it sends, so that any kind of send to it ends;
 *   LATE      it sends without blocking, then posts all receives: any kind of send to it ends as well;
 *   BLOCKING  it receives one after the other, after its sends; others send to it without blocking.
 * With MPI_ANY_SOURCE in a step, a barrier ends it: a message of the next step may not be taken in this one.
 */
#ifndef MATCHING_MODEL_H
#define MATCHING_MODEL_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANKS = 64, COMMUNICATORS = 3, TAGS = 3, MESSAGES = 128, PER_RANK = 16, GUARD = 32, GUARD_BYTE = 0xA5 };
enum kind { ISEND, ISSEND, SEND, SSEND, KINDS };
enum manner { EARLY, LATE, BLOCKING, MANNERS };
enum way { IRECV, RECV, PROBE, IPROBE, MPROBE, IMPROBE, WAYS };
enum completion { WAITALL, WAITANY, WAITSOME, WAIT_SHUFFLED, TESTANY, COMPLETIONS };
enum width { SOURCE, TAG_ONLY, ANYTHING };

struct message {
    int source;
    int destination;
    int communicator;
    int tag;
    int size;
    uint32_t identity;
    enum kind kind;
    bool planned;
    bool taken;
};

struct receive {
    int communicator;
    int source; /* in MPI_COMM_WORLD, or MPI_ANY_SOURCE */
    int tag;
    int room;
    unsigned char *buffer;
    MPI_Status status;
};

struct step {
    uint32_t number;
    bool wild;    /* receives from MPI_ANY_SOURCE */
    bool awaited; /* nobody sends before all early receives are posted */
    enum manner manners[RANKS];
    int count;
    struct message messages[MESSAGES];
};

struct rank {
    uint32_t seed;
    int longest;
    int number;
    int count;
    MPI_Comm communicators[COMMUNICATORS];
    uint32_t random;
    struct step step;
    int receive_count;
    int posted;
    struct receive receives[PER_RANK];
    int sent_count;
    void *sent[PER_RANK];
    int pending_count;
    MPI_Request pending[2 * PER_RANK];
    struct receive *owners[2 * PER_RANK]; /* NULL: a send */
};

static uint32_t mix(uint32_t value)
{
    value = (value ^ value >> 16) * 0x7FEB352Du;
    value = (value ^ value >> 15) * 0x846CA68Bu;
    return value ^ value >> 16;
}

static int below(struct rank *rank, int limit)
{
    rank->random += 0x9E3779B9u;
    return (int)(mix(rank->random) % (uint32_t)limit);
}

static void *memory(size_t bytes)
{
    void *const got = malloc(bytes);
    if (got == NULL) {
        fprintf(stderr, "no memory for %u bytes\n", (unsigned)bytes);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return got;
}

/* The last communicator numbers the ranks backwards; used both ways. */
static int translated(const struct rank *rank, int communicator, int number)
{
    const bool backwards = communicator == COMMUNICATORS - 1 && number != MPI_ANY_SOURCE;
    return backwards ? rank->count - 1 - number : number;
}

/* Where libraries change their ways, a little to either side; short; or of any magnitude. */
static int random_size(struct rank *rank)
{
    static const int edges[] = {0, 8, 16, 32, 48, 64, 128, 256, 512, 1024, 4096, 8192, 16384, 32768, 65536, 1048576};
    const int choice = below(rank, 4);
    int size = below(rank, 2 << below(rank, 20));
    if (choice < 2) {
        size = edges[below(rank, (int)(sizeof edges / sizeof edges[0]))] + below(rank, 3) - 1;
    } else if (choice == 2) {
        size = below(rank, 80);
    }
    size = size < 0 ? 0 : size;
    return size > rank->longest ? rank->longest - below(rank, 2) : size;
}

static enum kind random_kind(struct rank *rank, const struct message *message)
{
    const enum manner *const manners = rank->step.manners;
    const bool blocks = manners[message->destination] != BLOCKING && manners[message->source] != LATE;
    return (enum kind)below(rank, blocks ? KINDS : SEND);
}

/* Often as the one before, for the sake of order. */
static struct message random_message(struct rank *rank)
{
    const struct step *const step = &rank->step;
    struct message message = {.source = below(rank, rank->count), .destination = below(rank, rank->count)};
    message.communicator = below(rank, COMMUNICATORS);
    if (step->count > 0 && below(rank, 3) > 0) {
        message = step->messages[step->count - 1];
    }
    message.tag = below(rank, TAGS) == 0 ? INT16_MAX : below(rank, TAGS);
    message.size = random_size(rank);
    message.identity = mix(rank->random);
    message.kind = random_kind(rank, &message);
    return message;
}

static void add_if_room(struct step *step, struct message message)
{
    int sent = 0;
    int received = 0;
    for (int i = 0; i < step->count; i++) {
        sent += step->messages[i].source == message.source;
        received += step->messages[i].destination == message.destination;
    }
    if (sent < PER_RANK && received < PER_RANK) {
        step->messages[step->count] = message;
        step->count++;
    }
}

/* The same on all ranks. */
static void plan_messages(struct rank *rank, uint32_t number)
{
    struct step *const step = &rank->step;
    rank->random = mix(mix(rank->seed) + number);
    *step = (struct step){.number = number, .wild = below(rank, 2) == 0, .awaited = below(rank, 3) == 0};
    for (int i = 0; i < rank->count; i++) {
        step->manners[i] = (enum manner)below(rank, MANNERS);
    }
    const int most = 6 * rank->count < MESSAGES ? 6 * rank->count : MESSAGES;
    for (int i = below(rank, most); i >= 0; i--) {
        add_if_room(step, random_message(rank));
    }
}

static bool matches(const struct rank *rank, const struct receive *receive, const struct message *message)
{
    return message->destination == rank->number && message->communicator == receive->communicator &&
           (receive->source == MPI_ANY_SOURCE || receive->source == message->source) &&
           (receive->tag == MPI_ANY_TAG || receive->tag == message->tag);
}

/* There is one: receives are as many as messages. */
static struct message *random_unplanned(struct rank *rank)
{
    struct message *message;
    do {
        message = &rank->step.messages[below(rank, rank->step.count)];
    } while (message->destination != rank->number || message->planned);
    return message;
}

/* There is room for whatever may come. */
static void plan_match(struct rank *rank, struct receive *receive)
{
    struct message *first = NULL;
    for (int i = rank->step.count - 1; i >= 0; i--) {
        struct message *const message = &rank->step.messages[i];
        if (matches(rank, receive, message)) {
            receive->room = message->size > receive->room ? message->size : receive->room;
            first = message->planned ? first : message;
        }
    }
    first->planned = true;
}

static void plan_receive(struct rank *rank, enum width *widths)
{
    const struct message *const message = random_unplanned(rank);
    enum width *const width = &widths[message->communicator];
    if (rank->step.wild && *width < ANYTHING && below(rank, 4) == 0) {
        (*width)++;
    }
    const bool any_tag = *width == ANYTHING || (*width == SOURCE && below(rank, 3) == 0);
    struct receive *const receive = &rank->receives[rank->receive_count];
    *receive = (struct receive){.communicator = message->communicator};
    receive->source = *width == SOURCE ? message->source : MPI_ANY_SOURCE;
    receive->tag = any_tag ? MPI_ANY_TAG : message->tag;
    plan_match(rank, receive);
    receive->buffer = memory((size_t)receive->room + GUARD);
    memset(receive->buffer, GUARD_BYTE, (size_t)receive->room + GUARD);
    rank->receive_count++;
}

static void plan_receives(struct rank *rank)
{
    enum width widths[COMMUNICATORS] = {SOURCE};
    rank->random += (uint32_t)rank->number;
    rank->receive_count = 0;
    for (int i = 0; i < rank->step.count; i++) {
        rank->step.messages[i].planned = false;
    }
    for (int i = 0; i < COMMUNICATORS && rank->step.wild; i++) {
        widths[i] = (enum width)below(rank, ANYTHING + 1);
    }
    for (int i = 0; i < rank->step.count; i++) {
        if (rank->step.messages[i].destination == rank->number) {
            plan_receive(rank, widths);
        }
    }
}

#endif
