/* Hints of info objects for communicators (MPI 4.0, section 7.4.4).
 *
 * The library supports one hint for each service of annotation.h, and one for the scope of both. As the standard
 * requires, unknown hints and invalid values are ignored. On a platform without these services all hints are
 * ignored. */
#include "annotation.h"
#include "info.h"

#include <string.h>

static const char *const names[] = {[WEFT_MPI_PRIORITY] = "weft_priority", [WEFT_MPI_CIRCUIT] = "weft_circuit"};

/* The strings for the values of a service, from 0 on; null-terminated. */
static const char *const words[][WEFT_MPI_PRIORITIES + 1] = {
    [WEFT_MPI_PRIORITY] = {"0", "1", "2", "3", "4", "5", "6", "7"},
    [WEFT_MPI_CIRCUIT] = {"none", "one-way", "both-ways"},
};

static const char scope_name[] = "weft_scope";
static const char *const scopes[] = {[WEFT_MPI_REGION] = "region", [WEFT_MPI_MESSAGE] = "message"};

static int take_hint(struct weft_mpi_comm *comm, uint32_t service, const char *word, enum weft_mpi_scope scope)
{
    for (int value = 0; words[service][value]; value++) {
        if (strcmp(word, words[service][value]) == 0) {
            return weft_mpi_annotate(service, comm, value, scope);
        }
    }
    return MPI_SUCCESS;
}

/* Scope `message` is not supported for MPI_COMM_WORLD and MPI_COMM_SELF: the fast path of MPI_COMM_WORLD does not check
 * hints. */
static enum weft_mpi_scope scope_of(const struct weft_mpi_comm *comm, MPI_Info info)
{
    const char *const word = weft_mpi_info_value(info, scope_name);
    return word && strcmp(word, scopes[WEFT_MPI_MESSAGE]) == 0 && comm->context > WEFT_MPI_SELF ? WEFT_MPI_MESSAGE
                                                                                                : WEFT_MPI_REGION;
}

static int take_hints(struct weft_mpi_comm *comm, MPI_Info info)
{
    const enum weft_mpi_scope scope = scope_of(comm, info);
    for (uint32_t service = 0; WEFT_MPI_HAS_SERVICES && service < WEFT_MPI_SERVICES; service++) {
        const char *const word = weft_mpi_info_value(info, names[service]);
        if (word) {
            WEFT_TRY(take_hint(comm, service, word, scope));
        }
    }
    return MPI_SUCCESS;
}

static int check_info(MPI_Info info)
{
    return weft_mpi_is(info, WEFT_MPI_IS_INFO) ? MPI_SUCCESS : weft_mpi_no(WEFT_MPI_IS_INFO);
}

/* Local: each process sets the hints for its own traffic, and waits for no other. */
int PMPI_Comm_set_info(MPI_Comm comm, MPI_Info info)
{
    struct weft_mpi_comm *found;
    WEFT_TRY(weft_mpi_comm(comm, "MPI_Comm_set_info", &found));
    WEFT_TRY(check_info(info));
    return take_hints(found, info);
}
WEFT_MPI_NAME(Comm_set_info)

/* The new communicator has the hints of `info` only. */
int PMPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm)
{
    if (info != MPI_INFO_NULL) {
        WEFT_TRY(weft_mpi_check("MPI_Comm_dup_with_info", info, WEFT_MPI_IS_INFO));
    }
    WEFT_TRY(PMPI_Comm_dup(comm, newcomm));
    return info != MPI_INFO_NULL ? take_hints(*newcomm, info) : MPI_SUCCESS;
}
WEFT_MPI_NAME(Comm_dup_with_info)

int PMPI_Comm_get_info(MPI_Comm comm, MPI_Info *info_used)
{
    struct weft_mpi_comm *found;
    WEFT_TRY(weft_mpi_comm(comm, "MPI_Comm_get_info", &found));
    WEFT_TRY(PMPI_Info_create(info_used));
    for (uint32_t service = 0; WEFT_MPI_HAS_SERVICES && service < WEFT_MPI_SERVICES; service++) {
        WEFT_TRY(PMPI_Info_set(*info_used, names[service], words[service][weft_mpi_annotated(service, found)]));
    }
    return WEFT_MPI_HAS_SERVICES ? PMPI_Info_set(*info_used, scope_name, scopes[weft_mpi_scope(found)]) : MPI_SUCCESS;
}
WEFT_MPI_NAME(Comm_get_info)
