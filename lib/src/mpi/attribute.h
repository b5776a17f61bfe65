/* Keys of attributes, and what the library does with those of its own. */
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
    /* What MPI_Comm_set_attr does: weft_mpi_hang_on(), or more. */
    int (*set)(struct weft_mpi_comm *comm, struct weft_mpi_keyval *keyval, void *value);
};

/* attribute.c: the key with a number; MPI_ERR_KEYVAL if there is none. */
int weft_mpi_find_keyval(int number, struct weft_mpi_keyval **keyval);

/* attribute.c: gives a communicator an attribute, or a new value to the one that it has. */
int weft_mpi_hang_on(struct weft_mpi_comm *comm, struct weft_mpi_keyval *keyval, void *value);

#endif
