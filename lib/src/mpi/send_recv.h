/* Slow paths of MPI_Send, MPI_Recv, MPI_Isend and MPI_Wait, which are not inlined. */
#ifndef WEFT_MPI_SEND_RECV_H
#define WEFT_MPI_SEND_RECV_H

#include <mpi.h>
#include <weft/label.h>

/* made.c: any message, with all checks. */
int weft_mpi_send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
int weft_mpi_receive(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                     MPI_Status *status);

/* point_to_point.c: an ordinary message that could not take the fast path at once, or is too long for it. The count,
 * from which `bytes` was computed, is not checked yet. The arguments are in the same registers as those of MPI_Send and
 * MPI_Recv, so that they need not be moved. */
int weft_mpi_send_elements(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, uint32_t bytes);

/* The same for a message that may take the fast path by the rank's own window, while the common send limit is 0. Where
 * the link has offers, weft_mpi_send_elements() tries the window itself: with a second function to call, the fast path
 * would begin with five instructions that keep the arguments for it. */
#define WEFT_MPI_SENDS_BY_WINDOW (WEFT_LINK_HAS_SEND_LIMIT && !WEFT_LINK_OFFERS)
int weft_mpi_send_by_window(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, uint32_t bytes);

int weft_mpi_receive_elements(void *buf, int count, MPI_Datatype datatype, int source, int tag, uint32_t bytes,
                              MPI_Status *status);

/* isend.c, wait.c: MPI_Isend of a message that could not be sent at once, and MPI_Wait of any other request. */
int weft_mpi_isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                   MPI_Request *request);
int weft_mpi_wait(MPI_Request *request, MPI_Status *status);

#endif
