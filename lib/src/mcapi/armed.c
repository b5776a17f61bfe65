/* See armed.h. */
#include "mcapi/armed.h"

#include "mcapi/packet_buffers.h"

#if WEFT_MCAPI_HAS_ARMED

struct weft_mcapi_pair weft_mcapi_armed_out, weft_mcapi_armed_in;

#ifdef __riscv
__attribute__((section(".sdata.weft_mcapi_armed_last")))
#endif
struct weft_mcapi_armed_last weft_mcapi_armed_last = {WEFT_MCAPI_NONE, WEFT_MCAPI_NONE};

/* Addresses of the packets that the program has or will get, except the one that it was given last
 * (weft_armed_from.given). */
static uint32_t taken[WEFT_MCAPI_PACKET_BUFFERS];

#define CAPACITY (sizeof(struct weft_mcapi_buffer) / 4)

static uint32_t rank_of(mcapi_endpoint_t handle)
{
    return (uint32_t)weft_mcapi_node_of(handle);
}

static struct weft_armed_ends ends_of(mcapi_endpoint_t peer, mcapi_endpoint_t receiver)
{
    return (struct weft_armed_ends){
        .node = weft_node_of(weft_mcapi_node_of(peer)),
        .rank = rank_of(peer),
        .tag = weft_mcapi_port_of(receiver),
        .context = WEFT_MCAPI_CHANNEL,
        .capacity = CAPACITY,
    };
}

static bool are_known;

static void find_pairs(void)
{
    are_known = true;
    weft_mcapi_armed_out = weft_mcapi_armed_pair(0);
    weft_mcapi_armed_in = weft_mcapi_armed_pair(WEFT_MCAPI_RECEIVES);
    if (weft_mcapi_armed_out.own != 0) {
        const struct weft_armed_ends ends = ends_of(weft_mcapi_armed_out.peer, weft_mcapi_armed_out.peer);
        weft_armed_start_to(&ends);
    }
    if (weft_mcapi_armed_in.own != 0) {
        const struct weft_armed_ends ends = ends_of(weft_mcapi_armed_in.peer, weft_mcapi_armed_in.own);
        weft_armed_start_from(&ends);
        weft_mcapi_forget_last(false, true);
    }
}

bool weft_mcapi_is_armed(const struct weft_mcapi_endpoint *end)
{
    if (!are_known) {
        find_pairs();
    }
    return weft_mcapi_is_pair(end, &weft_mcapi_armed_out) || weft_mcapi_is_pair(end, &weft_mcapi_armed_in);
}

bool weft_mcapi_is_from_armed(const struct weft_envelope *envelope)
{
    return weft_mcapi_armed_in.own != 0 && envelope->context == WEFT_MCAPI_CHANNEL &&
           envelope->rank == (int32_t)rank_of(weft_mcapi_armed_in.peer) &&
           (uint32_t)envelope->tag == weft_mcapi_port_of(weft_mcapi_armed_in.own);
}

/* Returns the entry of a packet that the program has; for 0, a free entry. */
static uint32_t *find_taken(uint32_t packet)
{
    uint32_t i = 0;
    while (i < WEFT_MCAPI_PACKET_BUFFERS && taken[i] != packet) {
        i++;
    }
    return i < WEFT_MCAPI_PACKET_BUFFERS ? &taken[i] : NULL;
}

static void note_last(void)
{
    if (weft_armed_from.given != 0) {
        *find_taken(0) = weft_armed_from.given;
        weft_armed_from.given = 0;
    }
}

uint32_t weft_mcapi_armed_taken(void)
{
    uint32_t count = 0;
    note_last();
    for (uint32_t i = 0; i < WEFT_MCAPI_PACKET_BUFFERS; i++) {
        count += taken[i] != 0;
    }
    return count;
}

bool weft_mcapi_armed_has(const void *packet)
{
    note_last();
    return packet && find_taken((uint32_t)(uintptr_t)packet) != NULL;
}

/* Does the program have any packet? */
static inline bool has_any(void)
{
    uint32_t any = weft_armed_from.given;
    for (uint32_t i = 0; i < WEFT_MCAPI_PACKET_BUFFERS; i++) {
        any |= taken[i];
    }
    return any != 0;
}

static bool has_any_in(const struct weft_mcapi_buffer *buffer)
{
    bool has = false;
    note_last();
    for (uint32_t i = 0; i < WEFT_MCAPI_PACKET_BUFFERS; i++) {
        has |= taken[i] != 0 && weft_mcapi_buffer_around((const void *)(uintptr_t)taken[i]) == buffer;
    }
    return has;
}

bool weft_mcapi_armed_release(const void *packet)
{
    if (!weft_mcapi_armed_has(packet)) {
        return false;
    }
    const struct weft_mcapi_buffer *const buffer = weft_mcapi_buffer_around(packet);
    *find_taken((uint32_t)(uintptr_t)packet) = 0;
    if (*weft_mcapi_buffer_use(buffer) == WEFT_MCAPI_RETIRED && !has_any_in(buffer)) {
        *weft_mcapi_buffer_use(buffer) = WEFT_MCAPI_FREE;
    }
    return true;
}

void weft_mcapi_armed_release_all(void)
{
    note_last();
    for (uint32_t i = 0; i < WEFT_MCAPI_PACKET_BUFFERS; i++) {
        taken[i] = 0;
    }
}

/* There is always a free buffer: the program has at most as many buffers as there are in addition to the armed ones. */
static void arm(uint32_t number)
{
    struct weft_mcapi_buffer *const buffer = weft_mcapi_buffer_free();
    *weft_mcapi_buffer_use(buffer) = WEFT_MCAPI_ARMED;
    weft_armed_arm(number, buffer->words);
}

static void arm_again(uint32_t number)
{
    const void *const before = weft_armed_from.buffers[number];
    if (before && !has_any()) {
        weft_armed_arm_again(number);
        return;
    }
    if (before) {
        *weft_mcapi_buffer_use(before) =
            has_any_in((const struct weft_mcapi_buffer *)before) ? WEFT_MCAPI_RETIRED : WEFT_MCAPI_FREE;
    }
    arm(number);
}

static void pass(const struct weft_armed_place *place)
{
    const uint32_t before = weft_armed_from.place.buffer;
    if (weft_armed_pass(place)) {
        arm_again(before);
    }
}

/* The first receive arms all buffers but the last, which is armed when the receiver would have moved on from it. */
static void begin(void)
{
    for (uint32_t number = 0; number < WEFT_ARMED_BUFFERS - 1 && !weft_armed_from.buffers[number]; number++) {
        arm(number);
    }
}

static void give(struct weft_mcapi_request *request, uint32_t packet, uint32_t length)
{
    note_last();
    *find_taken(0) = packet;
    weft_mcapi_leave(request);
    request->receive.buffer = (void *)(uintptr_t)packet;
    request->engine.phase = WEFT_DONE;
    request->engine.total = length;
    WEFT_RECEIVED(weft_armed_from.rank, weft_armed_from.tag, weft_armed_from.context, 0);
}

enum weft_mcapi_armed weft_mcapi_armed_take(struct weft_mcapi_request *request)
{
    struct weft_armed_place place = weft_armed_from.place;
    uint32_t packet;
    uint32_t length;
    begin();
    const enum weft_armed_found found = weft_armed_find(&place, &packet, &length);
    weft_armed_from.is_awaited = found == WEFT_ARMED_NOTHING;
    if (found == WEFT_ARMED_NOTHING) {
        return WEFT_MCAPI_NOT_COME;
    }
    if (found == WEFT_ARMED_PACKET) {
        give(request, packet, length);
    }
    pass(&place);
    return found == WEFT_ARMED_PACKET ? WEFT_MCAPI_TAKEN : WEFT_MCAPI_BY_ENGINE;
}

/* Counts without receiving: walks along the packets that have arrived. */
uint32_t weft_mcapi_armed_available(uint32_t by_engine)
{
    struct weft_armed_place place = weft_armed_from.place;
    uint32_t count = 0;
    uint32_t packet;
    uint32_t length;
    enum weft_armed_found found;
    do {
        found = weft_armed_find(&place, &packet, &length);
        by_engine -= found == WEFT_ARMED_MESSAGE;
        count += found == WEFT_ARMED_PACKET || (found == WEFT_ARMED_MESSAGE && by_engine != UINT32_MAX);
    } while (found == WEFT_ARMED_PACKET || (found == WEFT_ARMED_MESSAGE && by_engine != UINT32_MAX));
    return count;
}

/* Drops packets up to the next that was sent by the engine. Returns whether there is one. */
static bool drop(struct weft_armed_place *place)
{
    uint32_t packet;
    uint32_t length;
    enum weft_armed_found found;
    do {
        *place = weft_armed_from.place;
        found = weft_armed_find(place, &packet, &length);
        if (found == WEFT_ARMED_PACKET) {
            pass(place);
        }
    } while (found == WEFT_ARMED_PACKET);
    return found == WEFT_ARMED_MESSAGE;
}

void weft_mcapi_armed_drop(void)
{
    struct weft_armed_place place;
    drop(&place);
}

void weft_mcapi_armed_drop_by_engine(void)
{
    struct weft_armed_place place;
    if (drop(&place)) {
        pass(&place);
    }
}

/* Caches the end only if the program may have one packet more. */
void weft_mcapi_armed_keep_from(mca_uint32_t handle)
{
    const struct weft_mcapi_endpoint *const end = weft_mcapi_entry(handle);
    if (end->handle == handle && weft_mcapi_is_pair(end, &weft_mcapi_armed_in) && weft_mcapi.running &&
        (end->state & WEFT_MCAPI_OPEN) != 0 && end->timeout == MCAPI_TIMEOUT_INFINITE && !weft_mcapi_waiting.first &&
        weft_mcapi_buffer_find()) {
        weft_mcapi_armed_last.from = handle;
    }
}

/* Polls for a packet whose words are still arriving after its mark. */
#define LOOKS_BEHIND_MARK 8

/* Returns the next packet that has arrived, with or without a mark; 0 if it has not. */
static uint32_t find_next(struct weft_armed_place *place, uint32_t *length)
{
    uint32_t packet = place->next;
    if (weft_armed_await(place)) {
        packet = place->next;
        *length = place->length;
        place->next += (*length + 3) / 4 * 4;
        return packet;
    }
    enum weft_armed_found found = WEFT_ARMED_NOTHING;
    for (uint32_t looks = 0; found == WEFT_ARMED_NOTHING && looks < LOOKS_BEHIND_MARK; looks++) {
        *place = weft_armed_from.place;
        found = weft_armed_find(place, &packet, length);
    }
    return found == WEFT_ARMED_PACKET ? packet : 0;
}

bool weft_mcapi_receive_armed_other(mca_uint32_t handle, void **buffer, size_t *received)
{
    struct weft_armed_place place = weft_armed_from.place;
    uint32_t length;
    if (weft_mcapi_armed_last.from != handle || !buffer || !received || weft_armed_from.given != 0) {
        return false;
    }
    uint32_t packet = find_next(&place, &length);
    while (packet == 0 && weft_progress() &&
           weft_mcapi_armed_last.from == handle) { /* what has arrived meanwhile is handled first */
        place = weft_armed_from.place;
        packet = find_next(&place, &length);
    }
    if (packet == 0) {
        return false;
    }
    pass(&place);
    weft_armed_from.given = packet;
    *buffer = (void *)(uintptr_t)packet;
    *received = length;
    WEFT_RECEIVED(weft_armed_from.rank, weft_armed_from.tag, weft_armed_from.context, 0);
    return true;
}

/* A closed channel receives nothing more. */
void weft_mcapi_armed_drop_if_closed(void)
{
    const struct weft_mcapi_endpoint *const end = weft_mcapi_entry(weft_mcapi_armed_in.own);
    if (weft_mcapi_is_pair(end, &weft_mcapi_armed_in) && (end->state & WEFT_MCAPI_CLOSED) != 0) {
        weft_mcapi_armed_drop();
    }
}

#endif
