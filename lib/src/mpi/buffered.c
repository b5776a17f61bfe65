/* Buffered sends (MPI 4.0, section 3.6): a message is copied into the buffer that the program attached, and sent from
 * there. The list of copies is in the order of their addresses; allocation is first fit. */
#include "request.h"

struct copy {
    struct copy *next;
    struct copy *end; /* end of its data */
    struct weft_request request;
};
_Static_assert(sizeof(struct copy) + 2 * _Alignof(max_align_t) <= MPI_BSEND_OVERHEAD,
               "MPI_BSEND_OVERHEAD must hold the head of a copy");

static WEFT_PER_RANK uint8_t *buffer;
static WEFT_PER_RANK uint32_t length;
static WEFT_PER_RANK struct copy *copies;

static void *align(uint8_t *at)
{
    return at + (-(uintptr_t)at & (_Alignof(max_align_t) - 1));
}

static void forget_sent(void)
{
    struct copy **link = &copies;
    while (*link) {
        if ((*link)->request.phase == WEFT_DONE) {
            *link = (*link)->next;
        } else {
            link = &(*link)->next;
        }
    }
}

/* Allocates room for a copy of `bytes` bytes of data; returns null if there is none. */
static struct copy *place(uint32_t bytes)
{
    const uint32_t wanted = (uint32_t)sizeof(struct copy) + bytes;
    struct copy **link = &copies;
    uint8_t *start = align(buffer);
    while (*link && (uintptr_t)*link - (uintptr_t)start < wanted) {
        start = (uint8_t *)(*link)->end;
        link = &(*link)->next;
    }
    struct copy *const made = (struct copy *)(void *)start;
    if (!*link && (uintptr_t)start + wanted > (uintptr_t)buffer + length) {
        return NULL;
    }
    made->next = *link;
    made->end = align(start + wanted);
    *link = made;
    return made;
}

static int send_copy(const struct weft_mpi_side *side)
{
    const weft_length bytes = side->data.bytes;
    weft_progress();
    forget_sent();
    struct copy *const made = buffer && weft_mpi_is_int(bytes) ? place((uint32_t)bytes) : NULL;
    if (!made) {
        return weft_mpi_error(MPI_ERR_BUFFER, "no room for " WEFT_LENGTH " bytes in the attached buffer",
                              (weft_told)bytes);
    }
    weft_mpi_move_data(&side->data, 0, made + 1, bytes, false);
    weft_send_start(&made->request, made + 1, NULL, &side->envelope, false);
    return MPI_SUCCESS;
}

/* The request is complete at once: the program never waits for the copy. */
static int send_buffered(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                         MPI_Request *request, const struct weft_mpi_transfer *transfer)
{
    struct weft_mpi_side side;
    *request = &weft_mpi_sent;
    WEFT_TRY(weft_mpi_check_side(buf, count, datatype, dest, tag, comm, &side, transfer));
    return side.none ? MPI_SUCCESS : send_copy(&side);
}

int PMPI_Bsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    static const struct weft_mpi_transfer transfer = {.function = "MPI_Bsend"};
    MPI_Request request;
    return send_buffered(buf, count, datatype, dest, tag, comm, &request, &transfer);
}
WEFT_MPI_NAME(Bsend)

int PMPI_Ibsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                MPI_Request *request)
{
    static const struct weft_mpi_transfer transfer = {.function = "MPI_Ibsend"};
    return send_buffered(buf, count, datatype, dest, tag, comm, request, &transfer);
}
WEFT_MPI_NAME(Ibsend)

int PMPI_Buffer_attach(void *buffer_addr, int size)
{
    weft_mpi_enter("MPI_Buffer_attach");
    if (size < 0) {
        return weft_mpi_error(MPI_ERR_ARG, "the size is %d", size);
    }
    if (buffer) {
        return weft_mpi_error(MPI_ERR_BUFFER, "a buffer is attached");
    }
    buffer = buffer_addr;
    length = (uint32_t)size;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Buffer_attach)

int PMPI_Buffer_detach(void *buffer_addr, int *size)
{
    weft_mpi_enter("MPI_Buffer_detach");
    if (!buffer) {
        return weft_mpi_error(MPI_ERR_BUFFER, "no buffer is attached");
    }
    for (; copies; copies = copies->next) {
        weft_wait(&copies->request);
    }
    *(void **)buffer_addr = buffer;
    *size = (int)length;
    buffer = NULL;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Buffer_detach)
