/* The receiver's side of armed buffers; see armed.h. */
#include "link_port.h"

#ifdef WEFT_LINK_ARMS

/* Until a length is known, no address is as great as the end of the next packet. */
#ifdef __riscv
__attribute__((section(".sdata.weft_armed_from")))
#endif
struct weft_armed_from weft_armed_from = {.wanted = UINT32_MAX, .place.length = WEFT_ARMED_NO_LENGTH};

uint32_t weft_armed_ring[WEFT_ARMED_RING];

/* Returns the register with the address of the next word of a buffer. */
static volatile uint32_t *come_to(uint32_t buffer)
{
    return weft_hibi_channel(WEFT_ARMED_PACKETS + buffer, WEFT_HIBI_DMA_CURRENT);
}

static uint32_t beginning_of(uint32_t buffer)
{
    return (uint32_t)(uintptr_t)weft_armed_from.buffers[buffer];
}

static uint32_t end_of(uint32_t buffer)
{
    return beginning_of(buffer) + 4 * weft_armed_from.capacity;
}

void weft_armed_start_from(const struct weft_armed_ends *ends)
{
    weft_armed_from = (struct weft_armed_from){
        .wanted = UINT32_MAX,
        .place = {.buffer = WEFT_ARMED_BUFFERS - 1, .next = 4 * ends->capacity, .length = WEFT_ARMED_NO_LENGTH},
        .capacity = ends->capacity,
        .credits_address = weft_armed_address(ends->node, WEFT_ARMED_CREDITS_PLACE),
        .rank = ends->rank,
        .tag = ends->tag,
        .context = ends->context,
    };
}

/* The channel expects one word more than the sender writes: so it is never complete, and never interrupts. */
void weft_armed_arm(uint32_t number, uint32_t *buffer)
{
    weft_armed_from.buffers[number] = buffer;
    weft_hibi_receive(WEFT_ARMED_PACKETS + number, buffer, weft_armed_from.capacity + 1,
                      weft_armed_address(weft_hibi.node, number));
    weft_hibi_send_single(1, weft_armed_from.credits_address);
}

void weft_armed_arm_again(uint32_t number)
{
    *weft_hibi_register(WEFT_HIBI_DMA_INIT) = 1u << (WEFT_ARMED_PACKETS + number);
    weft_hibi_send_single(1, weft_armed_from.credits_address);
}

/* Returns the mark after those that have been read at this place, or null if it has not come. */
static const uint32_t *mark_at(const struct weft_armed_place *place)
{
    const bool has_come = place->marks < *weft_armed_marks();
    weft_hibi_in_order();
    return has_come ? &weft_armed_ring[(weft_armed_from.next_mark + place->marks) % WEFT_ARMED_RING] : NULL;
}

static void go_on(struct weft_armed_place *place)
{
    place->buffer = weft_armed_next(place->buffer);
    place->next = beginning_of(place->buffer);
}

/* Does a mark belong to the next packet? A mark of the first packet of the next buffer does, once everything that will
 * ever come to this buffer has been passed: all of that came before the mark. */
static bool is_about_next(struct weft_armed_place *place, uint32_t mark)
{
    const uint32_t beginning = beginning_of(place->buffer);
    if (mark >> 16 == weft_armed_mark(place->buffer, (place->next - beginning) / 4, 0) >> 16) {
        return true;
    }
    const bool is_first_of_next = mark >> 16 == weft_armed_mark(weft_armed_next(place->buffer), 0, 0) >> 16;
    if (is_first_of_next && *come_to(place->buffer) <= place->next) {
        go_on(place);
        return true;
    }
    return false;
}

/* Moves the place to the next packet, which has the known length and no mark. */
static void find_place(struct weft_armed_place *place)
{
    if (place->length != WEFT_ARMED_NO_LENGTH && place->next + (place->length + 3) / 4 * 4 > end_of(place->buffer)) {
        go_on(place);
    }
}

/* Returns the end address of a packet of the known length at this place. */
static inline uint32_t end_of_packet(const struct weft_armed_place *place)
{
    return place->length == WEFT_ARMED_NO_LENGTH ? UINT32_MAX : place->next + (place->length + 3) / 4 * 4;
}

bool weft_armed_await(struct weft_armed_place *place)
{
    find_place(place);
    volatile uint32_t *const come = come_to(place->buffer);
    const uint32_t wanted = end_of_packet(place);
    WEFT_PROBE_AT("receive", &weft_armed_from.rank, &weft_armed_from.tag, &weft_armed_from.context, 0);
    const bool has_come = weft_armed_await_words(come, wanted);
    WEFT_PROBE_HOLD("receive", 0, 0, 0, 0);
    return has_come && *weft_armed_marks() == 0;
}

/* Returns the length of the next packet, and moves the place to it. */
static uint32_t find_length(struct weft_armed_place *place)
{
    const uint32_t *const mark = mark_at(place);
    if (mark && is_about_next(place, *mark)) {
        place->marks++;
        return *mark & WEFT_ARMED_BY_ENGINE;
    }
    find_place(place);
    return place->length;
}

enum weft_armed_found weft_armed_find(struct weft_armed_place *place, uint32_t *packet, uint32_t *length)
{
    const uint32_t before = place->buffer;
    const bool had_mark = mark_at(place) != NULL;
    struct weft_armed_place next = *place;
    *length = find_length(&next);
    if (*length == WEFT_ARMED_NO_LENGTH) {
        return WEFT_ARMED_NOTHING;
    }
    if (*length == WEFT_ARMED_BY_ENGINE) {
        next.next = end_of(next.buffer);
        *place = next;
        return WEFT_ARMED_MESSAGE;
    }
    const uint32_t bytes = (*length + 3) / 4 * 4;
    const uint32_t end = next.next + bytes;
    /* A buffer that has not been armed again holds old words. */
    const bool is_armed = next.buffer == before || next.buffer != weft_armed_from.place.buffer;
    if (!is_armed || *come_to(next.buffer) < end) {
        return WEFT_ARMED_NOTHING;
    }
    if (!had_mark && mark_at(place)) {
        return WEFT_ARMED_NOTHING; /* a mark has come meanwhile, and it precedes these words */
    }
    *packet = next.next;
    next.next = end;
    next.length = *length > 0 ? *length : next.length;
    *place = next;
    return WEFT_ARMED_PACKET;
}

bool weft_armed_pass(const struct weft_armed_place *place)
{
    struct weft_armed_from *const from = &weft_armed_from;
    const bool other = place->buffer != from->place.buffer;
    if (place->marks > 0) {
        from->next_mark += place->marks;
        *weft_armed_marks() = place->marks;
    }
    from->place = *place;
    from->place.marks = 0;
    from->come = come_to(place->buffer);
    from->end = end_of(place->buffer);
    from->wanted = end_of_packet(place);
    return other;
}

/* A packet whose mark has come has come as well, or is about to. */
bool weft_armed_has_come(void)
{
    const struct weft_armed_place *const place = &weft_armed_from.place;
    const uint32_t next = weft_armed_next(place->buffer);
    return *weft_armed_marks() > 0 || *come_to(place->buffer) > place->next || *come_to(next) != beginning_of(next);
}

#endif
