/* Every result of <qos.h>, on a chip with switches and where there are none. Returns the number of the check that does
 * not hold. */
#include <mpi.h>
#include <qos.h>

#include "check.h"

#ifdef WEFT_NETWORK_INTERFACE_BASE

/* Nobody uses it but these calls. */
#define DEVICE WEFT_NI_DEVICE_DMA0

/* What the test of the cost looks at. */
__attribute__((noinline)) void raise_priority(void)
{
    weft_qos_set_priority(WEFT_NI_DEVICE_EXTERNAL, 7);
}

static int check_own(void)
{
    CHECK(WEFT_QOS_PRIORITIES == 8);
    CHECK(weft_qos_set_priority(DEVICE, 7) == WEFT_QOS_DONE);
    CHECK(weft_qos_set_priority(DEVICE, 8) == WEFT_QOS_NO_PRIORITY);
    CHECK(weft_qos_set_priority(WEFT_NI_DEVICES, 0) == WEFT_QOS_NO_DEVICE);
    CHECK(weft_qos_reset_priority(DEVICE) == WEFT_QOS_DONE);
    CHECK(weft_qos_set_all_priorities(3) == WEFT_QOS_DONE && weft_qos_set_all_priorities(0) == WEFT_QOS_DONE);
    CHECK(weft_qos_set_all_priorities(8) == WEFT_QOS_NO_PRIORITY);
    CHECK(weft_qos_open(WEFT_NI_DEVICES, WEFT_QOS_ONE_WAY) == WEFT_QOS_NO_DEVICE);
    CHECK(weft_qos_open(WEFT_NI_DEVICE_NETWORK_INTERFACE, WEFT_QOS_ONE_WAY) == WEFT_QOS_NO_DEVICE);
    CHECK(weft_qos_close(WEFT_NI_DEVICES) == WEFT_QOS_NO_DEVICE);
    CHECK(weft_qos_status(DEVICE) == WEFT_QOS_CLOSED);
    CHECK(weft_qos_memory(0, 1) == WEFT_NI_DEVICE_SCRATCHPAD0);
    CHECK(weft_qos_memory(0, WEFT_CORES) == WEFT_QOS_NO_MEMORY);
    raise_priority();
    CHECK(weft_qos_reset_priority(WEFT_NI_DEVICE_EXTERNAL) == WEFT_QOS_DONE);
    return 0;
}

/* Rank 0 ends with its circuit open: rank 1 is refused, goes on, and has it in the end. */
static int check_both(int rank)
{
    if (rank == 0) {
        CHECK(weft_qos_open(DEVICE, WEFT_QOS_BOTH_WAYS) == WEFT_QOS_DONE);
        CHECK(weft_qos_status(DEVICE) == WEFT_QOS_OPEN);
        CHECK(weft_qos_close(DEVICE) == WEFT_QOS_DONE && weft_qos_status(DEVICE) == WEFT_QOS_CLOSED);
        CHECK(weft_qos_open(DEVICE, WEFT_QOS_ONE_WAY) == WEFT_QOS_DONE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        CHECK(weft_qos_open(DEVICE, WEFT_QOS_ONE_WAY) == WEFT_QOS_REFUSED);
        CHECK(weft_qos_status(DEVICE) == WEFT_QOS_WAS_REFUSED);
    }
    return 0;
}

/* Behind MPI_Finalize: rank 0 comes to its end. */
static void wait_for_circuit(int rank)
{
    while (rank == 1 && weft_qos_open(DEVICE, WEFT_QOS_ONE_WAY) != WEFT_QOS_DONE) {
    }
}

#else

static int check_own(void)
{
    CHECK(WEFT_QOS_PRIORITIES == 0);
    CHECK(weft_qos_set_priority(0, 1) == WEFT_QOS_UNAVAILABLE);
    CHECK(weft_qos_reset_priority(0) == WEFT_QOS_UNAVAILABLE);
    CHECK(weft_qos_set_all_priorities(1) == WEFT_QOS_UNAVAILABLE);
    CHECK(weft_qos_request(0, WEFT_QOS_ONE_WAY) == WEFT_QOS_UNAVAILABLE);
    CHECK(weft_qos_open(0, WEFT_QOS_BOTH_WAYS) == WEFT_QOS_UNAVAILABLE);
    CHECK(weft_qos_close(0) == WEFT_QOS_UNAVAILABLE && weft_qos_status(0) == WEFT_QOS_CLOSED);
    CHECK(weft_qos_memory(0, 1) == WEFT_QOS_NO_MEMORY);
    return 0;
}

static int check_both(int rank)
{
    (void)rank;
    return 0;
}

static void wait_for_circuit(int rank)
{
    (void)rank;
}

#endif

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int failed = check_own();
    if (failed == 0) {
        failed = check_both(rank);
    }
    MPI_Finalize();
    wait_for_circuit(rank);
    return failed;
}
