/* Waiting for one, some or all of several requests, and testing them (MPI 4.0, section 3.7.5). */
#include "request.h"

enum wanted { ALL, ANY, SOME };

/* Describes an MPI function of this kind. */
struct call {
    const char *function;
    enum wanted wanted;
    bool waits;
};

static bool all_complete(int count, MPI_Request requests[])
{
    int complete = 0;
    while (complete < count && weft_mpi_is_complete(requests[complete])) {
        complete++;
    }
    return complete == count;
}

/* Is a request complete, or none active? `*active` becomes the index of an active request, of the complete one if there
 * is one, or MPI_UNDEFINED. */
static bool one_complete(int count, MPI_Request requests[], int *active)
{
    *active = MPI_UNDEFINED;
    for (int i = 0; i < count; i++) {
        if (!weft_mpi_is_inactive(requests[i])) {
            *active = i;
            if (weft_mpi_is_complete(requests[i])) {
                return true;
            }
        }
    }
    return *active == MPI_UNDEFINED;
}

/* Completes the requests that are complete: for ANY only the first. Lists their indices. Errors of several requests are
 * in their statuses; for ANY the error is the call's own. */
static int complete(enum wanted wanted, int count, MPI_Request requests[], MPI_Status statuses[], int indices[],
                    int *outcount)
{
    struct weft_mpi_comm *failed = NULL;
    int error = MPI_SUCCESS;
    *outcount = 0;
    for (int i = 0; i < count && !(wanted == ANY && *outcount > 0); i++) {
        struct weft_mpi_request *const request = requests[i];
        if (wanted != ALL && (weft_mpi_is_inactive(request) || !weft_mpi_is_complete(request))) {
            continue;
        }
        MPI_Status *const status = statuses ? &statuses[*outcount] : MPI_STATUS_IGNORE;
        struct weft_mpi_comm *const comm = request ? request->comm : NULL;
        const int result = weft_mpi_complete(&requests[i], status, wanted == ANY);
        if (wanted != ANY && status) {
            status->MPI_ERROR = result;
        }
        if (result != MPI_SUCCESS && error == MPI_SUCCESS) {
            failed = comm;
            error = result;
        }
        if (indices) {
            indices[*outcount] = i;
        }
        ++*outcount;
    }
    if (error == MPI_SUCCESS || wanted == ANY) {
        return error;
    }
    weft_mpi_call.comm = failed;
    return weft_mpi_error(MPI_ERR_IN_STATUS, "a message was longer than its receive");
}

static int check(const struct call *call, int count, MPI_Request requests[])
{
    weft_mpi_enter(call->function);
    WEFT_TRY(weft_mpi_check_count(count));
    for (int i = 0; i < count; i++) {
        if (WEFT_SMALL || !requests[i] || !weft_mpi_is_request(requests[i])) {
            WEFT_TRY(weft_mpi_check_request(call->function, &requests[i]));
        }
    }
    return MPI_SUCCESS;
}

static bool is_there(const struct call *call, int count, MPI_Request requests[], int *place)
{
    return call->wanted == ALL ? all_complete(count, requests) : one_complete(count, requests, place);
}

/* Waits until the condition holds; if the call does not wait, makes some progress and checks it. Returns whether it
 * holds. */
static bool reach(const struct call *call, int count, MPI_Request requests[], int *place)
{
    bool there;
    if (!call->waits) {
        weft_progress();
    } else if (call->wanted == ALL) {
        bool all = true;
        for (int i = 0; i < count && all; i++) {
            all = weft_mpi_await(requests[i]);
        }
        return all;
    }
    const uint64_t since = weft_wait_begins();
    while (!(there = is_there(call, count, requests, place)) && call->waits &&
           weft_rest_in_time(&requests[*place]->engine, since)) {
    }
    return there;
}

/* Common to all functions here. `*done` becomes whether the condition held; `*outcount` the number of completed
 * requests, or MPI_UNDEFINED if none is active. */
static int several(int count, MPI_Request requests[], MPI_Status statuses[], int indices[], int *outcount, bool *done,
                   const struct call *call)
{
    int place = 0;
    WEFT_TRY(check(call, count, requests));
    *outcount = 0;
    *done = reach(call, count, requests, &place);
    if (*done && place == MPI_UNDEFINED) {
        *outcount = MPI_UNDEFINED;
        return MPI_SUCCESS;
    }
    if (!*done) {
        return call->waits ? weft_mpi_late() : MPI_SUCCESS;
    }
    return complete(call->wanted, count, requests, statuses, indices, outcount);
}

int PMPI_Waitall(int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[])
{
    static const struct call call = {"MPI_Waitall", ALL, true};
    int outcount;
    bool done;
    return several(count, array_of_requests, array_of_statuses, NULL, &outcount, &done, &call);
}
WEFT_MPI_NAME(Waitall)

int PMPI_Testall(int count, MPI_Request array_of_requests[], int *flag, MPI_Status array_of_statuses[])
{
    static const struct call call = {"MPI_Testall", ALL, false};
    int outcount;
    bool done = false;
    const int error = several(count, array_of_requests, array_of_statuses, NULL, &outcount, &done, &call);
    *flag = done;
    return error;
}
WEFT_MPI_NAME(Testall)

/* Completes one request, whose index becomes `*index`; MPI_UNDEFINED, and an empty status, if none is active. */
static int any(int count, MPI_Request requests[], int *index, int *flag, MPI_Status *status, const struct call *call)
{
    int outcount;
    bool done = false;
    *index = MPI_UNDEFINED;
    const int error = several(count, requests, status, index, &outcount, &done, call);
    *flag = done;
    if (done && outcount == MPI_UNDEFINED) {
        weft_mpi_fill_status(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
    }
    return error;
}

int PMPI_Waitany(int count, MPI_Request array_of_requests[], int *index, MPI_Status *status)
{
    static const struct call call = {"MPI_Waitany", ANY, true};
    int flag;
    return any(count, array_of_requests, index, &flag, status, &call);
}
WEFT_MPI_NAME(Waitany)

int PMPI_Testany(int count, MPI_Request array_of_requests[], int *index, int *flag, MPI_Status *status)
{
    static const struct call call = {"MPI_Testany", ANY, false};
    return any(count, array_of_requests, index, flag, status, &call);
}
WEFT_MPI_NAME(Testany)

int PMPI_Waitsome(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
                  MPI_Status array_of_statuses[])
{
    static const struct call call = {"MPI_Waitsome", SOME, true};
    bool done;
    return several(incount, array_of_requests, array_of_statuses, array_of_indices, outcount, &done, &call);
}
WEFT_MPI_NAME(Waitsome)

int PMPI_Testsome(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
                  MPI_Status array_of_statuses[])
{
    static const struct call call = {"MPI_Testsome", SOME, false};
    bool done;
    return several(incount, array_of_requests, array_of_statuses, array_of_indices, outcount, &done, &call);
}
WEFT_MPI_NAME(Testsome)
