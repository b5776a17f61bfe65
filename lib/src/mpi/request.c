/* Requests: their allocation, MPI_Test (MPI 4.0, section 3.7.3), MPI_Request_get_status and MPI_Request_free. */
#include "request.h"

#include "arch/diagnostic.h"
#include "datatype.h"

#if WEFT_GROWS
#include "arch/linux/region.h"

static WEFT_PER_RANK struct weft_region memory;
static WEFT_PER_RANK struct weft_mpi_request *requests;
#else

WEFT_PER_RANK struct weft_mpi_request weft_mpi_requests[WEFT_MPI_REQUESTS];
#define requests weft_mpi_requests
#endif

struct weft_mpi_request weft_mpi_sent = {.kind = WEFT_MPI_SEND, .mark = WEFT_MPI_IS_IN_USE};

static WEFT_PER_RANK uint32_t used; /* requests from this index on have never been used */
WEFT_PER_RANK struct weft_mpi_request *weft_mpi_unused;

void weft_mpi_request_delete(struct weft_mpi_request *request)
{
    request->mark = 0;
    request->engine.node.next = (struct weft_node *)weft_mpi_unused;
    weft_mpi_unused = request;
    if (WEFT_SMALL || request->comm->object.owners == 1) {
        weft_mpi_release(request->comm);
    } else {
        request->comm->object.owners--;
    }
    if (WEFT_SMALL || request->datatype || request->again) {
        weft_mpi_release(request->datatype);
        weft_mpi_delete(request->again);
    }
}

/* Number of detached requests that are not collected; counted only on the host, where a search through all requests may
 * be long. */
static WEFT_PER_RANK uint32_t detached;

void weft_mpi_collect_requests(void)
{
    for (uint32_t i = 0; i < used && (!WEFT_GROWS || detached > 0); i++) {
        if (requests[i].mark != 0 && requests[i].detached && weft_mpi_is_complete(&requests[i])) {
            weft_mpi_request_delete(&requests[i]);
            detached -= WEFT_GROWS;
        }
    }
}

__attribute__((cold)) void weft_mpi_tell_requests(void)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < used; i++) {
        left += requests[i].mark != 0 && !requests[i].detached;
    }
    if (left > 0) {
        weft_diagnostic("MPI_Finalize: requests neither completed nor freed: %d", (int)left);
    }
}

/* Collects detached requests when memory runs out; null until a request is detached, so that other programs do not link
 * it. */
static WEFT_PER_RANK void (*collect)(void);

void weft_mpi_detach(struct weft_mpi_request *request)
{
    request->detached = true;
    detached += WEFT_GROWS;
    collect = weft_mpi_collect_requests;
}

#if WEFT_GROWS
static struct weft_mpi_request *take_unused(void)
{
    _Static_assert(sizeof *requests % 16 == 0, "so the region wants it");
    struct weft_mpi_request *const taken = weft_region_take(&memory, sizeof *requests);
    requests = (struct weft_mpi_request *)(void *)memory.start;
    used += taken != NULL;
    return taken;
}

static int no_more(void)
{
    return weft_mpi_error(MPI_ERR_NO_MEM, "the system has no memory for one more");
}
#else
static struct weft_mpi_request *take_unused(void)
{
    return used < WEFT_MPI_REQUESTS ? &requests[used++] : NULL;
}

static int no_more(void)
{
    return weft_mpi_error(MPI_ERR_NO_MEM, "%d requests are under way: build with larger WEFT_MPI_REQUESTS",
                          (int)WEFT_MPI_REQUESTS);
}
#endif

/* Returns a request of the free list, else one that was never used, else null. */
static struct weft_mpi_request *take(void)
{
    struct weft_mpi_request *const request = weft_mpi_unused;
    if (request) {
        weft_mpi_unused = (struct weft_mpi_request *)request->engine.node.next;
        return request;
    }
    return take_unused();
}

/* Initializes only the members that are read: clearing all takes as long as a short message, though less code. */
static void prepare(struct weft_mpi_request *request, struct weft_mpi_comm *comm, enum weft_mpi_kind kind)
{
#if WEFT_SMALL
    comm->object.owners++;
    *request = (struct weft_mpi_request){.comm = comm, .kind = (uint8_t)kind, .mark = WEFT_MPI_IS_IN_USE};
#else
    request->engine.phase = WEFT_DONE;
    request->engine.envelope = (struct weft_envelope){0};
    request->engine.total = 0;
    weft_mpi_request_prepare(request, comm, kind);
#endif
}

int weft_mpi_request_new(struct weft_mpi_comm *comm, enum weft_mpi_kind kind, struct weft_mpi_request **request)
{
    WEFT_TRY(weft_mpi_check_result(request));
    struct weft_mpi_request *made = take();
    if (!made && collect) {
        collect();
        made = take();
    }
    if (!made) {
        return no_more();
    }
    prepare(made, comm, kind);
    *request = made;
    return MPI_SUCCESS;
}

#if WEFT_GROWS
bool weft_mpi_is_request(const struct weft_mpi_request *request)
{
    const uintptr_t place = (uintptr_t)request - (uintptr_t)requests;
    return request == &weft_mpi_sent ||
           (place < memory.taken && place % sizeof *requests == 0 && request->mark == WEFT_MPI_IS_IN_USE);
}
#endif

int weft_mpi_check_request(const char *function, MPI_Request *handle)
{
    weft_mpi_enter(function);
    if (!handle) {
        return weft_mpi_check_pointer(handle);
    }
    return *handle == MPI_REQUEST_NULL || weft_mpi_is_request(*handle) ? MPI_SUCCESS : weft_mpi_no(WEFT_MPI_IS_REQUEST);
}

int weft_mpi_check_some_request(const char *function, MPI_Request *handle)
{
    WEFT_TRY(weft_mpi_check_request(function, handle));
    return *handle ? MPI_SUCCESS : weft_mpi_no(WEFT_MPI_IS_REQUEST);
}

bool weft_mpi_is_inactive(const struct weft_mpi_request *request)
{
    return !request || (request->again && !request->active);
}

bool weft_mpi_is_complete(struct weft_mpi_request *request)
{
    return weft_mpi_is_inactive(request) ||
           (request->kind == WEFT_MPI_OPERATION ? request->operation(request) : request->engine.phase == WEFT_DONE);
}

/* Fills the status of a complete request; returns MPI_SUCCESS or the class of the receive's error. */
static int tell(const struct weft_mpi_request *request, MPI_Status *status, bool complains)
{
    const bool active = !weft_mpi_is_inactive(request);
    const bool nobody = active && request->kind == WEFT_MPI_FROM_NOBODY;
    const bool cancelled = active && request->cancelled;
    if (active && request->kind == WEFT_MPI_RECEIVE && !cancelled) {
        weft_mpi_call.comm = request->comm;
        return weft_mpi_finish_receive(&request->engine, request->comm, status, complains);
    }
    weft_mpi_fill_status(status, nobody ? MPI_PROC_NULL : MPI_ANY_SOURCE, MPI_ANY_TAG, cancelled ? (weft_length)-1 : 0);
    return MPI_SUCCESS;
}

void weft_mpi_end(MPI_Request *handle)
{
    struct weft_mpi_request *const request = *handle;
    if (request && request->again) {
        request->active = false;
        return;
    }
    *handle = MPI_REQUEST_NULL;
    if (request && request != &weft_mpi_sent) {
        weft_mpi_request_delete(request);
    }
}

int weft_mpi_complete(MPI_Request *handle, MPI_Status *status, bool complains)
{
    if (!WEFT_SMALL && *handle == &weft_mpi_sent) {
        weft_mpi_set_status(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
        *handle = MPI_REQUEST_NULL;
        return MPI_SUCCESS;
    }
    const int error = tell(*handle, status, complains);
    weft_mpi_end(handle);
    return error;
}

/* Sets `*flag` to whether a request is complete; if it is not at first, makes some progress. */
static bool test(const char *function, MPI_Request *request, int *flag, int *error)
{
    *error = weft_mpi_check_request(function, request);
    if (*error == MPI_SUCCESS) {
        if (!weft_mpi_is_complete(*request)) {
            weft_progress();
        }
        *flag = weft_mpi_is_complete(*request);
    }
    return *error == MPI_SUCCESS && *flag;
}

int PMPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
    int error;
    return test("MPI_Test", request, flag, &error) ? weft_mpi_complete(request, status, true) : error;
}
WEFT_MPI_NAME(Test)

int PMPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status)
{
    int error;
    if (test("MPI_Request_get_status", &request, flag, &error)) {
        (void)tell(request, status, false);
    }
    return error;
}
WEFT_MPI_NAME(Request_get_status)

/* A request in progress continues, and is collected when it completes. */
int PMPI_Request_free(MPI_Request *request)
{
    WEFT_TRY(weft_mpi_check_some_request("MPI_Request_free", request));
    struct weft_mpi_request *const freed = *request;
    *request = MPI_REQUEST_NULL;
    if (freed != &weft_mpi_sent) {
        weft_mpi_detach(freed);
        weft_mpi_collect_requests();
    }
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Request_free)
