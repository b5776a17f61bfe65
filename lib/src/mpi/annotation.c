/* Annotations: quality of service that a program requests by an attribute of a communicator (docs/library/qos.md).
 *
 * J. Joven et al., "QoS-Driven Reconfigurable Parallel Computing for NoC-Based Clustered MPSoCs", 2013, section V, has
 * the library call the middleware where the programmer annotates a task or a group of tasks. The copy at hand lacks
 * that interface, so this one is our own. An annotation takes effect at once and for the calling core only: for its
 * accesses to the memories through which the communicator's members exchange messages with it. Where several
 * communicators request a service of the same memory, the highest request is in force. */
#include "annotation.h"

#include <weft/boot.h>

#include "attribute.h"

/* A communicator's request. Its address is the attribute's value; its first member is the int that MPI_Comm_get_attr
 * returns a pointer to. */
struct annotation {
    int value;
    struct weft_mpi_comm *comm;
    enum weft_mpi_scope scope;
    uint32_t memories; /* in which it is in force: bit N for the memory with number N */
    struct annotation *next;
};

struct service {
    int most;             /* highest value that can be requested */
    int (*highest)(void); /* highest value that platform and program support */
    void (*ask)(uint32_t memory, int value);
    int key; /* MPI_KEYVAL_INVALID: not created yet */
    struct annotation *annotations;
};

#if WEFT_MPI_HAS_SERVICES
_Static_assert(WEFT_NI_DEVICES <= 32, "a memory's number must fit into a word of bits");
#endif

/* Defined by <weft/mpi_circuits.h> in programs that use circuits. */
extern const char weft_mpi_holds_circuits __attribute__((weak));

uint8_t weft_mpi_circuits[32];

static int highest_priority(void)
{
    return (int)WEFT_QOS_PRIORITIES - 1;
}

static int highest_circuit(void)
{
    return &weft_mpi_holds_circuits ? WEFT_QOS_BOTH_WAYS : 0;
}

static void ask_priority(uint32_t memory, int value)
{
    (void)weft_qos_set_priority(memory, (uint32_t)value);
}

static void ask_circuit(uint32_t memory, int value)
{
    weft_mpi_circuits[memory] = (uint8_t)value;
}

static WEFT_PER_RANK struct service services[] = {
    [WEFT_MPI_PRIORITY] = {.most = WEFT_MPI_PRIORITIES - 1, .highest = highest_priority, .ask = ask_priority},
    [WEFT_MPI_CIRCUIT] = {.most = WEFT_QOS_BOTH_WAYS, .highest = highest_circuit, .ask = ask_circuit},
};

static uint32_t bit(uint32_t memory)
{
    return memory < 32 ? UINT32_C(1) << memory : 0;
}

static uint32_t core_of(const struct weft_mpi_comm *comm, int32_t rank)
{
    return weft_boot.core_of_rank[comm->members[rank]];
}

/* Returns the memories through which messages pass from this core to another one and back. */
static inline uint32_t memories_between(uint32_t own, uint32_t other)
{
    return other == own ? 0 : bit(weft_qos_memory(own, other)) | bit(weft_qos_memory(other, own));
}

/* Returns these memories for a member of a communicator, or for all members if there is no member with this rank. */
static uint32_t memories_of(const struct weft_mpi_comm *comm, int32_t rank)
{
    const uint32_t own = core_of(comm, comm->rank);
    const bool is_member = rank >= 0 && rank < comm->size;
    uint32_t memories = 0;
    for (int32_t each = is_member ? rank : 0; each < (is_member ? rank + 1 : comm->size); each++) {
        memories |= memories_between(own, core_of(comm, each));
    }
    return memories;
}

static int most_asked(const struct service *service, uint32_t memory)
{
    int most = 0;
    for (const struct annotation *each = service->annotations; each; each = each->next) {
        if ((each->memories & bit(memory)) != 0 && each->value > most) {
            most = each->value;
        }
    }
    return most;
}

static int in_force(const struct service *service, int value)
{
    const int highest = service->highest();
    return value < highest ? value : highest;
}

/* Sets the service of these memories to the highest request. */
static void ask(const struct service *service, uint32_t memories)
{
    for (; memories != 0; memories &= memories - 1) {
        const uint32_t memory = (uint32_t)__builtin_ctz(memories);
        service->ask(memory, in_force(service, most_asked(service, memory)));
    }
}

static struct annotation *find(const struct service *service, const struct weft_mpi_comm *comm)
{
    struct annotation *each = service->annotations;
    while (each && each->comm != comm) {
        each = each->next;
    }
    return each;
}

/* Makes messages with a request of their own take weft_mpi_transfer() rather than the fast path. */
static void choose_way(struct weft_mpi_comm *comm)
{
    comm->ordinary = weft_mpi_scope(comm) == WEFT_MPI_MESSAGE ? 0 : comm->size;
}

/* The key's delete function: called by MPI_Comm_delete_attr and MPI_Comm_free. */
static int end(MPI_Comm comm, int comm_keyval, void *attribute_val, void *extra_state)
{
    struct service *const service = extra_state;
    struct annotation *const ended = attribute_val;
    struct annotation **link = &service->annotations;
    (void)comm, (void)comm_keyval;
    while (*link != ended) {
        link = &(*link)->next;
    }
    *link = ended->next;
    ask(service, ended->memories);
    choose_way(ended->comm);
    weft_mpi_delete(ended);
    return MPI_SUCCESS;
}

static int begin(struct service *service, struct weft_mpi_comm *comm, struct annotation **annotation)
{
    struct weft_mpi_keyval *keyval;
    WEFT_TRY(weft_mpi_find_keyval(service->key, &keyval));
    struct annotation *const new = weft_mpi_new(sizeof *new);
    if (!new) {
        return MPI_ERR_NO_MEM;
    }
    *new = (struct annotation){.comm = comm, .next = service->annotations};
    WEFT_TRY(weft_mpi_hang_on(comm, keyval, new));
    service->annotations = new;
    *annotation = new;
    return MPI_SUCCESS;
}

/* Changes the memories for which an annotation is in force. */
static void move(const struct service *service, struct annotation *annotation, uint32_t memories)
{
    const uint32_t before = annotation->memories;
    annotation->memories = memories;
    ask(service, before | memories);
}

static int annotate(struct service *service, struct weft_mpi_comm *comm, int value, enum weft_mpi_scope scope)
{
    struct annotation *annotation = find(service, comm);
    if (!annotation) {
        WEFT_TRY(begin(service, comm, &annotation));
    }
    const bool known = annotation->scope == scope && annotation->memories != 0;
    annotation->value = value;
    annotation->scope = scope;
    choose_way(comm);
    move(service, annotation,
         known                      ? annotation->memories
         : scope == WEFT_MPI_REGION ? memories_of(comm, MPI_ANY_SOURCE)
                                    : 0);
    return MPI_SUCCESS;
}

/* The key's part of MPI_Comm_set_attr: copies the int that `value` points to. */
static int set(struct weft_mpi_comm *comm, struct weft_mpi_keyval *keyval, void *value)
{
    struct service *const service = keyval->extra;
    WEFT_TRY(weft_mpi_check_pointer(value));
    const int wanted = *(const int *)value;
    if (wanted < 0 || wanted > service->most) {
        return weft_mpi_error(MPI_ERR_ARG, "the attribute is %d: 0 to %d", wanted, service->most);
    }
    return annotate(service, comm, wanted, WEFT_MPI_REGION);
}

int weft_mpi_service_key(enum weft_mpi_service number)
{
    struct service *const service = &services[number];
    struct weft_mpi_keyval *keyval;
    if (service->key == MPI_KEYVAL_INVALID &&
        PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, end, &service->key, service) == MPI_SUCCESS &&
        weft_mpi_find_keyval(service->key, &keyval) == MPI_SUCCESS) {
        keyval->set = set;
    }
    return service->key;
}

int weft_mpi_annotated(enum weft_mpi_service number, const struct weft_mpi_comm *comm)
{
    const struct service *const service = &services[number];
    const struct annotation *const annotation = find(service, comm);
    return annotation ? in_force(service, annotation->value) : 0;
}

enum weft_mpi_scope weft_mpi_scope(const struct weft_mpi_comm *comm)
{
    enum weft_mpi_scope scope = WEFT_MPI_REGION;
    for (uint32_t service = 0; service < WEFT_MPI_SERVICES; service++) {
        const struct annotation *const annotation = find(&services[service], comm);
        scope = annotation ? annotation->scope : scope;
    }
    return scope;
}

static bool begin_message(const struct weft_mpi_comm *comm, int rank)
{
    bool asks = false;
    for (uint32_t number = 0; number < WEFT_MPI_SERVICES; number++) {
        struct annotation *const annotation = find(&services[number], comm);
        if (annotation && annotation->scope == WEFT_MPI_MESSAGE) {
            move(&services[number], annotation, memories_of(comm, rank));
            asks = true;
        }
    }
    return asks;
}

static void end_message(const struct weft_mpi_comm *comm)
{
    for (uint32_t number = 0; number < WEFT_MPI_SERVICES; number++) {
        struct annotation *const annotation = find(&services[number], comm);
        if (annotation && annotation->scope == WEFT_MPI_MESSAGE) {
            move(&services[number], annotation, 0);
        }
    }
}

int weft_mpi_annotate(enum weft_mpi_service service, struct weft_mpi_comm *comm, int value, enum weft_mpi_scope scope)
{
    static const struct weft_mpi_hinted hinted = {begin_message, end_message};
    weft_mpi_hinted = &hinted;
    (void)weft_mpi_service_key(service);
    return annotate(&services[service], comm, value, scope);
}
