/* Mutexes and barriers of the synchronization controller (docs/contract/sync.md): their numbers. */
#ifndef WEFT_PTHREAD_PORT_H
#define WEFT_PTHREAD_PORT_H

#include <weft/platform.h>

#define WEFT_PTHREAD_MUTEXES WEFT_LOCKS
#define WEFT_PTHREAD_BARRIERS (WEFT_BARRIERS - 1) /* the last is MPI_Barrier's */

#endif
