/* Messages of a communicator whose hints are for single messages: what they ask for is in force while MPI_Send,
 * MPI_Recv or another blocking transfer lasts. The linker puts this definition into programs that give hints (hints.c),
 * in the place of the plain one: others pay nothing (docs/library/qos.md). */
#include "annotation.h"
#include "transfer.h"

const char weft_mpi_hints_messages = 1;

/* Of a predefined communicator the handle is no pointer, and no annotation has it. */
int weft_mpi_transfer(const void *buf, int count, MPI_Datatype datatype, int rank, int tag, MPI_Comm comm,
                      MPI_Status *status, const struct weft_mpi_transfer *transfer)
{
    if (!weft_mpi_begin_message(comm, rank)) {
        return weft_mpi_transfer_plain(buf, count, datatype, rank, tag, comm, status, transfer);
    }
    const int result = weft_mpi_transfer_plain(buf, count, datatype, rank, tag, comm, status, transfer);
    weft_mpi_end_message(comm);
    return result;
}
