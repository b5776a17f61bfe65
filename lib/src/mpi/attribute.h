/* Keys of attributes, for those that the library itself defines. */
#ifndef WEFT_MPI_ATTRIBUTE_H
#define WEFT_MPI_ATTRIBUTE_H

#include "mpi_internal.h"

struct weft_mpi_keyval {
    struct weft_mpi_object object;
    struct weft_mpi_keyval *next;
    int number;
    MPI_Comm_copy_attr_function *copy;
    MPI_Comm_delete_attr_function *delete;
    void *extra;
    /* Implements MPI_Comm_set_attr: weft_mpi_hang_on(), or a function that does more. */
    int (*set)(struct weft_mpi_comm *comm, struct weft_mpi_keyval *keyval, void *value);
};

/* attribute.c: finds the key with a number; raises MPI_ERR_KEYVAL if there is none. */
int weft_mpi_find_keyval(int number, struct weft_mpi_keyval **keyval);

/* attribute.c: adds an attribute to a communicator, or changes the value of an existing one. */
int weft_mpi_hang_on(struct weft_mpi_comm *comm, struct weft_mpi_keyval *keyval, void *value);

#endif
