/* MPI_Scatter through the shared mailboxes of the link: the root writes each word once, and all other ranks fetch their
 * parts concurrently.
 *
 * Parts are split into pieces, which are posted to each rank in turn, so that the root rarely waits for any rank. A
 * rank that waits makes progress in the engine, since another rank may wait for that. */
#include "collective.h"

#include "engine/state.h"

#if WEFT_LINK_HAS_SHARED_MAILBOX && !WEFT_SMALL

struct scatter {
    const struct weft_mpi_comm *comm;
    int32_t tag;
    int32_t root;
};

static uint32_t context_of(const struct scatter *all)
{
    return all->comm->context + 1;
}

static int32_t member_of(const struct scatter *all, int32_t rank)
{
    return all->comm->members[rank];
}

/* The parts that the root sends. */
struct source {
    uint8_t *buffer;
    const int *counts; /* null: all parts have `count` elements */
    const int *displacements;
    int count;
    const struct weft_layout *layout;
    uint32_t size;   /* bytes of data in an element */
    MPI_Aint extent; /* bytes from one element to the next */
};

static inline uint32_t bytes_of(const struct source *source, int32_t rank)
{
    return (uint32_t)(source->counts ? source->counts[rank] : source->count) * source->size;
}

static inline uint8_t *begin_of(const struct source *source, int32_t rank)
{
    const int first = source->counts ? source->displacements[rank] : (int)rank * source->count;
    return source->buffer + first * source->extent;
}

/* Attempts to post a piece between two calls of the engine's progress function, which takes longer. */
#define PATIENCE 16u

/* Posts a piece, waiting until there is room. If the link cannot read the data in place, because of a derived datatype
 * or an address that is not word-aligned, the piece is assembled in a copy first. */
__attribute__((noinline)) static void post(const struct scatter *all, const struct source *source, int32_t rank,
                                           uint32_t offset)
{
    const struct weft_mpi_data part = {begin_of(source, rank), source->layout, bytes_of(source, rank)};
    const uint32_t left = part.bytes - offset;
    const bool last = left <= WEFT_LINK_PIECE;
    const uint32_t length = last ? left : WEFT_LINK_PIECE;
    const int32_t member = member_of(all, rank);
    const uint32_t node = weft_node_of(member);
    uint32_t copy[WEFT_LINK_PIECE / 4];
    const uint32_t *piece = (const uint32_t *)(uintptr_t)((uint8_t *)part.buffer + offset);
    if (part.layout || !weft_link_direct(piece)) {
        weft_mpi_move_data(&part, offset, copy, length, false);
        piece = copy;
    }
    WEFT_PROBE("send", member, all->tag, context_of(all), length);
    for (uint32_t tries = 1; !weft_link_try_post(node, piece, length, last); tries++) {
        if (tries % PATIENCE == 0) {
            weft_progress();
        }
    }
    WEFT_PROBE_HOLD("send", member, all->tag, context_of(all), length);
}

/* Posts the piece that begins at `offset` of a rank's part, if there is one. Returns whether the rank has more pieces.
 * An empty part is sent as one empty piece. */
static inline bool give_piece(const struct scatter *all, const struct source *source, int32_t rank, uint32_t offset)
{
    const uint32_t bytes = bytes_of(source, rank);
    const uint32_t left = bytes - offset;
    if (offset > 0 && (int32_t)left <= 0) {
        return false;
    }
    const bool last = left <= WEFT_LINK_PIECE;
    const int32_t member = member_of(all, rank);
    const uint32_t *const piece = (const uint32_t *)(uintptr_t)(begin_of(source, rank) + offset);
    if (last) {
        WEFT_SENT(member, all->tag, context_of(all), bytes);
    }
    if (source->layout || !weft_link_direct(piece) ||
        !weft_link_try_post(weft_node_of(member), piece, last ? left : WEFT_LINK_PIECE, last)) {
        post(all, source, rank, offset);
    }
    return !last;
}

/* Stride of the order in which ranks are served: consecutive ranks are often near the same memory. */
#define STEP 4

/* Posts one piece for each rank. Returns whether any rank has more. */
static bool give_pieces(const struct scatter *all, const struct source *from, uint32_t offset)
{
    const struct source source = *from; /* in registers */
    const int32_t size = all->comm->size;
    const int32_t root = all->root;
    bool more = false;
    for (int32_t first = size - 1; first >= 0 && first >= size - STEP; first--) {
        for (int32_t rank = first; rank >= 0; rank -= STEP) {
            more |= rank != root && give_piece(all, &source, rank, offset);
        }
    }
    return more;
}

/* Sends all parts. The root's own part is copied, or stays in place. */
static int give(const struct scatter *all, const struct weft_mpi_parts *out, const struct weft_mpi_data *own,
                bool in_place)
{
    const struct source source = {(uint8_t *)out->buffer,     out->counts,
                                  out->displacements,         out->count,
                                  weft_mpi_layout(out->type), weft_mpi_size_of(out->type),
                                  weft_mpi_extent(out->type)};
    for (uint32_t offset = 0; give_pieces(all, &source, offset); offset += WEFT_LINK_PIECE) {
    }
    const struct weft_mpi_data part = {begin_of(&source, all->root), source.layout, bytes_of(&source, all->root)};
    return in_place ? MPI_SUCCESS : weft_mpi_copy(&part, own);
}

/* Has this rank nothing to do while it waits, unless a message arrives? */
static bool is_idle(void)
{
    return !weft_engine.sending.first && !weft_engine.also;
}

/* Waits for the next piece that the root has posted for this rank. */
static const uint32_t *await(const struct scatter *all, uint32_t room, struct weft_descriptor *descriptor)
{
    const int32_t member = member_of(all, all->root);
    const uint32_t node = weft_node_of(member);
    const uint32_t *piece;
    uint32_t waited = 0;
    WEFT_PROBE("receive", member, all->tag, context_of(all), room);
    while (!(piece = weft_link_find(node, descriptor, waited++, is_idle()))) {
        weft_progress();
    }
    WEFT_PROBE_HOLD("receive", member, all->tag, context_of(all), room);
    return piece;
}

/* Copies a piece into this rank's part, as far as there is room. */
static void take_piece(const struct weft_mpi_data *part, uint32_t offset, const uint32_t *piece, uint32_t length)
{
    const uint32_t room = offset < part->bytes ? part->bytes - offset : 0;
    const uint32_t taken = length < room ? length : room;
    uint8_t *const to = (uint8_t *)part->buffer + offset;
    if (!part->layout && weft_link_direct(to)) {
        weft_link_read((uint32_t *)(uintptr_t)to, piece, taken);
    } else {
        uint32_t bytes[WEFT_LINK_PIECE / 4];
        weft_link_read(bytes, piece, taken);
        weft_mpi_move_data(part, offset, bytes, taken, true);
    }
}

/* Receives this rank's part. */
static int take(const struct scatter *all, const struct weft_mpi_data *own)
{
    const int32_t root = member_of(all, all->root);
    uint32_t taken = 0;
    struct weft_descriptor descriptor;
    do {
        const uint32_t *const piece = await(all, own->bytes, &descriptor);
        take_piece(own, taken, piece, descriptor.length);
        weft_link_taken(weft_node_of(root));
        taken += descriptor.length;
    } while (!descriptor.last);
    WEFT_RECEIVED(root, all->tag, context_of(all), 0);
    if (taken <= own->bytes) {
        return MPI_SUCCESS;
    }
    return weft_mpi_error(MPI_ERR_TRUNCATE,
                          "rank %d sends %d bytes, this rank takes " WEFT_LENGTH ": their arguments do not match",
                          (int)all->root, (int)taken, (weft_told)own->bytes);
}

/* Are the counts and the size below 2^15? Then no part can overflow or be negative. */
static bool are_few(const struct weft_mpi_comm *comm, const struct weft_mpi_parts *out)
{
    const int *const counts = out->counts;
    uint32_t bits = weft_mpi_size_of(out->type) | (counts ? 0 : (uint32_t)out->count);
#pragma GCC unroll 4
    for (int32_t rank = counts ? comm->size - 1 : -1; rank >= 0; rank--) {
        bits |= (uint32_t)counts[rank];
    }
    return bits < 1 << 15;
}

static int check_parts(const struct weft_mpi_comm *comm, const struct weft_mpi_parts *out)
{
    WEFT_TRY(weft_mpi_check_type(out->type));
    return weft_mpi_is_buffer(out->buffer) && are_few(comm, out) ? MPI_SUCCESS : weft_mpi_check_parts(comm, out);
}

int weft_mpi_scatter_pieces(const struct weft_mpi_distribution *scatter, struct weft_mpi_parts *out,
                            struct weft_mpi_parts *in, int root, MPI_Comm handle)
{
    struct weft_mpi_comm *comm;
    struct weft_mpi_data own;
    WEFT_TRY(weft_mpi_comm(handle, scatter->function, &comm));
    WEFT_TRY(weft_mpi_check_root(root));
    const bool is_root = comm->rank == root;
    const bool in_place = is_root && in->buffer == MPI_IN_PLACE;
    if (!in_place) {
        WEFT_TRY(weft_mpi_check_data(in->buffer, in->count, in->type, &own));
    }
    if (is_root) {
        WEFT_TRY(check_parts(comm, out));
    }
    const struct scatter all = {comm, scatter->tag, (int32_t)root};
    return is_root ? give(&all, out, &own, in_place) : take(&all, &own);
}

#endif
