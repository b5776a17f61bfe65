/* Requests of a program: a request of the engine, and MPI's own data about it. */
#ifndef WEFT_MPI_REQUEST_H
#define WEFT_MPI_REQUEST_H

#include "transfer.h"

#define WEFT_MPI_IS_IN_USE 0x5745u

enum weft_mpi_kind {
    WEFT_MPI_SEND,
    WEFT_MPI_RECEIVE,
    WEFT_MPI_FROM_NOBODY, /* a receive from MPI_PROC_NULL */
    WEFT_MPI_MESSAGE,     /* a message matched by MPI_Mprobe, not received yet */
    WEFT_MPI_OPERATION,   /* an operation of several messages */
};

struct weft_mpi_request {
    struct weft_request engine;
    struct weft_mpi_comm *comm;
    uint8_t kind;
    bool synchronous;
    bool cancelled;
    bool detached;                      /* freed while in progress: completes without the program's notice */
    bool active;                        /* persistent request: started, not completed yet */
    uint16_t mark;                      /* WEFT_MPI_IS_IN_USE, or 0 in freed memory */
    struct weft_mpi_side *again;        /* persistent request: the transfer that it starts; otherwise null */
    struct weft_mpi_datatype *datatype; /* derived datatype to which the request holds a reference, or null */
    union {
        struct weft_message *message; /* WEFT_MPI_MESSAGE */
        void *data;                   /* of an operation */
    } more;
    bool (*operation)(struct weft_mpi_request *request); /* WEFT_MPI_OPERATION: returns whether it is complete */
};

/* The shared request of all sends that completed at once. */
extern struct weft_mpi_request weft_mpi_sent;

#if WEFT_GROWS
/* request.c: is this the address of a request in use? */
bool weft_mpi_is_request(const struct weft_mpi_request *request);
#else
/* Maximum number of requests of a rank, not counting sends that complete at once. */
#ifndef WEFT_MPI_REQUESTS
#if defined WEFT_DMEM_SIZE && WEFT_DMEM_SIZE < WEFT_SMALL_DATA_MEMORY
#define WEFT_MPI_REQUESTS 64u
#else
#define WEFT_MPI_REQUESTS 256u
#endif
#endif

extern WEFT_PER_RANK struct weft_mpi_request weft_mpi_requests[WEFT_MPI_REQUESTS];

/* Is this the address of a request in use? The mark is checked, rather than the offset's remainder by the size: a
 * division takes a core 33 cycles. */
static inline bool weft_mpi_is_request(const struct weft_mpi_request *request)
{
    const uintptr_t place = (uintptr_t)request - (uintptr_t)weft_mpi_requests;
    return request == &weft_mpi_sent ||
           (place < sizeof weft_mpi_requests && place % _Alignof(struct weft_mpi_request) == 0 &&
            request->mark == WEFT_MPI_IS_IN_USE);
}
#endif

/* request.c: free list of requests that were used before, linked by `engine.node`. */
extern WEFT_PER_RANK struct weft_mpi_request *weft_mpi_unused;

/* Initializes the part of a request that does not depend on its message, and takes a reference to the communicator. */
static inline void weft_mpi_request_prepare(struct weft_mpi_request *request, struct weft_mpi_comm *comm,
                                            enum weft_mpi_kind kind)
{
    comm->object.owners++;
    request->comm = comm;
    request->kind = (uint8_t)kind;
    request->synchronous = request->cancelled = request->detached = request->active = false;
    request->mark = WEFT_MPI_IS_IN_USE;
    request->again = NULL;
    request->datatype = NULL;
}

/* Takes the first request of the free list, which must not be empty. */
static inline struct weft_mpi_request *weft_mpi_request_reuse(struct weft_mpi_comm *comm, enum weft_mpi_kind kind)
{
    struct weft_mpi_request *const taken = weft_mpi_unused;
    weft_mpi_unused = (struct weft_mpi_request *)taken->engine.node.next;
    weft_mpi_request_prepare(taken, comm, kind);
    return taken;
}

/* request.c: allocates a request, which holds a reference to the communicator. Raises an error if there is none
 * left. */
int weft_mpi_request_new(struct weft_mpi_comm *comm, enum weft_mpi_kind kind, struct weft_mpi_request **request);
void weft_mpi_request_delete(struct weft_mpi_request *request);

/* request.c: detaches a request whose handle the program no longer has; it is collected when it completes. */
void weft_mpi_detach(struct weft_mpi_request *request);

/* request.c: deletes detached requests that have completed. */
void weft_mpi_collect_requests(void);

/* request.c: checks the pointer to a handle, and that the handle is MPI_REQUEST_NULL or a request;
 * weft_mpi_check_some_request() accepts only a request. */
int weft_mpi_check_request(const char *function, MPI_Request *handle);
int weft_mpi_check_some_request(const char *function, MPI_Request *handle);

/* request.c: is a request inactive, that is null, or persistent and not started? Is it inactive or complete? */
bool weft_mpi_is_inactive(const struct weft_mpi_request *request);
bool weft_mpi_is_complete(struct weft_mpi_request *request);

/* wait.c: waits until a request is complete. Returns false if the wait has timed out. */
bool weft_mpi_await(struct weft_mpi_request *request);

/* request.c: weft_mpi_complete() returns the status of a complete request and ends it. If `complains`, an error goes to
 * the error handler; its class is returned in any case. weft_mpi_end() sets the handle to MPI_REQUEST_NULL, unless the
 * request is persistent, and deletes the request. */
int weft_mpi_complete(MPI_Request *handle, MPI_Status *status, bool complains);
void weft_mpi_end(MPI_Request *handle);

/* isend.c: makes a request for a transfer whose arguments are checked, with a reference to its datatype; starts the
 * transfer of a request. */
int weft_mpi_request_for(const struct weft_mpi_side *side, const struct weft_mpi_transfer *transfer,
                         MPI_Datatype datatype, struct weft_mpi_request **request);
void weft_mpi_start(struct weft_mpi_request *request, const struct weft_mpi_side *side);

/* probe.c: receives a message matched by MPI_Mprobe or MPI_Improbe. */
int weft_mpi_receive_message(const char *function, void *buf, int count, MPI_Datatype datatype, MPI_Message *message,
                             MPI_Request *request);

/* isend.c: starts a non-blocking transfer. */
int weft_mpi_begin(const void *buf, int count, MPI_Datatype datatype, int rank, int tag, MPI_Comm comm,
                   MPI_Request *request, const struct weft_mpi_transfer *transfer);

#endif
