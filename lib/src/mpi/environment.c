/* Initialization, finalization and inquiry (MPI 4.0, chapters 9 and 11). */
#include "collective.h"

#include <string.h>

#include <weft/boot.h>
#include <weft/platform.h>

#include "arch/arch.h"
#include "arch/diagnostic.h"
#include "engine/meet.h"
#include "platform_name.h"

static WEFT_PER_RANK enum { BEFORE, RUNNING, AFTER } state;

static int start(const char *function)
{
    weft_mpi_enter(function);
    if (state != BEFORE) {
        return weft_mpi_error(MPI_ERR_OTHER, "MPI was initialized before");
    }
    if (weft_boot.size > WEFT_CORES) {
        weft_fatal("started with more ranks than the platform has cores: build the program for this platform");
    }
    weft_engine_start((int32_t)weft_boot.rank, (int32_t)weft_boot.size, weft_boot.core_of_rank);
    weft_mpi_comm_start();
#if WEFT_LINK_ASSIGNS
    weft_link_hear_rank(weft_boot.rank);
#endif
    state = RUNNING;
    return MPI_SUCCESS;
}

int PMPI_Init(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    return start("MPI_Init");
}
WEFT_MPI_NAME(Init)

/* MPI_THREAD_FUNNELED: on a chip each rank has one thread; on the host the engine belongs to the thread that started
 * it. */
int PMPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    (void)argc, (void)argv, (void)required;
    *provided = MPI_THREAD_FUNNELED;
    return start("MPI_Init_thread");
}
WEFT_MPI_NAME(Init_thread)

int PMPI_Query_thread(int *provided)
{
    *provided = MPI_THREAD_FUNNELED;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Query_thread)

int PMPI_Is_thread_main(int *flag)
{
    *flag = state == RUNNING;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Is_thread_main)

int PMPI_Pcontrol(const int level, ...)
{
    (void)level;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Pcontrol)

__attribute__((noinline)) static int tell(const char *function, bool answer, int *flag)
{
    weft_mpi_enter(function);
    WEFT_TRY(weft_mpi_check_pointer(flag));
    *flag = answer;
    return MPI_SUCCESS;
}

int PMPI_Initialized(int *flag)
{
    return tell("MPI_Initialized", state != BEFORE, flag);
}
WEFT_MPI_NAME(Initialized)

int PMPI_Finalized(int *flag)
{
    return tell("MPI_Finalized", state == AFTER, flag);
}
WEFT_MPI_NAME(Finalized)

static int meet(const struct weft_mpi_comm *world)
{
#if WEFT_MEETS
    (void)world;
    weft_meet();
    return MPI_SUCCESS;
#else
    return weft_mpi_disseminate(world);
#endif
}

/* Finishes sends whose requests were freed, and buffered sends, before the barrier. After the barrier every message has
 * arrived, so those that remain were never received. */
int PMPI_Finalize(void)
{
    struct weft_mpi_comm *world;
    WEFT_TRY(weft_mpi_comm(MPI_COMM_WORLD, "MPI_Finalize", &world));
    if (weft_mpi_delete_attributes) {
        WEFT_TRY(weft_mpi_delete_attributes(&weft_mpi_self));
    }
    weft_engine_finish_sends();
    if (world->size > 1) {
        WEFT_TRY(meet(world));
    }
    weft_engine_stop();
    state = AFTER;
    struct weft_envelope oldest;
    const uint32_t kept = weft_engine_kept(&oldest);
    if (kept > 0) {
        weft_diagnostic("MPI_Finalize: messages never received: %d, the first: " WEFT_LENGTH
                        " bytes from rank %d with tag %d",
                        (int)kept, (weft_told)oldest.length, (int)oldest.rank, (int)oldest.tag);
    }
    if (weft_mpi_tell_requests) {
        weft_mpi_tell_requests();
    }
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Finalize)

int PMPI_Abort(MPI_Comm comm, int errorcode)
{
    (void)comm;
    weft_diagnostic("MPI_Abort was called with error code %d", errorcode);
    weft_arch_abort(errorcode);
}
WEFT_MPI_NAME(Abort)

int PMPI_Get_version(int *version, int *subversion)
{
    *version = MPI_VERSION;
    *subversion = MPI_SUBVERSION;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Get_version)

/* "core 12 of asip8" */
int PMPI_Get_processor_name(char *name, int *resultlen)
{
    const uint32_t core = weft_boot.core_of_rank[weft_boot.rank];
    char *end = name + strlen(strcpy(name, "core "));
    if (core >= 10u) {
        *end++ = (char)('0' + core / 10u);
    }
    *end++ = (char)('0' + core % 10u);
    *end = '\0';
    strncat(name, weft_of_platform, (size_t)(name + MPI_MAX_PROCESSOR_NAME - 1 - end));
    *resultlen = (int)strlen(name);
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Get_processor_name)
