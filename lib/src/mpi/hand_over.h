/* Direct hand-over of large data between a sender and a receiver that waits, in any communicator, where the link
 * supports it. Where the mailbox matches, such messages are left to the engine. */
#ifndef WEFT_MPI_HAND_OVER_H
#define WEFT_MPI_HAND_OVER_H

#include "mpi_internal.h"

#include "engine/state.h"

#if WEFT_LINK_OFFERS && !WEFT_MAILBOX_MATCHES

/* transfer.c */
bool weft_mpi_hand_over(const struct weft_envelope *envelope, const struct weft_mpi_data *data);
bool weft_mpi_take_over(const struct weft_envelope *envelope, const struct weft_mpi_data *data);

#else
#define weft_mpi_hand_over(envelope, data) ((void)(envelope), false)
#define weft_mpi_take_over(envelope, data) ((void)(envelope), false)
#endif

#endif
