/* What a program asks of the network for a communicator's members: the attributes WEFT_PRIORITY and WEFT_CIRCUIT, and
 * the hints of the same meaning. */
#ifndef WEFT_MPI_ANNOTATION_H
#define WEFT_MPI_ANNOTATION_H

#include "mpi_internal.h"

#include <qos.h>

/* Whether the platform has anything that can be asked for: registers for it, and memories by which messages go. */
#if defined WEFT_NETWORK_INTERFACE_BASE && defined WEFT_CLUSTERS
#define WEFT_MPI_HAS_SERVICES true
#else
#define WEFT_MPI_HAS_SERVICES false
#endif

#define WEFT_MPI_SERVICES (WEFT_MPI_CIRCUIT + 1)

/* What a communicator asks for of a service, as far as the platform has it; 0 if nothing. */
int weft_mpi_annotated(enum weft_mpi_service service, const struct weft_mpi_comm *comm);

/* For what a communicator asks: all of this core's accesses to its members' memories, or single messages. */
enum weft_mpi_scope { WEFT_MPI_REGION, WEFT_MPI_MESSAGE };

/* Asks for `value` of a service, from now on: MPI_ERR_NO_MEM, or MPI_ERR_KEYVAL if the program has freed its key. */
int weft_mpi_annotate(enum weft_mpi_service service, struct weft_mpi_comm *comm, int value, enum weft_mpi_scope scope);

/* The scope of what a communicator asks for, of any service. */
enum weft_mpi_scope weft_mpi_scope(const struct weft_mpi_comm *comm);

/* For messages of a communicator whose hints are for single ones (transfer.h). `begin` asks for what they are to have,
 * if anything, until `end`. `rank`: of the other side, or MPI_ANY_SOURCE. */
struct weft_mpi_hinted {
    bool (*begin)(const struct weft_mpi_comm *comm, int rank);
    void (*end)(const struct weft_mpi_comm *comm);
};

/* point_to_point.c: null until the program gives a hint. */
extern WEFT_PER_RANK const struct weft_mpi_hinted *weft_mpi_hinted;

#endif
