/* MPI_Ibarrier: the dissemination of barrier.c. A barrier starts its next round when the messages of the last one are
 * complete; every call that makes progress advances all barriers in progress. */
#include "collective.h"
#include "request.h"

struct ibarrier {
    struct ibarrier *next; /* next barrier in progress */
    struct weft_mpi_comm *comm;
    int32_t step; /* distance in the current round; >= number of ranks: complete */
    int32_t tag;
    struct weft_request send;
    struct weft_request receive;
};

static WEFT_PER_RANK struct ibarrier *under_way;

static void start_round(struct ibarrier *barrier)
{
    const struct weft_mpi_comm *const comm = barrier->comm;
    const int32_t size = comm->size;
    struct weft_envelope envelope = {.tag = barrier->tag, .context = comm->context + 1};
    envelope.rank = comm->members[(comm->rank - barrier->step + size) % size];
    weft_receive_start(&barrier->receive, NULL, NULL, &envelope);
    envelope.rank = comm->members[(comm->rank + barrier->step) % size];
    weft_send_start(&barrier->send, NULL, NULL, &envelope, false);
}

static bool advance(struct ibarrier *barrier)
{
    const bool due = barrier->send.phase == WEFT_DONE && barrier->receive.phase == WEFT_DONE;
    if (due) {
        barrier->step *= 2;
        barrier->tag++;
        if (barrier->step < barrier->comm->size) {
            start_round(barrier);
        }
    }
    return due;
}

/* Advances all barriers, and removes those that are complete: their requests only check `step`. */
static bool advance_all(void)
{
    bool moved = false;
    struct ibarrier **link = &under_way;
    while (*link) {
        moved |= advance(*link);
        if ((*link)->step >= (*link)->comm->size) {
            *link = (*link)->next;
        } else {
            link = &(*link)->next;
        }
    }
    if (!under_way) {
        weft_progress_also(NULL);
    }
    return moved;
}

static void begin(struct ibarrier *barrier)
{
    struct ibarrier **end = &under_way;
    while (*end) {
        end = &(*end)->next;
    }
    *end = barrier;
    start_round(barrier);
    weft_progress_also(advance_all);
}

static bool is_over(struct weft_mpi_request *request)
{
    struct ibarrier *const barrier = request->more.data;
    if (barrier && barrier->step >= barrier->comm->size) {
        weft_mpi_delete(barrier);
        request->more.data = NULL;
    }
    return request->more.data == NULL;
}

int PMPI_Ibarrier(MPI_Comm comm, MPI_Request *request)
{
    struct weft_mpi_comm *found;
    WEFT_TRY(weft_mpi_comm(comm, "MPI_Ibarrier", &found));
    struct ibarrier *const barrier = weft_mpi_new(sizeof *barrier);
    if (!barrier) {
        return MPI_ERR_NO_MEM;
    }
    const int error = weft_mpi_request_new(found, WEFT_MPI_OPERATION, request);
    if (error != MPI_SUCCESS) {
        weft_mpi_delete(barrier);
        return error;
    }
    barrier->comm = found;
    barrier->step = 1;
    barrier->tag = WEFT_MPI_TAG_IBARRIER;
    (*request)->operation = is_over;
    (*request)->more.data = barrier;
    if (found->size > 1) {
        begin(barrier);
    }
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Ibarrier)
