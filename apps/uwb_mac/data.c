/* The receive and the transmit processor: one secure data frame each time (ECMA-368, 16.2, 17.1 and 18).
 *
 * The MAC hardware ciphers and moves the payload; the main processor, which runs the upper layer, starts the movement.
 * So the processor of the frame meets the main processor at two barriers: when the payload's destination is known, and
 * when the payload has been moved.
 */
#include "measure.h"

#define SIFS_US 10u  /* pSIFS: from a frame to its acknowledgement */
#define GUARD_US 12u /* mGuardTime: at the end of a reservation nothing is sent */

/* A frame that is being processed. */
struct frame {
    struct mac_header header;
    struct security_header security;
    uint32_t bytes; /* of the payload in clear */
};

static struct frame read_received(uint32_t status)
{
    uint32_t words[6];
    for (uint32_t i = 0; i < 6; i++) {
        words[i] = MAC_RECEIVED_HEADER(i);
    }
    return (struct frame){header_of_words(words), security_of_words(words), status & 0xFFFFu};
}

/* Returns whether the frame is for this device and this processor can parse it. */
static bool is_acceptable(const struct frame *frame, uint32_t status)
{
    const uint32_t control = frame->header.control;
    return (status & MAC_RECEIVED_GOOD) != 0 && CONTROL_VERSION(control) == 0 && CONTROL_TYPE(control) == FRAME_DATA &&
           (control & CONTROL_SECURE) != 0 && frame->header.destination == OWN_ADDRESS && frame->security.offset == 0 &&
           frame->bytes <= PAYLOAD_LARGEST;
}

/* Accepts a secure frame: the sender must be known, the key must be the sender's, and the frame number higher than all
 * earlier ones; otherwise the frame is a replay. Under devices_lock. */
static bool admit(const struct frame *frame)
{
    struct device *const device = find_device(frame->header.source);
    if (device == 0 || device->tkid != frame->security.tkid || device->received >= frame->security.number) {
        return false;
    }
    device->received = frame->security.number;
    return true;
}

static struct stream *find_stream(uint32_t source, uint32_t delivery)
{
    for (uint32_t i = 0; i < STREAMS; i++) {
        struct stream *const stream = &shared.streams.list[i];
        if (stream->active != 0 && stream->source == source && stream->delivery == delivery) {
            return stream;
        }
    }
    return 0;
}

/* Gives a stream a buffer for its next unit; false if there is none. */
static bool begin_unit(struct stream *stream, uint32_t number)
{
    const uint32_t free = shared.streams.free;
    if (free == 0) {
        return false;
    }
    stream->buffer = (uint32_t)__builtin_ctz(free);
    shared.streams.free = free & (free - 1);
    stream->lost += (number - stream->next) % SEQUENCE_NUMBERS;
    stream->next = number;
    stream->fragment = 0;
    stream->assembled = 0;
    return true;
}

/* The destination of a frame's payload. */
struct place {
    bool accepted; /* not a duplicate, in order, with room */
    bool whole;    /* the unit is complete with this frame */
    uint32_t address;
    struct unit unit;
};

/* Puts the frame into its stream: duplicates are dropped, a gap is counted, fragments must follow each other. Under
 * streams_lock. */
static struct place assemble(const struct frame *frame)
{
    struct place place = {false, false, 0, {0, 0, 0, 0, 0}};
    const uint32_t number = SEQUENCE_NUMBER(frame->header.sequence);
    const uint32_t fragment = SEQUENCE_FRAGMENT(frame->header.sequence);
    struct stream *const stream = find_stream(frame->header.source, CONTROL_DELIVERY(frame->header.control));
    if (stream == 0 || (number - stream->next) % SEQUENCE_NUMBERS >= SEQUENCE_NUMBERS / 2) {
        return place; /* no such stream, or a duplicate */
    }
    const bool begins = fragment == 0 && stream->fragment == 0;
    if (begins ? !begin_unit(stream, number) : number != stream->next || fragment != stream->fragment) {
        return place;
    }
    const uint32_t assembled = stream->assembled + frame->bytes;
    if (assembled > PAYLOAD_LARGEST) {
        return place;
    }
    place.accepted = true;
    place.whole = (frame->header.sequence & SEQUENCE_MORE) == 0;
    place.address = (uint32_t)(uintptr_t)shared.receive_buffers[stream->buffer] + stream->assembled;
    place.unit = (struct unit){stream->buffer, assembled, stream->source, stream->delivery, number};
    stream->assembled = assembled;
    stream->fragment = place.whole ? 0 : fragment + 1;
    stream->next = place.whole ? (number + 1) % SEQUENCE_NUMBERS : number;
    return place;
}

void receive_data(const struct task *task, struct account *account)
{
    const struct frame frame = read_received(task->argument);
    bool good = is_acceptable(&frame, task->argument);

    lock(&devices_lock, account);
    good = good && admit(&frame);
    unlock(&devices_lock, account);
    lock(&streams_lock, account);
    struct place place = {false, false, 0, {0, 0, 0, 0, 0}};
    if (good) {
        place = assemble(&frame);
    }
    unlock(&streams_lock, account);

    MAC_MOVE_ADDRESS = place.address;
    MAC_MOVE_LENGTH = place.accepted ? frame.bytes : 0;
    meet(&receive_barrier, account);
    meet(&receive_barrier, account);

    lock(&delivered_lock, account);
    if (place.accepted && place.whole) {
        const uint32_t tail = shared.delivered.tail;
        shared.delivered.units[tail % QUEUE] = place.unit;
        shared.delivered.tail = tail + 1;
    }
    unlock(&delivered_lock, account);
}

/* Takes the oldest waiting unit, and gives it the next sequence number of its stream. Under traffic_lock. */
static struct unit take_waiting(bool *more)
{
    const uint32_t head = shared.traffic.waiting.head;
    struct unit unit = shared.traffic.waiting.units[head % QUEUE];
    uint32_t *const number = &shared.traffic.numbers[unit.delivery % STREAMS];
    unit.sequence = *number;
    *number = (unit.sequence + 1) % SEQUENCE_NUMBERS;
    shared.traffic.waiting.head = head + 1;
    *more = head + 1 != shared.traffic.waiting.tail;
    return unit;
}

/* Finds the destination's key and its next frame number; false if the neighbour is not known. Under devices_lock. */
static bool protect(uint32_t peer, struct security_header *security)
{
    struct device *const device = find_device(peer);
    if (device == 0) {
        return false;
    }
    security->tkid = device->tkid;
    security->number = ++device->sent;
    return true;
}

/* Returns the microseconds from `now` to the end of the reservation's contiguous MASs. */
static uint32_t time_left(const struct reservation *own, uint32_t now)
{
    uint32_t map[MAS_WORDS] = {0};
    add_allocation(map, own->zones, own->slots);
    uint32_t slot = now / MAS_US;
    while (slot < MAS_COUNT && (map[slot / 32] >> slot % 32 & 1u) != 0) {
        slot++;
    }
    return slot * MAS_US > now ? slot * MAS_US - now : 0;
}

/* Returns whether a frame of `needed` microseconds fits into the rest of the reservation for this unit. Under
 * reservations_lock. */
static bool fits(const struct unit *unit, uint32_t now, uint32_t needed)
{
    for (uint32_t i = 0; i < RESERVATIONS; i++) {
        const struct reservation own = shared.reservations.own[i];
        if (own.peer == unit->peer && (own.control & (DRP_OWNER | DRP_ESTABLISHED)) == (DRP_OWNER | DRP_ESTABLISHED) &&
            DRP_STREAM(own.control) == (unit->delivery & 7u)) {
            return time_left(&own, now) >= needed;
        }
    }
    return false;
}

static void write_headers(const struct unit *unit, const struct security_header *security, bool more)
{
    const struct mac_header header = {
        (uint16_t)(frame_control(FRAME_DATA, ACK_IMMEDIATE, unit->delivery) | CONTROL_SECURE), (uint16_t)unit->peer,
        OWN_ADDRESS, (uint16_t)(unit->sequence << 3),
        (uint16_t)((SIFS_US + PREAMBLE_US) | ACCESS_RESERVED | (more ? ACCESS_MORE : 0))};
    uint32_t words[6];
    header_to_words(&header, words);
    security_to_words(security, words);
    for (uint32_t i = 0; i < 6; i++) {
        MAC_SEND_HEADER(i) = words[i];
    }
}

void send_data(const struct task *task, struct account *account)
{
    bool more;
    struct security_header security = {0, 0, 0};
    lock(&traffic_lock, account);
    const struct unit unit = take_waiting(&more);
    unlock(&traffic_lock, account);
    lock(&devices_lock, account);
    bool good = protect(unit.peer, &security);
    unlock(&devices_lock, account);

    const uint32_t frame = data_us(SECURITY_BYTES + unit.bytes + MIC_BYTES + CHECK_BYTES);
    const uint32_t needed = frame + SIFS_US + PREAMBLE_US + GUARD_US; /* the acknowledgement has no body */
    lock(&reservations_lock, account);
    good = good && fits(&unit, task->time / CYCLES_PER_US, needed);
    unlock(&reservations_lock, account);

    write_headers(&unit, &security, more);
    MAC_MOVE_ADDRESS = (uint32_t)(uintptr_t)shared.send_buffers[unit.buffer];
    MAC_MOVE_LENGTH = good ? unit.bytes : 0;
    meet(&transmit_barrier, account);
    meet(&transmit_barrier, account);
    if (good) {
        MAC_SEND = unit.bytes;
    }
}
