/* No mutexes and no barriers: a chip whose cores share nothing but a network. <pthread.h> includes this header first,
 * and otherwise contains only declarations, so that this is the compiler's only error. */
#ifndef WEFT_PTHREAD_PORT_H
#define WEFT_PTHREAD_PORT_H

#error                                                                                                                 \
    "this platform has no locks and no barriers for <pthread.h>: let its cores meet by messages, of <mpi.h> or <mp.h>"

#endif
