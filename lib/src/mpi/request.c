/* Requests: their memory, MPI_Wait and MPI_Test (MPI 4.0, section 3.7.3). */
#include "request.h"

#include "datatype.h"

/* Requests that a rank may have at a time, of those that are not over as they are made. */
#ifndef WEFT_MPI_REQUESTS
#define WEFT_MPI_REQUESTS (WEFT_WORD_BITS == 64 ? 8192u : 256u)
#endif

struct weft_mpi_request weft_mpi_sent = {.kind = WEFT_MPI_SEND};

static WEFT_PER_RANK struct weft_mpi_request requests[WEFT_MPI_REQUESTS];
static WEFT_PER_RANK uint32_t used;                   /* those from this one on have never been used */
static WEFT_PER_RANK struct weft_mpi_request *unused; /* linked by `engine.node` */

void weft_mpi_request_delete(struct weft_mpi_request *request)
{
    request->kind = WEFT_MPI_UNUSED;
    request->engine.node.next = (struct weft_node *)unused;
    unused = request;
    request->comm->references--;
    if (request->datatype) {
        weft_mpi_own_type(request->datatype, -1);
    }
}

void weft_mpi_collect_requests(void)
{
    for (uint32_t i = 0; i < used; i++) {
        if (requests[i].kind != WEFT_MPI_UNUSED && requests[i].detached && weft_mpi_is_complete(&requests[i])) {
            weft_mpi_request_delete(&requests[i]);
        }
    }
}

int weft_mpi_request_new(struct weft_mpi_comm *comm, enum weft_mpi_kind kind, const char *function,
                         struct weft_mpi_request **request)
{
    if (!unused && used == WEFT_MPI_REQUESTS) {
        weft_mpi_collect_requests();
    }
    struct weft_mpi_request *const made = unused ? unused : used < WEFT_MPI_REQUESTS ? &requests[used++] : NULL;
    if (!made) {
        return weft_mpi_error(comm, MPI_ERR_NO_MEM,
                              "%s: %d requests are under way: build with larger WEFT_MPI_REQUESTS", function,
                              (int)WEFT_MPI_REQUESTS);
    }
    unused = made == unused ? (struct weft_mpi_request *)made->engine.node.next : unused;
    *made = (struct weft_mpi_request){.comm = comm, .kind = (uint8_t)kind};
    comm->references++;
    *request = made;
    return MPI_SUCCESS;
}

static bool is_request(const struct weft_mpi_request *request)
{
    const uintptr_t place = (uintptr_t)request - (uintptr_t)requests;
    return request == &weft_mpi_sent ||
           (place < sizeof requests && place % sizeof *request == 0 && request->kind != WEFT_MPI_UNUSED);
}

int weft_mpi_check_request(const char *function, MPI_Request *handle)
{
    WEFT_TRY(weft_mpi_check_pointer(NULL, function, handle));
    if (*handle == MPI_REQUEST_NULL || is_request(*handle)) {
        return MPI_SUCCESS;
    }
    return weft_mpi_no(NULL, MPI_ERR_REQUEST, function, "request");
}

bool weft_mpi_is_inactive(const struct weft_mpi_request *request)
{
    return !request || (request->persistent && !request->active);
}

bool weft_mpi_is_complete(struct weft_mpi_request *request)
{
    return weft_mpi_is_inactive(request) ||
           (request->kind == WEFT_MPI_OPERATION ? request->operation(request) : request->engine.phase == WEFT_DONE);
}

void weft_mpi_empty_status(MPI_Status *status)
{
    weft_mpi_fill_status(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
}

/* The status of a complete request; an error's class if its message was truncated. */
static int tell(const struct weft_mpi_request *request, const char *function, MPI_Status *status)
{
    weft_mpi_empty_status(status);
    if (weft_mpi_is_inactive(request)) {
        return MPI_SUCCESS;
    }
    if (request->cancelled) {
        weft_mpi_fill_status(status, MPI_ANY_SOURCE, MPI_ANY_TAG, UINT32_MAX);
    } else if (request->kind == WEFT_MPI_FROM_NOBODY) {
        weft_mpi_fill_status(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
    } else if (request->kind == WEFT_MPI_RECEIVE && function) {
        return weft_mpi_finish_receive(&request->engine, request->comm, request->room, function, status);
    } else if (request->kind == WEFT_MPI_RECEIVE) {
        const int source = weft_mpi_rank_in(request->comm, request->engine.envelope.rank);
        weft_mpi_fill_status(status, source, request->engine.envelope.tag, request->engine.total);
        return request->engine.truncated ? MPI_ERR_TRUNCATE : MPI_SUCCESS;
    }
    return MPI_SUCCESS;
}

int weft_mpi_complete(MPI_Request *handle, const char *function, MPI_Status *status)
{
    struct weft_mpi_request *const request = *handle;
    const int error = tell(request, function, status);
    if (request && request->persistent) {
        request->active = false;
        return error;
    }
    *handle = MPI_REQUEST_NULL;
    if (request && request != &weft_mpi_sent) {
        weft_mpi_request_delete(request);
    }
    return error;
}

int PMPI_Wait(MPI_Request *request, MPI_Status *status)
{
    WEFT_TRY(weft_mpi_check_request("MPI_Wait", request));
    while (!weft_mpi_is_complete(*request)) {
        weft_progress_or_rest(&(*request)->engine);
    }
    return weft_mpi_complete(request, "MPI_Wait", status);
}
WEFT_MPI_NAME(Wait)

int PMPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
    WEFT_TRY(weft_mpi_check_request("MPI_Test", request));
    if (!weft_mpi_is_complete(*request)) {
        weft_progress();
    }
    *flag = weft_mpi_is_complete(*request);
    return *flag ? weft_mpi_complete(request, "MPI_Test", status) : MPI_SUCCESS;
}
WEFT_MPI_NAME(Test)

int PMPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status)
{
    WEFT_TRY(weft_mpi_check_request("MPI_Request_get_status", &request));
    if (!weft_mpi_is_complete(request)) {
        weft_progress();
    }
    *flag = weft_mpi_is_complete(request);
    if (*flag) {
        (void)tell(request, NULL, status);
    }
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Request_get_status)

/* A request under way goes on, and is collected when it is over. */
int PMPI_Request_free(MPI_Request *request)
{
    static const char function[] = "MPI_Request_free";
    WEFT_TRY(weft_mpi_check_request(function, request));
    struct weft_mpi_request *const freed = *request;
    if (!freed) {
        return weft_mpi_no(NULL, MPI_ERR_REQUEST, function, "request");
    }
    *request = MPI_REQUEST_NULL;
    freed->detached = true;
    if (freed != &weft_mpi_sent && weft_mpi_is_complete(freed)) {
        weft_mpi_request_delete(freed);
    }
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Request_free)
