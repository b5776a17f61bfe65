/* Quality of service that a program requests for a communicator: by the attributes WEFT_PRIORITY and WEFT_CIRCUIT, or
 * by the equivalent hints. */
#ifndef WEFT_MPI_ANNOTATION_H
#define WEFT_MPI_ANNOTATION_H

#include "mpi_internal.h"

#include <qos.h>

/* Whether the platform has such services: registers that set them, and clusters whose messages pass through
 * memories. */
#if defined WEFT_NETWORK_INTERFACE_BASE && defined WEFT_CLUSTERS
#define WEFT_MPI_HAS_SERVICES true
#else
#define WEFT_MPI_HAS_SERVICES false
#endif

#define WEFT_MPI_SERVICES (WEFT_MPI_CIRCUIT + 1)

/* Returns a communicator's request for a service, limited to what the platform supports; 0 if there is none. */
int weft_mpi_annotated(enum weft_mpi_service service, const struct weft_mpi_comm *comm);

/* Scope of a communicator's requests: all accesses of this core to the memories of its members, or single messages. */
enum weft_mpi_scope { WEFT_MPI_REGION, WEFT_MPI_MESSAGE };

/* Requests `value` of a service from now on. Returns MPI_SUCCESS, MPI_ERR_NO_MEM, or MPI_ERR_KEYVAL if the program has
 * freed the key. */
int weft_mpi_annotate(enum weft_mpi_service service, struct weft_mpi_comm *comm, int value, enum weft_mpi_scope scope);

/* Returns the scope of a communicator's requests, which is the same for all services. */
enum weft_mpi_scope weft_mpi_scope(const struct weft_mpi_comm *comm);

/* For communicators whose requests apply to single messages (transfer.h): `begin` puts the requests in force, if there
 * are any, until `end`. `rank` is the other side, or MPI_ANY_SOURCE. */
struct weft_mpi_hinted {
    bool (*begin)(const struct weft_mpi_comm *comm, int rank);
    void (*end)(const struct weft_mpi_comm *comm);
};

/* point_to_point.c: null until the program sets a hint. */
extern WEFT_PER_RANK const struct weft_mpi_hinted *weft_mpi_hinted;

#endif
