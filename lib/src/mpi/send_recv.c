/* The fast paths of MPI_Send and MPI_Recv (MPI 4.0, section 3.2). The compiler may inline them into the functions of a
 * program, where it evaluates the checks of constant arguments.
 *
 * An ordinary message of up to one block passes directly between the link and the program's buffer, without a queue, if
 * its window is open (<weft/context.h>). All other messages leave the inlined path:
 *
 *     MPI_Send --- ordinary, window open --------------------------> link
 *        |-------- ordinary, but window closed, or more than a block: weft_mpi_send_elements()    point_to_point.c
 *        `-------- not ordinary: weft_mpi_send()                                                  made.c
 *                     |--- other communicator, or a large tag ---> link, or engine
 *                     `--- anything else: weft_mpi_transfer(), with all checks                    point_to_point.c
 */
#include "send_recv.h"
#include "arch/inlined.h"
#include "ordinary.h"
#include "transfer.h"

#include "link_port.h"

/* Receives an ordinary message of one block, or of several that are sent at once, if it is the next to arrive. */
WEFT_INLINE bool try_receive(void *buf, uint32_t bytes, int source, int tag, MPI_Status *status)
{
    weft_length length;
    if (buf == NULL || !weft_fast_receive(buf, bytes, (uint32_t)source, weft_label(WEFT_MPI_WORLD, (uint32_t)tag),
                                          WEFT_MPI_WORLD, (uint32_t)tag, &length)) {
        return false;
    }
    weft_mpi_set_status(status, source, tag, length);
    return true;
}

WEFT_INLINED int PMPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    WEFT_PROBE_MARK("enter MPI_Send");
    if (WEFT_SMALL || !weft_mpi_is_to_ordinary(datatype, dest, tag, comm)) {
        return weft_mpi_send(buf, count, datatype, dest, tag, comm);
    }
    const uint32_t bytes = weft_mpi_bytes((uint32_t)count, datatype);
    if (WEFT_LIKELY(weft_mpi_send_now(buf, count, bytes, dest, tag))) {
        return MPI_SUCCESS;
    }
#if WEFT_MPI_SENDS_BY_WINDOW
    if (bytes <= WEFT_LINK_EAGER) {
        return weft_mpi_send_by_window(buf, count, datatype, dest, tag, bytes);
    }
#endif
    return weft_mpi_send_elements(buf, count, datatype, dest, tag, bytes);
}
WEFT_MPI_NAME(Send)

WEFT_INLINED int PMPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                           MPI_Status *status)
{
    WEFT_PROBE_MARK("enter MPI_Recv");
    if (WEFT_SMALL || !weft_mpi_is_ordinary(datatype, source, tag, comm)) {
        return weft_mpi_receive(buf, count, datatype, source, tag, comm, status);
    }
    const uint32_t bytes = weft_mpi_bytes((uint32_t)count, datatype);
    if (weft_mpi_are_within(count, bytes, WEFT_FAST_TAKES) && try_receive(buf, bytes, source, tag, status)) {
        return MPI_SUCCESS;
    }
    return weft_mpi_receive_elements(buf, count, datatype, source, tag, bytes, status);
}
WEFT_MPI_NAME(Recv)
