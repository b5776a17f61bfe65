/* MPI_Scatter by the shared mailboxes of the link: the root writes each word once, near itself, and all others fetch
 * their parts from there at the same time.
 *
 * Parts go in pieces, one for each rank in turn, so that the root need not wait for any rank. Ranks that are far from
 * the root's mailbox are divided among those that are near, which forward their pieces: these come first, since they
 * take longest. If no other rank is near the root, all read its mailbox.
 *
 * A rank that waits lets the engine make progress: another rank may wait for that. */
#include "collective.h"

#include "engine/state.h"

#if WEFT_LINK_HAS_SHARED_MAILBOX && !WEFT_SMALL

struct ranks {
    uint32_t count;
    weft_rank of[WEFT_PEERS];
};

/* Who sends to whom: the ranks near the root, without itself, and those far from it. */
struct scatter {
    const struct weft_mpi_comm *comm;
    int32_t tag;
    int32_t root;
    struct ranks near;
    struct ranks far;
};

static uint32_t context_of(const struct scatter *all)
{
    return all->comm->context + 1;
}

static int32_t member_of(const struct scatter *all, int32_t rank)
{
    return all->comm->members[rank];
}

static uint32_t node_of(const struct scatter *all, int32_t rank)
{
    return weft_node_of(member_of(all, rank));
}

static void divide(struct scatter *all)
{
    const weft_rank *const members = all->comm->members;
    const int32_t size = all->comm->size;
    const uint32_t root = node_of(all, all->root);
    uint32_t near = 0;
    uint32_t far = 0;
    for (int32_t rank = 0; rank < size; rank++) {
        const uint32_t node = weft_node_of(members[rank]);
        if (!weft_link_is_near(node, root)) {
            all->far.of[far++] = (weft_rank)rank;
        } else if (node != root) {
            all->near.of[near++] = (weft_rank)rank;
        }
    }
    all->near.count = near;
    all->far.count = far;
}

/* How often a piece is tried to be posted before the engine makes progress, which takes longer. */
#define PATIENCE 16u

/* Posts a piece when there is room for it. */
__attribute__((noinline)) static void post(const struct scatter *all, int32_t reader, const void *data,
                                           struct weft_descriptor descriptor)
{
    const int32_t member = member_of(all, reader);
    const uint32_t node = weft_node_of(member);
    WEFT_PROBE("send", member, all->tag, context_of(all), descriptor.length);
    for (uint32_t tries = 1; !weft_link_try_post(node, data, descriptor); tries++) {
        if (tries % PATIENCE == 0) {
            weft_progress();
        }
    }
    WEFT_PROBE_HOLD("send", member, all->tag, context_of(all), descriptor.length);
}

/* What the root sends. */
struct source {
    const struct weft_mpi_parts *parts;
    const struct weft_layout *layout;
    uint32_t size;   /* bytes of data in an element */
    MPI_Aint extent; /* bytes from one to the next */
};

static inline struct weft_mpi_data part_of(const struct source *source, int32_t rank)
{
    const struct weft_mpi_parts *const parts = source->parts;
    const int count = parts->counts ? parts->counts[rank] : parts->count;
    const int first = parts->counts ? parts->displacements[rank] : (int)rank * count;
    return (struct weft_mpi_data){(uint8_t *)parts->buffer + first * source->extent, source->layout,
                                  (uint32_t)count * source->size};
}

/* The piece of a derived datatype is put together first. */
__attribute__((noinline)) static void post_layout(const struct scatter *all, int32_t reader,
                                                  const struct weft_mpi_data *part, uint32_t offset,
                                                  struct weft_descriptor descriptor)
{
    uint32_t bytes[WEFT_LINK_PIECE / 4];
    weft_mpi_move_data(part, offset, bytes, descriptor.length, false);
    post(all, reader, bytes, descriptor);
}

/* Posts the piece of a rank that begins at `offset` of its part, if there is one. Returns whether the rank has more. An
 * empty part is one empty piece. */
static inline bool give_piece(const struct scatter *all, const struct source *source, int32_t rank, int32_t reader,
                              uint32_t offset)
{
    const struct weft_mpi_data part = part_of(source, rank);
    const uint32_t left = part.bytes - offset;
    if (offset > 0 && (int32_t)left <= 0) {
        return false;
    }
    const bool last = left <= WEFT_LINK_PIECE;
    const int32_t member = member_of(all, rank);
    const struct weft_descriptor descriptor = {weft_node_of(member), last ? left : WEFT_LINK_PIECE, last};
    const uint8_t *const piece = (const uint8_t *)part.buffer + offset;
    if (last) {
        WEFT_SENT(member, all->tag, context_of(all), part.bytes);
    }
    if (part.layout) {
        post_layout(all, reader, &part, offset, descriptor);
    } else if (!WEFT_LIKELY(weft_link_try_post(node_of(all, reader), piece, descriptor))) {
        post(all, reader, piece, descriptor);
    }
    return !last;
}

/* Posts one piece for each rank. Returns whether any has more. The near ranks, if there are any, read the pieces of the
 * far ranks in turn; the near rank whose turn would be next has had the most time to forward, and gets its own piece
 * first. */
static bool give_pieces(const struct scatter *all, const struct source *source, uint32_t offset)
{
    const struct ranks *const near = &all->near;
    bool more = false;
    uint32_t turn = 0;
    for (uint32_t i = 0; i < all->far.count + near->count; i++) {
        const bool is_far = i < all->far.count;
        const int32_t reader = near->count > 0 ? near->of[turn] : all->far.of[i];
        more |= give_piece(all, source, is_far ? all->far.of[i] : reader, reader, offset);
        turn = turn + 1 < near->count ? turn + 1 : 0;
    }
    return more;
}

/* The root's part stays where it is, or is copied. */
static int give(const struct scatter *all, const struct weft_mpi_parts *out, const struct weft_mpi_data *own,
                bool in_place)
{
    const struct source source = {out, weft_mpi_layout(out->type), weft_mpi_size_of(out->type),
                                  weft_mpi_extent(out->type)};
    for (uint32_t offset = 0; give_pieces(all, &source, offset); offset += WEFT_LINK_PIECE) {
    }
    const struct weft_mpi_data part = part_of(&source, all->root);
    return in_place ? MPI_SUCCESS : weft_mpi_copy(&part, own);
}

/* Waits for the next piece that a rank has posted for this one. */
static const uint32_t *await(const struct scatter *all, int32_t writer, uint32_t room,
                             struct weft_descriptor *descriptor)
{
    const int32_t member = member_of(all, writer);
    const uint32_t node = weft_node_of(member);
    const uint32_t *piece;
    uint32_t waited = 0;
    WEFT_PROBE("receive", member, all->tag, context_of(all), room);
    while (!(piece = weft_link_find(node, descriptor, waited++))) {
        weft_progress();
    }
    WEFT_PROBE_HOLD("receive", member, all->tag, context_of(all), room);
    return piece;
}

/* Takes a piece of this rank's own part, as far as there is room for it. */
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

/* Forwards a piece of another rank. It is taken first, so that the root can continue. */
static void forward(const struct scatter *all, int32_t writer, const uint32_t *piece, struct weft_descriptor descriptor)
{
    uint32_t bytes[WEFT_LINK_PIECE / 4];
    weft_link_read(bytes, piece, descriptor.length);
    weft_link_taken(node_of(all, writer));
    post(all, weft_mpi_rank_in(all->comm, weft_engine.rank_of_node[descriptor.node]), bytes, descriptor);
}

/* Takes this rank's part and forwards those of others. Returns the bytes that were for this rank. */
static uint32_t take_parts(const struct scatter *all, int32_t writer, uint32_t parts, const struct weft_mpi_data *own)
{
    const uint32_t node = node_of(all, all->comm->rank);
    uint32_t taken = 0;
    while (parts > 0) {
        struct weft_descriptor descriptor;
        const uint32_t *const piece = await(all, writer, own->bytes, &descriptor);
        if (descriptor.node == node) {
            take_piece(own, taken, piece, descriptor.length);
            weft_link_taken(node_of(all, writer));
            taken += descriptor.length;
        } else {
            forward(all, writer, piece, descriptor);
        }
        parts -= descriptor.last;
    }
    const int32_t member = member_of(all, all->root);
    WEFT_RECEIVED(member, all->tag, context_of(all), 0);
    return taken;
}

static uint32_t index_of(const struct ranks *ranks, int32_t rank)
{
    uint32_t index = 0;
    while (index < ranks->count && ranks->of[index] != rank) {
        index++;
    }
    return index;
}

static int take(const struct scatter *all, const struct weft_mpi_data *own)
{
    const struct ranks *const near = &all->near;
    const uint32_t place = index_of(near, all->comm->rank);
    int32_t writer = all->root;
    uint32_t parts = 1;
    if (place < near->count) {
        parts += (all->far.count + near->count - 1 - place) / near->count;
    } else if (near->count > 0) {
        writer = near->of[index_of(&all->far, all->comm->rank) % near->count];
    }
    const uint32_t taken = take_parts(all, writer, parts, own);
    if (taken <= own->bytes) {
        return MPI_SUCCESS;
    }
    return weft_mpi_error(MPI_ERR_TRUNCATE,
                          "rank %d sends %d bytes, this rank takes " WEFT_LENGTH ": their arguments do not match",
                          (int)all->root, (int)taken, (weft_told)own->bytes);
}

/* Are the counts of all parts right? Where they are not, weft_mpi_check_parts() says which. */
static bool are_right(const struct weft_mpi_comm *comm, const struct weft_mpi_parts *out)
{
    const uint32_t size = weft_mpi_size_of(out->type);
    const uint32_t most = size > 0 ? INT32_MAX / size : INT32_MAX;
    bool right = weft_mpi_is_buffer(out->buffer) && (out->counts || (uint32_t)out->count <= most);
    for (int32_t rank = 0; out->counts && rank < comm->size; rank++) {
        right &= (uint32_t)out->counts[rank] <= most;
    }
    return right;
}

static int check_parts(const struct weft_mpi_comm *comm, const struct weft_mpi_parts *out)
{
    WEFT_TRY(weft_mpi_check_type(out->type));
    return are_right(comm, out) ? MPI_SUCCESS : weft_mpi_check_parts(comm, out);
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
    struct scatter all;
    all.comm = comm;
    all.tag = scatter->tag;
    all.root = (int32_t)root;
    divide(&all);
    return is_root ? give(&all, out, &own, in_place) : take(&all, &own);
}

#endif
