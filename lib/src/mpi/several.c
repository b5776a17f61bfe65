/* Waiting for several requests, and testing them (MPI 4.0, section 3.7.5). */
#include "request.h"

static int check(const char *function, int count, MPI_Request requests[])
{
    WEFT_TRY(weft_mpi_check_count(NULL, function, count));
    for (int i = 0; i < count; i++) {
        WEFT_TRY(weft_mpi_check_request(function, &requests[i]));
    }
    return MPI_SUCCESS;
}

static bool all_complete(int count, MPI_Request requests[], int *waiting)
{
    while (*waiting < count && weft_mpi_is_complete(requests[*waiting])) {
        ++*waiting;
    }
    return *waiting == count;
}

/* The place of an active request that is complete, or MPI_UNDEFINED; `*active`: of one that is active, likewise. */
static int find_complete(int count, MPI_Request requests[], int *active)
{
    *active = MPI_UNDEFINED;
    for (int i = 0; i < count; i++) {
        if (!weft_mpi_is_inactive(requests[i])) {
            *active = i;
            if (weft_mpi_is_complete(requests[i])) {
                return i;
            }
        }
    }
    return MPI_UNDEFINED;
}

/* Completes the requests that `indices` names, or the first `count`. Errors stand in the statuses. */
static int complete(const char *function, int count, const int *indices, MPI_Request requests[], MPI_Status statuses[])
{
    const struct weft_mpi_comm *failed = NULL;
    bool good = true;
    for (int i = 0; i < count; i++) {
        MPI_Request *const request = &requests[indices ? indices[i] : i];
        const struct weft_mpi_comm *const comm = *request ? (*request)->comm : NULL;
        const int error = weft_mpi_complete(request, NULL, statuses ? &statuses[i] : MPI_STATUS_IGNORE);
        if (statuses) {
            statuses[i].MPI_ERROR = error;
        }
        failed = good && error != MPI_SUCCESS ? comm : failed;
        good = good && error == MPI_SUCCESS;
    }
    return good ? MPI_SUCCESS
                : weft_mpi_error(failed, MPI_ERR_IN_STATUS, "%s: a message was longer than its receive", function);
}

int PMPI_Waitall(int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[])
{
    static const char function[] = "MPI_Waitall";
    int waiting = 0;
    WEFT_TRY(check(function, count, array_of_requests));
    while (!all_complete(count, array_of_requests, &waiting)) {
        weft_progress_or_rest(&array_of_requests[waiting]->engine);
    }
    return complete(function, count, NULL, array_of_requests, array_of_statuses);
}
WEFT_MPI_NAME(Waitall)

int PMPI_Testall(int count, MPI_Request array_of_requests[], int *flag, MPI_Status array_of_statuses[])
{
    static const char function[] = "MPI_Testall";
    int waiting = 0;
    WEFT_TRY(check(function, count, array_of_requests));
    weft_progress();
    *flag = all_complete(count, array_of_requests, &waiting);
    return *flag ? complete(function, count, NULL, array_of_requests, array_of_statuses) : MPI_SUCCESS;
}
WEFT_MPI_NAME(Testall)

static int complete_one(const char *function, MPI_Request requests[], int index, MPI_Status *status)
{
    if (index == MPI_UNDEFINED) {
        weft_mpi_empty_status(status);
        return MPI_SUCCESS;
    }
    return weft_mpi_complete(&requests[index], function, status);
}

int PMPI_Waitany(int count, MPI_Request array_of_requests[], int *index, MPI_Status *status)
{
    static const char function[] = "MPI_Waitany";
    int active;
    WEFT_TRY(check(function, count, array_of_requests));
    *index = find_complete(count, array_of_requests, &active);
    while (*index == MPI_UNDEFINED && active != MPI_UNDEFINED) {
        weft_progress_or_rest(&array_of_requests[active]->engine);
        *index = find_complete(count, array_of_requests, &active);
    }
    return complete_one(function, array_of_requests, *index, status);
}
WEFT_MPI_NAME(Waitany)

int PMPI_Testany(int count, MPI_Request array_of_requests[], int *index, int *flag, MPI_Status *status)
{
    static const char function[] = "MPI_Testany";
    int active;
    WEFT_TRY(check(function, count, array_of_requests));
    weft_progress();
    *index = find_complete(count, array_of_requests, &active);
    *flag = *index != MPI_UNDEFINED || active == MPI_UNDEFINED;
    return *flag ? complete_one(function, array_of_requests, *index, status) : MPI_SUCCESS;
}
WEFT_MPI_NAME(Testany)

static int complete_some(const char *function, int count, MPI_Request requests[], int *outcount, int indices[],
                         MPI_Status statuses[])
{
    *outcount = 0;
    for (int i = 0; i < count; i++) {
        if (!weft_mpi_is_inactive(requests[i]) && weft_mpi_is_complete(requests[i])) {
            indices[(*outcount)++] = i;
        }
    }
    return complete(function, *outcount, indices, requests, statuses);
}

int PMPI_Waitsome(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
                  MPI_Status array_of_statuses[])
{
    static const char function[] = "MPI_Waitsome";
    int active;
    WEFT_TRY(check(function, incount, array_of_requests));
    while (find_complete(incount, array_of_requests, &active) == MPI_UNDEFINED) {
        if (active == MPI_UNDEFINED) {
            *outcount = MPI_UNDEFINED;
            return MPI_SUCCESS;
        }
        weft_progress_or_rest(&array_of_requests[active]->engine);
    }
    return complete_some(function, incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
}
WEFT_MPI_NAME(Waitsome)

int PMPI_Testsome(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
                  MPI_Status array_of_statuses[])
{
    static const char function[] = "MPI_Testsome";
    int active;
    WEFT_TRY(check(function, incount, array_of_requests));
    weft_progress();
    find_complete(incount, array_of_requests, &active);
    if (active == MPI_UNDEFINED) {
        *outcount = MPI_UNDEFINED;
        return MPI_SUCCESS;
    }
    return complete_some(function, incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
}
WEFT_MPI_NAME(Testsome)
