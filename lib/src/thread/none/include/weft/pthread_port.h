/* No mutexes and no barriers: a chip whose cores share nothing but a network. Included by <pthread.h>, which then only
 * declares, so that this is all that the compiler says. */
#ifndef WEFT_PTHREAD_PORT_H
#define WEFT_PTHREAD_PORT_H

#error                                                                                                                 \
    "this platform has no locks and no barriers for <pthread.h>: let its cores meet by messages, of <mpi.h> or <mp.h>"

#endif
