/* What MPI_Send and MPI_Recv leave to functions that the compiler does not put into those of a program. */
#ifndef WEFT_MPI_SEND_RECV_H
#define WEFT_MPI_SEND_RECV_H

#include <mpi.h>
#include <weft/label.h>

/* Any message, with all checks. */
int weft_mpi_send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
int weft_mpi_receive(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                     MPI_Status *status);

/* An ordinary message that could not be moved at once, or is longer than one that can be. Nothing is known yet about
 * the count, of which `bytes` is made. The arguments are in the registers of MPI_Send's and MPI_Recv's, which need not
 * be moved. */
int weft_mpi_send_elements(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, uint32_t bytes);

/* The same of a message that may go at once by the rank's own window, while the limit of all windows is 0. */
int weft_mpi_send_by_window(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, uint32_t bytes);

int weft_mpi_receive_elements(void *buf, int count, MPI_Datatype datatype, int source, int tag, uint32_t bytes,
                              MPI_Status *status);

/* MPI_Isend of what could not be sent at once, and MPI_Wait of any other request: isend.c, wait.c. */
int weft_mpi_isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                   MPI_Request *request);
int weft_mpi_wait(MPI_Request *request, MPI_Status *status);

#endif
