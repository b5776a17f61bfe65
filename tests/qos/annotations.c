/* Attributes and hints that ask for quality of service: what is in force in the registers, what calls return, on a chip
 * with switches and where there are none. Returns the number of the check that does not hold. */
#include <mpi.h>
#include <qos.h>
#include <string.h>
#include <weft/mpi_circuits.h>

#include "check.h"

#ifdef WEFT_NETWORK_INTERFACE_BASE
#define HAS_SERVICES 1

/* The library can be asked for circuits by messages where its link has them. */
#if __has_include(<weft/hold_circuits.h>)
#define CIRCUITS(word) word
#else
#define CIRCUITS(word) "none"
#endif

/* The priority in force for the memory by which messages get to another core. */
static uint32_t priority_to(uint32_t core)
{
    return *weft_qos_register(WEFT_NI_PRIORITY, weft_qos_memory(0, core));
}

#else
#define HAS_SERVICES 0
#define CIRCUITS(word) word

static uint32_t priority_to(uint32_t core)
{
    (void)core;
    return 0;
}

#endif

/* What is expected where there are such services. */
static uint32_t here(uint32_t value)
{
    return HAS_SERVICES ? value : 0;
}

static int set(MPI_Comm comm, int key, int value)
{
    return MPI_Comm_set_attr(comm, key, &value);
}

static int found(MPI_Comm comm, int key)
{
    int *value;
    int flag;
    return MPI_Comm_get_attr(comm, key, &value, &flag) == MPI_SUCCESS && flag ? *value : -1;
}

static int attribute_begins_and_ends(void)
{
    CHECK(found(MPI_COMM_WORLD, WEFT_PRIORITY) == -1);
    CHECK(set(MPI_COMM_WORLD, WEFT_PRIORITY, 5) == MPI_SUCCESS);
    CHECK(found(MPI_COMM_WORLD, WEFT_PRIORITY) == 5 && priority_to(1) == here(5));
    CHECK(set(MPI_COMM_WORLD, WEFT_PRIORITY, 2) == MPI_SUCCESS);
    CHECK(found(MPI_COMM_WORLD, WEFT_PRIORITY) == 2 && priority_to(1) == here(2));
    CHECK(MPI_Comm_delete_attr(MPI_COMM_WORLD, WEFT_PRIORITY) == MPI_SUCCESS);
    CHECK(found(MPI_COMM_WORLD, WEFT_PRIORITY) == -1 && priority_to(1) == 0);
    return 0;
}

static int wrong_values_change_nothing(void)
{
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    CHECK(set(MPI_COMM_WORLD, WEFT_PRIORITY, 3) == MPI_SUCCESS);
    CHECK(set(MPI_COMM_WORLD, WEFT_PRIORITY, 8) == MPI_ERR_ARG);
    CHECK(set(MPI_COMM_WORLD, WEFT_PRIORITY, -1) == MPI_ERR_ARG);
    CHECK(MPI_Comm_set_attr(MPI_COMM_WORLD, WEFT_PRIORITY, NULL) == MPI_ERR_ARG);
    CHECK(found(MPI_COMM_WORLD, WEFT_PRIORITY) == 3 && priority_to(1) == here(3));
    CHECK(MPI_Comm_delete_attr(MPI_COMM_WORLD, WEFT_PRIORITY) == MPI_SUCCESS);
    return 0;
}

/* Two communicators of the same cores: the higher priority is in force, and each ends with its communicator. */
static int regions_nest(void)
{
    MPI_Comm inner;
    MPI_Comm copy;
    CHECK(set(MPI_COMM_WORLD, WEFT_PRIORITY, 4) == MPI_SUCCESS);
    MPI_Comm_dup(MPI_COMM_WORLD, &inner);
    CHECK(found(inner, WEFT_PRIORITY) == -1);
    CHECK(set(inner, WEFT_PRIORITY, 7) == MPI_SUCCESS && priority_to(1) == here(7));
    MPI_Comm_dup(inner, &copy);
    MPI_Comm_free(&inner);
    CHECK(priority_to(1) == here(4));
    CHECK(set(copy, WEFT_PRIORITY, 1) == MPI_SUCCESS && priority_to(1) == here(4));
    CHECK(MPI_Comm_delete_attr(MPI_COMM_WORLD, WEFT_PRIORITY) == MPI_SUCCESS && priority_to(1) == here(1));
    MPI_Comm_free(&copy);
    CHECK(priority_to(1) == 0);
    return 0;
}

/* Whether a communicator's hint is in force with this word: everywhere else there is no such hint. */
static int is_in_force(MPI_Comm comm, const char *key, const char *word)
{
    MPI_Info info;
    char value[16];
    int flag;
    MPI_Comm_get_info(comm, &info);
    MPI_Info_get(info, key, 15, value, &flag);
    MPI_Info_free(&info);
    return HAS_SERVICES ? flag && strcmp(value, word) == 0 : !flag;
}

/* What the receive of a message finds in force: an errhandler is called within it. */
static uint32_t inside;

static void note_priority(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
    inside = priority_to(1);
}

/* In force while a call on that communicator lasts, and not between. */
static int single_messages_have_hints(void)
{
    MPI_Info info;
    MPI_Comm comm;
    MPI_Errhandler handler;
    int rank;
    int word = 7;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Info_create(&info);
    MPI_Info_set(info, "weft_priority", "6");
    MPI_Info_set(info, "weft_scope", "message");
    CHECK(MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm) == MPI_SUCCESS && priority_to(1) == 0);
    CHECK(is_in_force(comm, "weft_priority", "6") && is_in_force(comm, "weft_scope", "message"));
    CHECK(is_in_force(MPI_COMM_WORLD, "weft_scope", "region"));
    MPI_Comm_create_errhandler(note_priority, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    CHECK(MPI_Send(&word, -1, MPI_INT, 1 - rank, 0, comm) == MPI_ERR_COUNT && inside == here(6) && priority_to(1) == 0);
    CHECK(MPI_Recv(&word, 1, MPI_INT, MPI_ANY_SOURCE, -5, comm, MPI_STATUS_IGNORE) == MPI_ERR_TAG);
    CHECK(inside == here(6) && priority_to(1) == 0);
    CHECK(MPI_Send(&word, 1, MPI_INT, 77, 0, comm) == MPI_ERR_RANK && priority_to(1) == 0);
    CHECK(set(MPI_COMM_WORLD, WEFT_PRIORITY, 3) == MPI_SUCCESS && priority_to(1) == here(3));
    word = 10 + rank;
    if (rank == 0) {
        MPI_Send(&word, 1, MPI_INT, 1, 0, comm);
        MPI_Recv(&word, 1, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE);
    } else {
        int got = 0;
        MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        MPI_Send(&word, 1, MPI_INT, 0, 0, comm);
        word = got + 1;
    }
    CHECK(word == 11 && priority_to(1) == here(3));
    CHECK(MPI_Comm_delete_attr(MPI_COMM_WORLD, WEFT_PRIORITY) == MPI_SUCCESS && priority_to(1) == 0);
    MPI_Info_set(info, "weft_scope", "region");
    CHECK(MPI_Comm_set_info(comm, info) == MPI_SUCCESS && priority_to(1) == here(6));
    CHECK(is_in_force(comm, "weft_scope", "region"));
    MPI_Errhandler_free(&handler);
    MPI_Info_free(&info);
    MPI_Comm_free(&comm);
    CHECK(priority_to(1) == 0);
    return 0;
}

static int hints_come_and_go(void)
{
    MPI_Info info;
    MPI_Comm comm;
    MPI_Info_create(&info);
    MPI_Info_set(info, "weft_priority", "6");
    MPI_Info_set(info, "colour", "green");
    CHECK(MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm) == MPI_SUCCESS);
    CHECK(is_in_force(comm, "weft_priority", "6") && is_in_force(MPI_COMM_WORLD, "weft_priority", "0"));
    CHECK(priority_to(1) == here(6) && found(comm, WEFT_PRIORITY) == (HAS_SERVICES ? 6 : -1));
    MPI_Info_set(info, "weft_priority", "8");
    CHECK(MPI_Comm_set_info(comm, info) == MPI_SUCCESS && is_in_force(comm, "weft_priority", "6"));
    MPI_Info_set(info, "weft_priority", "0");
    CHECK(MPI_Comm_set_info(comm, info) == MPI_SUCCESS && is_in_force(comm, "weft_priority", "0"));
    CHECK(priority_to(1) == 0);
    CHECK(is_in_force(comm, "weft_circuit", "none"));
    MPI_Info_set(info, "weft_circuit", "one-way");
    CHECK(MPI_Comm_set_info(comm, info) == MPI_SUCCESS && is_in_force(comm, "weft_circuit", CIRCUITS("one-way")));
    MPI_Info_free(&info);
    MPI_Comm_free(&comm);
    CHECK(MPI_Comm_dup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, &comm) == MPI_SUCCESS);
    MPI_Comm_free(&comm);
    CHECK(MPI_Comm_set_info(MPI_COMM_WORLD, MPI_INFO_NULL) == MPI_ERR_INFO);
    return 0;
}

/* A circuit is kept for each piece of a long message, and for nothing else; messages are what they were. */
static int messages_have_circuits(int rank)
{
    static int sent[300];
    static int got[300];
    for (int i = 0; i < 300; i++) {
        sent[i] = 1000 * rank + i;
    }
    CHECK(set(MPI_COMM_WORLD, WEFT_CIRCUIT, 3) == MPI_ERR_ARG);
    CHECK(set(MPI_COMM_WORLD, WEFT_CIRCUIT, WEFT_QOS_ONE_WAY + rank) == MPI_SUCCESS);
    for (int words = 1; words <= 300; words += 23) {
        MPI_Sendrecv(sent, words, MPI_INT, 1 - rank, 0, got, words, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        for (int i = 0; i < words; i++) {
            CHECK(got[i] == 1000 * (1 - rank) + i);
        }
    }
    CHECK(MPI_Comm_delete_attr(MPI_COMM_WORLD, WEFT_CIRCUIT) == MPI_SUCCESS);
    return 0;
}

#ifdef WEFT_NETWORK_INTERFACE_BASE

/* Only the memories by which members exchange messages: here the scratchpad that all four cores share. */
static int other_memories_stay(int rank)
{
    CHECK(set(MPI_COMM_WORLD, WEFT_PRIORITY, 5) == MPI_SUCCESS);
    for (uint32_t device = 0; rank == 0 && device < WEFT_NI_DEVICES; device++) {
        CHECK(*weft_qos_register(WEFT_NI_PRIORITY, device) == (device == weft_qos_memory(0, 1) ? 5 : 0));
    }
    CHECK(MPI_Comm_delete_attr(MPI_COMM_WORLD, WEFT_PRIORITY) == MPI_SUCCESS);
    CHECK(set(MPI_COMM_SELF, WEFT_PRIORITY, 5) == MPI_SUCCESS && priority_to(1) == 0);
    return 0;
}

#else

static int other_memories_stay(int rank)
{
    (void)rank;
    return 0;
}

#endif

int main(int argc, char **argv)
{
    int rank;
    int failed = 0;
    int (*const tests[])(void) = {attribute_begins_and_ends, wrong_values_change_nothing, regions_nest,
                                  hints_come_and_go, single_messages_have_hints};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (unsigned i = 0; failed == 0 && i < sizeof tests / sizeof *tests; i++) {
        failed = tests[i]();
    }
    if (failed == 0) {
        failed = other_memories_stay(rank);
    }
    if (failed == 0) {
        failed = messages_have_circuits(rank);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return failed;
}
