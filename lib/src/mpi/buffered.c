/* Buffered sends (MPI 4.0, section 3.6): the message is copied into the buffer that the program attached, and sent from
 * there. Copies lie in the buffer in order of address; the first gap that is large enough is taken. */
#include "request.h"

struct copy {
    struct copy *next;
    struct copy *end; /* behind its data */
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

/* A gap for a copy of `bytes` of data, or null. */
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

static int send_copy(const struct weft_mpi_side *side, const char *function)
{
    const uint32_t bytes = side->data.bytes;
    weft_progress();
    forget_sent();
    struct copy *const made = buffer ? place(bytes) : NULL;
    if (!made) {
        return weft_mpi_error(side->comm, MPI_ERR_BUFFER, "%s: no room for %d bytes in the attached buffer", function,
                              (int)bytes);
    }
    uint8_t *const data = (uint8_t *)(made + 1);
    if (side->data.layout) {
        side->data.layout->move(side->data.layout, side->data.buffer, 0, data, bytes, false);
    } else {
        weft_copy(data, side->data.buffer, bytes);
    }
    weft_send_start(&made->request, data, NULL, &side->envelope, false);
    return MPI_SUCCESS;
}

static int send_buffered(const struct weft_mpi_arguments *given)
{
    struct weft_mpi_side side;
    WEFT_TRY(weft_mpi_check_side(given, &side));
    return side.none ? MPI_SUCCESS : send_copy(&side, given->function);
}

int PMPI_Bsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    const struct weft_mpi_arguments given = {"MPI_Bsend", buf, count, datatype, dest, tag, comm, false};
    return send_buffered(&given);
}
WEFT_MPI_NAME(Bsend)

int PMPI_Ibsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                MPI_Request *request)
{
    const struct weft_mpi_arguments given = {"MPI_Ibsend", buf, count, datatype, dest, tag, comm, false};
    *request = &weft_mpi_sent;
    return send_buffered(&given);
}
WEFT_MPI_NAME(Ibsend)

int PMPI_Buffer_attach(void *buffer_addr, int size)
{
    static const char function[] = "MPI_Buffer_attach";
    if (size < 0) {
        return weft_mpi_error(NULL, MPI_ERR_ARG, "%s: the size is %d", function, size);
    }
    if (buffer) {
        return weft_mpi_error(NULL, MPI_ERR_BUFFER, "%s: a buffer is attached", function);
    }
    buffer = buffer_addr;
    length = (uint32_t)size;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Buffer_attach)

int PMPI_Buffer_detach(void *buffer_addr, int *size)
{
    if (!buffer) {
        return weft_mpi_error(NULL, MPI_ERR_BUFFER, "MPI_Buffer_detach: no buffer is attached");
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
