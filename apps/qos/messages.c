/* The tasks of qos.c as MPI programs, as in the source: blocks are messages, and a task's service is an attribute of
 * its communicator. A task waits for its partners, as messages by rendezvous do. */
#include <mpi.h>
#include <qos.h>
#include <weft/mpi_circuits.h>

#include "../stopwatch.h"
#include "traffic.h"

static void begin(const struct service *service)
{
    int priority = (int)service->priority;
    int circuit = service->circuits ? WEFT_QOS_ONE_WAY : 0;
    MPI_Comm_set_attr(MPI_COMM_WORLD, WEFT_PRIORITY, &priority);
    MPI_Comm_set_attr(MPI_COMM_WORLD, WEFT_CIRCUIT, &circuit);
}

static void end(void)
{
    MPI_Comm_delete_attr(MPI_COMM_WORLD, WEFT_PRIORITY);
    MPI_Comm_delete_attr(MPI_COMM_WORLD, WEFT_CIRCUIT);
}

void carry_out(const struct traffic *traffic, uint32_t task, const struct service *service)
{
    static uint32_t out[MOST_WORDS];
    static uint32_t in[MOST_WORDS];
    begin(service);
    for (uint32_t exchange = 0; exchange < traffic->rounds * (TASKS - 1); exchange++) {
        const uint32_t distance = 1 + exchange % (TASKS - 1);
        MPI_Sendrecv(out, (int)traffic->words, MPI_UINT32_T, (int)((task + distance) % TASKS), 0, in,
                     (int)traffic->words, MPI_UINT32_T, (int)((task + TASKS - distance) % TASKS), 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        pass(traffic->compute);
    }
    end();
}
