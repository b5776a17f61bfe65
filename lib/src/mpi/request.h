/* Requests of a program: an engine request and what MPI says of it besides. */
#ifndef WEFT_MPI_REQUEST_H
#define WEFT_MPI_REQUEST_H

#include "transfer.h"

#define WEFT_MPI_IS_IN_USE 0x5745u

enum weft_mpi_kind {
    WEFT_MPI_SEND,
    WEFT_MPI_RECEIVE,
    WEFT_MPI_FROM_NOBODY, /* a receive from MPI_PROC_NULL */
    WEFT_MPI_MESSAGE,     /* of MPI_Mprobe, not received yet */
    WEFT_MPI_OPERATION,   /* of many messages */
};

struct weft_mpi_request {
    struct weft_request engine;
    struct weft_mpi_comm *comm;
    uint8_t kind;
    bool synchronous;
    bool cancelled;
    bool detached;                      /* freed while under way: ends unseen */
    bool active;                        /* of a persistent request: started, and not waited for yet */
    uint16_t mark;                      /* WEFT_MPI_IS_IN_USE, or 0: of freed memory */
    struct weft_mpi_side *again;        /* of a persistent request what it starts, otherwise null */
    struct weft_mpi_datatype *datatype; /* a derived one that the request owns a share of, or null */
    union {
        struct weft_message *message; /* of a message */
        void *data;                   /* of an operation */
    } more;
    bool (*operation)(struct weft_mpi_request *request); /* of an operation: whether it is over */
};

/* The request of a send that was over at once: nothing is left to say of it. */
extern struct weft_mpi_request weft_mpi_sent;

#if WEFT_GROWS
/* request.c: is there a request? */
bool weft_mpi_is_request(const struct weft_mpi_request *request);
#else
/* Requests that a rank may have at a time, of those that are not over as they are made. */
#ifndef WEFT_MPI_REQUESTS
#if defined WEFT_DMEM_SIZE && WEFT_DMEM_SIZE < WEFT_SMALL_DATA_MEMORY
#define WEFT_MPI_REQUESTS 64u
#else
#define WEFT_MPI_REQUESTS 256u
#endif
#endif

extern WEFT_PER_RANK struct weft_mpi_request weft_mpi_requests[WEFT_MPI_REQUESTS];

/* Is there a request? Its mark tells it: a division, of its place by its size, takes a core 33 cycles. */
static inline bool weft_mpi_is_request(const struct weft_mpi_request *request)
{
    const uintptr_t place = (uintptr_t)request - (uintptr_t)weft_mpi_requests;
    return request == &weft_mpi_sent ||
           (place < sizeof weft_mpi_requests && place % _Alignof(struct weft_mpi_request) == 0 &&
            request->mark == WEFT_MPI_IS_IN_USE);
}
#endif

/* request.c: those that were used before, linked by `engine.node`. */
extern WEFT_PER_RANK struct weft_mpi_request *weft_mpi_unused;

/* Gives a request, which owns a share of the communicator from now on, all that is not said of its message. */
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

/* Takes the first of those that were used before, which is there. */
static inline struct weft_mpi_request *weft_mpi_request_reuse(struct weft_mpi_comm *comm, enum weft_mpi_kind kind)
{
    struct weft_mpi_request *const taken = weft_mpi_unused;
    weft_mpi_unused = (struct weft_mpi_request *)taken->engine.node.next;
    weft_mpi_request_prepare(taken, comm, kind);
    return taken;
}

/* request.c: a new one, owning a share of the communicator. An error when there is no more. */
int weft_mpi_request_new(struct weft_mpi_comm *comm, enum weft_mpi_kind kind, struct weft_mpi_request **request);
void weft_mpi_request_delete(struct weft_mpi_request *request);

/* request.c: leaves a request to itself. Nobody has a handle of it any more. */
void weft_mpi_detach(struct weft_mpi_request *request);

/* request.c: ends the requests that were freed under way and are complete now. */
void weft_mpi_collect_requests(void);

/* request.c: checks the place of a handle, and that it is none or that of a request; or that it is one. */
int weft_mpi_check_request(const char *function, MPI_Request *handle);
int weft_mpi_check_some_request(const char *function, MPI_Request *handle);

/* request.c: nothing remains to be waited for, nor will anything happen to it. */
bool weft_mpi_is_inactive(const struct weft_mpi_request *request);
bool weft_mpi_is_complete(struct weft_mpi_request *request);

/* wait.c: waits until a request is complete; whether it is in time. */
bool weft_mpi_await(struct weft_mpi_request *request);

/* request.c: what a complete request says, and its end: the handle becomes MPI_REQUEST_NULL unless it is persistent. An
 * error goes to the error handler where `complains`; its class is returned in any case. */
int weft_mpi_complete(MPI_Request *handle, MPI_Status *status, bool complains);
void weft_mpi_end(MPI_Request *handle);

/* isend.c: a request for a transfer that has been checked, owning a share of its datatype; starts what it is for. */
int weft_mpi_request_for(const struct weft_mpi_side *side, const struct weft_mpi_transfer *transfer,
                         MPI_Datatype datatype, struct weft_mpi_request **request);
void weft_mpi_start(struct weft_mpi_request *request, const struct weft_mpi_side *side);

/* probe.c: receives the message of MPI_Mprobe. */
int weft_mpi_receive_message(const char *function, void *buf, int count, MPI_Datatype datatype, MPI_Message *message,
                             MPI_Request *request);

/* isend.c: a non-blocking transfer. */
int weft_mpi_begin(const void *buf, int count, MPI_Datatype datatype, int rank, int tag, MPI_Comm comm,
                   MPI_Request *request, const struct weft_mpi_transfer *transfer);

#endif
