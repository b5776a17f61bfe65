// Messages of eight communicators, two of which number the ranks in other orders, go between two ranks at a time, all
// lengths and tags mixed: each finds its receive, in whichever order these come, with and without wildcards.
//
// ranks: 2 3 4
// covers: MPI_Barrier MPI_Bcast MPI_Comm_dup MPI_Comm_free MPI_Comm_rank MPI_Comm_set_errhandler
// covers: MPI_Comm_split MPI_Error_class MPI_Get_count MPI_Irecv MPI_Isend MPI_Recv MPI_Send MPI_Wait
// covers: MPI_Waitall
#include "say.h"
#include <stdint.h>

enum { COMMS = 8, MESSAGES = 8, ROUNDS = 30, MOST = 1024 };

struct message {
    int comm, tag, bytes, taken;
};

static MPI_Comm comms[COMMS];
static int rank_in[COMMS][8]; // of each rank of MPI_COMM_WORLD
static struct message messages[MESSAGES];
static unsigned char out[MESSAGES][MOST], in[MESSAGES][MOST];
static uint32_t state = 1;

static int any_below(int most)
{
    state = state * 1664525u + 1013904223u;
    return (int)((state >> 8) % (uint32_t)most);
}

static void make(void)
{
    for (int i = 0; i < COMMS; i++) {
        int own = rank;
        if (i % 4 == 3) {
            MPI_Comm_split(MPI_COMM_WORLD, 0, i == 3 ? -rank : (rank + 1) % size, &comms[i]);
            MPI_Comm_rank(comms[i], &own);
        } else {
            MPI_Comm_dup(i == 0 ? MPI_COMM_WORLD : comms[i - 1], &comms[i]);
            MPI_Comm_rank(comms[i], &own);
        }
        int all[8];
        for (int other = 0; other < size; other++) {
            all[other] = own;
            MPI_Bcast(&all[other], 1, MPI_INT, other, MPI_COMM_WORLD);
            rank_in[i][other] = all[other];
        }
    }
}

static void choose(void)
{
    static const int lengths[] = {0,  1,  3,   4,   5,   8,   24,  32,  33,  56,   57,   63,
                                  64, 65, 100, 250, 256, 257, 511, 512, 516, 1000, 1023, 1024};
    const int few = any_below(2) ? COMMS : 2;
    for (int i = 0; i < MESSAGES; i++) {
        const int bytes = lengths[any_below(24)];
        messages[i] = (struct message){any_below(few), any_below(5) == 0 ? 1000 : any_below(3), bytes, 0};
    }
}

static MPI_Comm world_or(int index)
{
    return index == 1 ? MPI_COMM_WORLD : comms[index];
}

static int number_in(int index, int of)
{
    return index == 1 ? of : rank_in[index][of];
}

static void send(int round, int to)
{
    MPI_Request requests[MESSAGES];
    for (int i = 0; i < MESSAGES; i++) {
        const struct message *message = &messages[i];
        for (int byte = 0; byte < message->bytes; byte++)
            out[i][byte] = (unsigned char)(round + i * 31 + byte);
        MPI_Isend(out[i], message->bytes, MPI_BYTE, number_in(message->comm, to), message->tag, world_or(message->comm),
                  &requests[i]);
    }
    MPI_Waitall(MESSAGES, requests, MPI_STATUSES_IGNORE);
}

// The first message in a communicator that a receive with this tag gets.
static int first(int comm, int tag)
{
    int i = 0;
    while (messages[i].taken || messages[i].comm != comm || (tag != MPI_ANY_TAG && messages[i].tag != tag))
        i++;
    messages[i].taken = 1;
    return i;
}

static void check(int round, int from, int wanted, const unsigned char *data, const MPI_Status *status)
{
    const struct message *message = &messages[wanted];
    int count, wrong = status->MPI_SOURCE != number_in(message->comm, from) || status->MPI_TAG != message->tag;
    MPI_Get_count(status, MPI_BYTE, &count);
    wrong |= count != message->bytes;
    for (int byte = 0; byte < count; byte++)
        wrong |= data[byte] != (unsigned char)(round + wanted * 31 + byte);
    say("round %d: message %d of %d bytes%s", round, wanted, count, wrong ? ", wrong" : "");
}

static void receive(int round, int from, int early)
{
    MPI_Request requests[MESSAGES];
    MPI_Status status;
    int wanted[MESSAGES];
    for (int i = 0; i < MESSAGES; i++) {
        int chosen = any_below(MESSAGES);
        while (messages[chosen].taken)
            chosen = (chosen + 1) % MESSAGES;
        const int comm = messages[chosen].comm;
        const int tag = any_below(4) == 0 ? MPI_ANY_TAG : messages[chosen].tag;
        const int source = any_below(4) == 0 ? MPI_ANY_SOURCE : number_in(comm, from);
        wanted[i] = first(comm, tag);
        if (early) {
            MPI_Irecv(in[i], MOST, MPI_BYTE, source, tag, world_or(comm), &requests[i]);
        } else {
            MPI_Recv(in[0], MOST, MPI_BYTE, source, tag, world_or(comm), &status);
            check(round, from, wanted[i], in[0], &status);
        }
    }
    for (int i = 0; early && i < MESSAGES; i++) {
        MPI_Wait(&requests[i], &status);
        check(round, from, wanted[i], in[i], &status);
    }
}

// Blocking there and back, in communicators by turns.
static void in_turn(int round, int a, int b)
{
    MPI_Status status;
    for (int i = 0; i < 2 * COMMS; i++) {
        const int comm = i % COMMS, other = number_in(comm, rank == a ? b : a), bytes = messages[i % MESSAGES].bytes;
        if (rank == a) {
            MPI_Send(out[i % MESSAGES], bytes, MPI_BYTE, other, i, world_or(comm));
            MPI_Recv(in[0], bytes, MPI_BYTE, other, i, world_or(comm), &status);
        } else {
            MPI_Recv(in[0], bytes, MPI_BYTE, other, i, world_or(comm), &status);
            MPI_Send(in[0], bytes, MPI_BYTE, other, i, world_or(comm));
        }
        if (status.MPI_SOURCE != other || status.MPI_TAG != i)
            say("round %d: from %d with tag %d", round, status.MPI_SOURCE, status.MPI_TAG);
    }
}

// A message that is too long for its receive is an error of that communicator alone, and the next one is received.
static void truncate(int bytes)
{
    int class = MPI_SUCCESS, number = 7, back = 0;
    MPI_Comm_set_errhandler(comms[2], MPI_ERRORS_RETURN);
    if (rank == 0) {
        MPI_Send(out[0], bytes, MPI_BYTE, number_in(2, 1), 3, comms[2]);
        MPI_Send(&number, 1, MPI_INT, number_in(2, 1), 3, comms[2]);
    } else if (rank == 1) {
        const int error = MPI_Recv(in[0], bytes - 4, MPI_BYTE, number_in(2, 0), 3, comms[2], MPI_STATUS_IGNORE);
        MPI_Error_class(error, &class);
        MPI_Recv(&back, 1, MPI_INT, number_in(2, 0), 3, comms[2], MPI_STATUS_IGNORE);
        say("%d bytes are too many: %d, then %d", bytes, class == MPI_ERR_TRUNCATE, back);
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    make();
    for (int round = 0; round < ROUNDS; round++) {
        const int from = round % size, to = (from + 1 + round / size % (size - 1)) % size, early = any_below(3) == 0;
        choose();
        if (rank == from)
            send(round, to);
        else if (rank == to)
            receive(round, from, early);
        if (rank == from || rank == to)
            in_turn(round, from, to);
        state = (uint32_t)round * 7919u + 17u;
        MPI_Barrier(comms[round % COMMS]);
    }
    for (int i = 0; i < 5; i++)
        truncate((int[]){8, 32, 64, 256, 1024}[i]);
    for (int i = 0; i < COMMS; i++)
        MPI_Comm_free(&comms[i]);
    end();
}
