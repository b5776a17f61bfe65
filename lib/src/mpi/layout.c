/* The data of a derived datatype as a stream of bytes, in which a transfer may begin and end anywhere. */
#include "datatype.h"

struct stream {
    weft_length skip; /* bytes of the message before the part to be moved */
    uint8_t *bytes;
    weft_length left;
    bool in; /* direction: true from `bytes` to the buffer */
};

/* Moves the part of a contiguous piece of memory that the stream still needs. */
static void piece(struct stream *stream, uint8_t *at, weft_length length)
{
    if (stream->skip >= length) {
        stream->skip -= length;
        return;
    }
    const weft_length rest = length - stream->skip;
    const weft_length moved = rest < stream->left ? rest : stream->left;
    uint8_t *const memory = at + stream->skip;
    weft_copy(stream->in ? memory : stream->bytes, stream->in ? stream->bytes : memory, moved);
    stream->bytes += moved;
    stream->left -= moved;
    stream->skip = 0;
}

static void elements(struct stream *stream, MPI_Datatype type, uint8_t *at, uint32_t count);

static void element(struct stream *stream, const struct weft_mpi_datatype *type, uint8_t *at)
{
    const uint32_t round = type->shape.size / (uint32_t)type->repeat;
    int32_t number = (int32_t)(stream->skip / round);
    stream->skip %= round;
    for (; number < type->repeat && stream->left > 0; number++) {
        uint8_t *const start = at + number * type->stride;
        for (int32_t i = 0; i < type->block_count && stream->left > 0; i++) {
            const struct weft_mpi_block *const block = &type->blocks[i];
            elements(stream, block->type, start + block->place, (uint32_t)block->count);
        }
    }
}

static void elements(struct stream *stream, MPI_Datatype type, uint8_t *at, uint32_t count)
{
    const uint32_t size = weft_mpi_size_of(type);
    if (!weft_mpi_layout(type) || (uint64_t)count * size <= stream->skip) {
        piece(stream, at, (weft_length)count * size);
        return;
    }
    uint32_t number = (uint32_t)(stream->skip / size);
    stream->skip %= size;
    for (; number < count && stream->left > 0; number++) {
        element(stream, type, at + (MPI_Aint)number * type->shape.extent);
    }
}

void weft_mpi_move(const struct weft_layout *layout, uint8_t *buffer, weft_length offset, uint8_t *bytes,
                   weft_length length, bool in)
{
    struct stream stream = {offset, bytes, length, in};
    const uintptr_t type = (uintptr_t)layout - offsetof(struct weft_mpi_datatype, layout);
    if (length > 0) {
        elements(&stream, (MPI_Datatype)type, buffer, UINT32_MAX);
    }
}
