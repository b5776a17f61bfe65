/* Random programs from the model of matching in model.h, which says who sends what to whom, and in which order everyone
 * receives. Sends and receives are of all kinds, completed in all manners, and checked to the last byte.
 *
 *     random SEEDS STEPS LONGEST     SEEDS as seeds.h has it; LONGEST is the largest size of a message in bytes
 */
#include <limits.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "../campaign/seeds.h"
#include "interposed.h"
#include "model.h"

static void complain(const struct rank *rank, const struct receive *receive, const char *what, int got, int wanted)
{
    fprintf(stderr, "seed %u, step %u, rank %d of %d", (unsigned)rank->seed, (unsigned)rank->step.number, rank->number,
            rank->count);
    fprintf(stderr, ", receive %d (communicator %d, source %d, tag %d)", (int)(receive - rank->receives),
            receive->communicator, receive->source, receive->tag);
    fprintf(stderr, ": %s %d, not %d\n", what, got, wanted);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* A message's contents, word by word: no two places of it hold the same. */
static uint32_t word_of(uint32_t identity, int index)
{
    return identity + (uint32_t)index * 0x9E3779B9u;
}

static unsigned char byte_of(uint32_t identity, int place)
{
    return (unsigned char)(word_of(identity, place / 4) >> 8 * (place % 4));
}

static MPI_Request *new_pending(struct rank *rank, struct receive *owner)
{
    rank->owners[rank->pending_count] = owner;
    return &rank->pending[rank->pending_count++];
}

static void receive_probed(struct receive *receive, int source, MPI_Comm communicator, bool polling)
{
    MPI_Status probed;
    int count;
    int found = !polling;
    if (found) {
        MPI_Probe(source, receive->tag, communicator, &probed);
    }
    while (!found) {
        MPI_Iprobe(source, receive->tag, communicator, &found, &probed);
    }
    MPI_Get_count(&probed, MPI_BYTE, &count);
    MPI_Recv(receive->buffer, count < receive->room ? count : receive->room, MPI_BYTE, probed.MPI_SOURCE,
             probed.MPI_TAG, communicator, &receive->status);
}

static void receive_matched(struct receive *receive, int source, MPI_Comm communicator, bool polling)
{
    MPI_Message message;
    MPI_Status probed;
    int found = !polling;
    if (found) {
        MPI_Mprobe(source, receive->tag, communicator, &message, &probed);
    }
    while (!found) {
        MPI_Improbe(source, receive->tag, communicator, &found, &message, &probed);
    }
    MPI_Mrecv(receive->buffer, receive->room, MPI_BYTE, &message, &receive->status);
}

static void post(struct rank *rank, enum way way)
{
    struct receive *const receive = &rank->receives[rank->posted];
    const MPI_Comm communicator = rank->communicators[receive->communicator];
    const int source = translated(rank, receive->communicator, receive->source);
    rank->posted++;
    if (way == IRECV) {
        MPI_Irecv(receive->buffer, receive->room, MPI_BYTE, source, receive->tag, communicator,
                  new_pending(rank, receive));
    } else if (way == RECV) {
        MPI_Recv(receive->buffer, receive->room, MPI_BYTE, source, receive->tag, communicator, &receive->status);
    } else if (way == PROBE || way == IPROBE) {
        receive_probed(receive, source, communicator, way == IPROBE);
    } else {
        receive_matched(receive, source, communicator, way == IMPROBE);
    }
}

static void post_early(struct rank *rank)
{
    const bool all = rank->step.manners[rank->number] == EARLY;
    const int count = all ? rank->receive_count : below(rank, rank->receive_count + 1) / 2;
    rank->posted = 0;
    while (rank->posted < count) {
        post(rank, IRECV);
    }
}

/* After looking for a while, so that messages come unexpected. */
static void post_late(struct rank *rank)
{
    const bool blocking = rank->step.manners[rank->number] == BLOCKING;
    int found;
    for (int looks = below(rank, 2) * below(rank, 50); looks > 0; looks--) {
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    }
    while (rank->posted < rank->receive_count) {
        post(rank, blocking ? (enum way)below(rank, WAYS) : IRECV);
    }
}

static bool receives_next_in(const struct rank *rank, int communicator)
{
    return rank->step.manners[rank->number] == BLOCKING && rank->posted < rank->receive_count &&
           rank->receives[rank->posted].communicator == communicator;
}

static void send_and_receive(struct rank *rank, const struct message *message, const void *contents)
{
    struct receive *const receive = &rank->receives[rank->posted];
    rank->posted++;
    MPI_Sendrecv(contents, message->size, MPI_BYTE, translated(rank, message->communicator, message->destination),
                 message->tag, receive->buffer, receive->room, MPI_BYTE,
                 translated(rank, receive->communicator, receive->source), receive->tag,
                 rank->communicators[receive->communicator], &receive->status);
}

static void *new_contents(struct rank *rank, const struct message *message)
{
    const int words = message->size / 4 + 1;
    uint32_t *const contents = memory((size_t)words * 4);
    for (int i = 0; i < words; i++) {
        contents[i] = word_of(message->identity, i);
    }
    rank->sent[rank->sent_count++] = contents;
    return contents;
}

static void send_message(struct rank *rank, const struct message *message, bool last)
{
    const void *const contents = new_contents(rank, message);
    const MPI_Comm communicator = rank->communicators[message->communicator];
    const int to = translated(rank, message->communicator, message->destination);
    if (message->kind == ISEND) {
        MPI_Isend(contents, message->size, MPI_BYTE, to, message->tag, communicator, new_pending(rank, NULL));
    } else if (message->kind == ISSEND) {
        MPI_Issend(contents, message->size, MPI_BYTE, to, message->tag, communicator, new_pending(rank, NULL));
    } else if (message->kind == SSEND) {
        MPI_Ssend(contents, message->size, MPI_BYTE, to, message->tag, communicator);
    } else if (last && receives_next_in(rank, message->communicator)) {
        send_and_receive(rank, message, contents);
    } else {
        MPI_Send(contents, message->size, MPI_BYTE, to, message->tag, communicator);
    }
}

/* A blocking receive waits for others' sends, so that it comes with the last send at the earliest. */
static void send_all(struct rank *rank)
{
    int left = 0;
    for (int i = 0; i < rank->step.count; i++) {
        left += rank->step.messages[i].source == rank->number;
    }
    for (int i = 0; i < rank->step.count; i++) {
        if (rank->step.messages[i].source == rank->number) {
            left--;
            send_message(rank, &rank->step.messages[i], left == 0);
        }
    }
}

static void completed(struct rank *rank, int index, const MPI_Status *status)
{
    if (index != MPI_UNDEFINED && rank->owners[index] != NULL) {
        rank->owners[index]->status = *status;
    }
}

static void wait_together(struct rank *rank, bool all)
{
    MPI_Status statuses[2 * PER_RANK];
    int indices[2 * PER_RANK];
    int count = rank->pending_count;
    for (int i = 0; i < count; i++) {
        indices[i] = i;
    }
    do {
        if (all) {
            MPI_Waitall(rank->pending_count, rank->pending, statuses);
        } else {
            MPI_Waitsome(rank->pending_count, rank->pending, &count, indices, statuses);
        }
        for (int i = 0; count != MPI_UNDEFINED && i < count; i++) {
            completed(rank, indices[i], &statuses[i]);
        }
    } while (!all && count != MPI_UNDEFINED);
}

static void wait_singly(struct rank *rank, bool test)
{
    int index = 0;
    while (index != MPI_UNDEFINED) {
        MPI_Status status;
        int done = !test;
        if (done) {
            MPI_Waitany(rank->pending_count, rank->pending, &index, &status);
        }
        while (!done) {
            MPI_Testany(rank->pending_count, rank->pending, &index, &done, &status);
        }
        completed(rank, index, &status);
    }
}

static void wait_shuffled(struct rank *rank)
{
    for (int left = rank->pending_count; left > 0; left--) {
        MPI_Status status;
        const int index = below(rank, left);
        MPI_Wait(&rank->pending[index], &status);
        completed(rank, index, &status);
        rank->pending[index] = rank->pending[left - 1];
        rank->owners[index] = rank->owners[left - 1];
    }
}

static void complete(struct rank *rank)
{
    const enum completion completion = (enum completion)below(rank, COMPLETIONS);
    if (completion == WAITALL || completion == WAITSOME) {
        wait_together(rank, completion == WAITALL);
    } else if (completion == WAITANY || completion == TESTANY) {
        wait_singly(rank, completion == TESTANY);
    } else {
        wait_shuffled(rank);
    }
}

static struct message *first_not_taken(struct rank *rank, const struct receive *receive, int source)
{
    for (int i = 0; i < rank->step.count; i++) {
        struct message *const message = &rank->step.messages[i];
        if (message->source == source && !message->taken && matches(rank, receive, message)) {
            return message;
        }
    }
    complain(rank, receive, "no message is left from the source of the status,", source, receive->source);
    return NULL;
}

/* Word by word up to the first that is wrong or not whole. */
static void check_bytes(const struct rank *rank, const struct receive *receive, const struct message *message)
{
    const uint32_t *const words = (const uint32_t *)(const void *)receive->buffer;
    int right = 0;
    while (right < message->size / 4 && words[right] == word_of(message->identity, right)) {
        right++;
    }
    for (int i = 4 * right; i < message->size; i++) {
        if (receive->buffer[i] != byte_of(message->identity, i)) {
            fprintf(stderr, "byte %d of %d: ", i, message->size);
            complain(rank, receive, "it is", receive->buffer[i], byte_of(message->identity, i));
        }
    }
    const int end = message->size + GUARD < receive->room ? message->size + GUARD : receive->room + GUARD;
    for (int i = message->size; i < end; i++) {
        if (receive->buffer[i] != GUARD_BYTE) {
            fprintf(stderr, "byte %d, after %d that were sent: ", i, message->size);
            complain(rank, receive, "it is", receive->buffer[i], GUARD_BYTE);
        }
    }
}

static void check(struct rank *rank, const struct receive *receive)
{
    const int source = translated(rank, receive->communicator, receive->status.MPI_SOURCE);
    struct message *const message = first_not_taken(rank, receive, source);
    int count;
    MPI_Get_count(&receive->status, MPI_BYTE, &count);
    if (receive->status.MPI_TAG != message->tag) {
        complain(rank, receive, "the tag is", receive->status.MPI_TAG, message->tag);
    }
    if (count != message->size) {
        complain(rank, receive, "the count is", count, message->size);
    }
    check_bytes(rank, receive, message);
    message->taken = true;
}

static void take_step(struct rank *rank, uint32_t number)
{
    plan_messages(rank, number);
    plan_receives(rank);
    rank->sent_count = rank->pending_count = 0;
    post_early(rank);
    if (rank->step.awaited) {
        MPI_Barrier(MPI_COMM_WORLD);
    }
    send_all(rank);
    post_late(rank);
    complete(rank);
    for (int i = 0; i < rank->receive_count; i++) {
        check(rank, &rank->receives[i]);
        free(rank->receives[i].buffer);
    }
    for (int i = 0; i < rank->sent_count; i++) {
        free(rank->sent[i]);
    }
    if (rank->step.wild) {
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

static void run(struct rank *rank, uint32_t steps)
{
    unsigned messages = 0;
    start_computing(rank->seed + (uint32_t)rank->number);
    rank->communicators[0] = MPI_COMM_WORLD;
    MPI_Comm_dup(MPI_COMM_WORLD, &rank->communicators[1]);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank->number, &rank->communicators[2]);
    for (uint32_t number = 0; number < steps; number++) {
        take_step(rank, number);
        messages += (unsigned)rank->step.count;
    }
    check_interposed();
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank->number == 0) {
        printf("seed %u: %u messages ok\n", (unsigned)rank->seed, messages);
        fflush(stdout);
    }
    MPI_Comm_free(&rank->communicators[1]);
    MPI_Comm_free(&rank->communicators[2]);
}

static void refuse(const char *why)
{
    fprintf(stderr, "%s; usage: random SEEDS STEPS LONGEST\n", why);
    MPI_Abort(MPI_COMM_WORLD, 2);
}

static uint32_t argument(int argc, char **argv, int index)
{
    char *end = NULL;
    const unsigned long value = index < argc ? strtoul(argv[index], &end, 10) : 0;
    if (end == NULL || end == argv[index] || *end != '\0' || value > INT_MAX) {
        refuse("not a number");
    }
    return (uint32_t)value;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    struct seeds seeds;
    struct rank *const rank = memory(sizeof *rank);
    if (argc < 2 || !read_seeds(argv[1], &seeds)) {
        refuse("no seeds");
    }
    *rank = (struct rank){.longest = (int)argument(argc, argv, 3)};
    MPI_Comm_rank(MPI_COMM_WORLD, &rank->number);
    MPI_Comm_size(MPI_COMM_WORLD, &rank->count);
    if (rank->longest < 1 || rank->count > RANKS) {
        refuse("LONGEST is at least 1, and there are at most 64 ranks");
    }
    for (uint32_t i = 0; i < seeds.count; i++) {
        rank->seed = seeds.first + i * seeds.step;
        run(rank, argument(argc, argv, 2));
    }
    free(rank);
    MPI_Finalize();
    return 0;
}
