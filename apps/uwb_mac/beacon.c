/* The beacon processor's three events: sending its beacon, receiving one, and, after the beacon period, processing the
 * beacons received and preparing the next superframe's beacon (ECMA-368, 17.2 and 17.4).
 */
#include "beacon.h"
#include "measure.h"

/* The beacons of this beacon period, in this processor's own memory. */
static struct heard heard[DEVICES];
static uint32_t heard_count;

/* The body of this device's beacon, complete except its slot, and the next sequence number. */
static uint32_t own_body[BEACON_LARGEST / 4];
static uint32_t own_bytes;
static uint32_t own_sequence;
static uint32_t own_slot;
static struct beacon_period beacon_period;

/* Returns the number of slots of the beacon period as this device sees it. */
static uint32_t period_of_slots(void)
{
    return beacon_period.period > own_slot ? beacon_period.period : own_slot + 1;
}

/* Returns whether the slot's device has not been heard for too long. */
static bool is_stale(const struct slot *slot, uint8_t superframe)
{
    return (uint8_t)(superframe - slot->superframe) > LOST_BEACONS;
}

static void write_send_header(const struct mac_header *header)
{
    uint32_t words[3];
    header_to_words(header, words);
    for (uint32_t i = 0; i < 3; i++) {
        MAC_SEND_HEADER(i) = words[i];
    }
}

void prepare_first_beacon(uint32_t slot)
{
    static struct own_view alone;
    own_slot = slot;
    alone.slot = slot;
    alone.period = slot + 1;
    alone.occupants[slot] = OWN_ADDRESS;
    own_bytes = build_beacon(&alone, (uint8_t *)own_body);
}

/* Sends the beacon. It is written to the MAC's send buffer only now: until the beacon period began the buffer may have
 * contained data, and the MAC cannot read a processor's own memory. */
void send_beacon(const struct task *task, struct account *account)
{
    (void)account;
    own_slot = task->argument;
    const uint32_t start = own_slot * BEACON_SLOT_US;
    const struct mac_header header = {frame_control(FRAME_BEACON, ACK_NONE, 0), BROADCAST, OWN_ADDRESS,
                                      (uint16_t)(own_sequence % SEQUENCE_NUMBERS << 3),
                                      (uint16_t)(BEACON_SLOTS * BEACON_SLOT_US - start)};
    own_sequence++;
    ((uint8_t *)own_body)[6] = (uint8_t)own_slot;
    write_send_header(&header);
    for (uint32_t i = 0; i < (own_bytes + 3) / 4; i++) {
        MAC_SEND_BUFFER[i] = own_body[i];
    }
    MAC_SEND_TIME = start * CYCLES_PER_US;
    MAC_SEND = own_bytes | MAC_SEND_AT_TIME;
}

/* Moves a beacon from the ring to this processor's memory; false if it cannot be parsed. */
static bool take_beacon(const volatile struct beacon_entry *entry, struct heard *beacon)
{
    beacon->bytes = entry->bytes;
    beacon->time = entry->time;
    if (beacon->bytes < BEACON_ELEMENTS || beacon->bytes > sizeof beacon->body) {
        return false;
    }
    const uint32_t words[3] = {entry->header[0], entry->header[1], entry->header[2]};
    for (uint32_t i = 0; i < (beacon->bytes + 3) / 4; i++) {
        beacon->body[i] = entry->body[i];
    }
    const struct mac_header header = header_of_words(words);
    beacon->address = header.source;
    return CONTROL_VERSION(header.control) == 0 && CONTROL_TYPE(header.control) == FRAME_BEACON &&
           (header.control & CONTROL_SECURE) == 0 && header.destination == BROADCAST && header.source != OWN_ADDRESS &&
           elements_are_whole((const uint8_t *)beacon->body, beacon->bytes);
}

/* Records the sender, a known or a new neighbour. Under devices_lock. */
static void note_device(const struct heard *beacon, uint32_t slot, uint32_t superframe, int32_t drift)
{
    struct device *device = find_device(beacon->address);
    if (device == 0) {
        device = find_device(0);
        if (device == 0) {
            return; /* more neighbours than this device can keep */
        }
        *device = (struct device){.address = beacon->address};
        device->identifier[0] = beacon->body[0];
        device->identifier[1] = beacon->body[1] & 0xFFFFu;
    }
    device->slot = slot;
    device->heard = superframe;
    device->drift = drift;
}

/* Records the sender of a beacon in its slot, and the devices that it lists in slots where none was heard lately. Under
 * slots_lock. */
static void note_slots(const struct occupancy *occupancy, uint32_t slot, uint16_t address, uint8_t superframe)
{
    for (uint32_t number = 0; number < occupancy->period; number++) {
        const uint16_t told = occupancy->occupants[number];
        if (told != 0) {
            const struct slot known = shared.slots[number];
            if (known.own == 0 || is_stale(&known, superframe)) {
                shared.slots[number] = (struct slot){told, superframe, 0};
            }
        }
    }
    shared.slots[slot] = (struct slot){address, superframe, 1};
}

/* Returns the first free slot after those for signals; 0 if there is none. Under slots_lock. */
static uint32_t pick_slot(uint32_t period, uint8_t superframe)
{
    for (uint32_t number = SIGNAL_SLOTS; number < period; number++) {
        const struct slot known = shared.slots[number];
        if (known.address == 0 || is_stale(&known, superframe)) {
            return number;
        }
    }
    return 0;
}

/* Adds a beacon's list of slots, and whether it lists this device in its slot. */
static void note_occupancy(const struct occupancy *occupancy)
{
    const uint32_t period = occupancy->period;
    const uint16_t occupant = own_slot < period ? occupancy->occupants[own_slot] : 0;
    beacon_period.period = period > beacon_period.period ? period : beacon_period.period;
    beacon_period.confirmed += occupant == OWN_ADDRESS;
    beacon_period.displaced += occupant != 0 && occupant != OWN_ADDRESS && occupant != BROADCAST;
}

/* "Within the BP, all devices in the network should collect the beacons from their neighbors and pick up unoccupied
 * beacon slots" (asip 5.3): so a beacon's list of slots is read now; all else is processed in the data period. */
void receive_beacon(const struct task *task, struct account *account)
{
    static struct occupancy occupancy;
    const uint8_t superframe = (uint8_t)task->superframe;
    struct heard *const beacon = &heard[heard_count];
    if (heard_count == DEVICES || !take_beacon(&shared.beacon_ring[task->argument], beacon)) {
        return;
    }
    const uint32_t slot = beacon->body[1] >> 16 & 0xFFu;
    if (slot >= BEACON_SLOTS) {
        return;
    }
    const int32_t drift = (int32_t)(beacon->time - slot * BEACON_SLOT_US * CYCLES_PER_US);
    heard_count++;
    read_occupancy(&occupancy, beacon);
    note_occupancy(&occupancy);

    lock(&devices_lock, account);
    note_device(beacon, slot, task->superframe, drift);
    unlock(&devices_lock, account);

    lock(&slots_lock, account);
    note_slots(&occupancy, slot, (uint16_t)beacon->address, superframe);
    beacon_period.picked = beacon_period.displaced != 0 ? pick_slot(period_of_slots(), superframe) : 0;
    unlock(&slots_lock, account);
}

/* Removes neighbours that have not been heard for too long. Returns the number of those left; adds the number of those
 * removed, and finds the one whose beacon comes latest. */
static uint32_t age_devices(const struct digest *digest, uint32_t superframe, uint32_t *gone, int32_t *latest)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < DEVICES; i++) {
        struct device *const device = &shared.devices[i];
        const uint32_t address = device->address;
        if (address == 0) {
            continue;
        }
        if (superframe - device->heard > LOST_BEACONS) {
            device->address = 0;
            ++*gone;
            continue;
        }
        count++;
        const int32_t drift = device->drift;
        *latest = drift > *latest ? drift : *latest;
        for (uint32_t beacon = 0; beacon < heard_count; beacon++) {
            if (heard[beacon].address == address) {
                device->capabilities = digest->capabilities[beacon];
            }
        }
    }
    return count;
}

/* Frees slots in which no device was heard for too long. */
static void age_slots(uint8_t superframe, struct own_view *view)
{
    for (uint32_t number = 0; number < view->period; number++) {
        struct slot slot = shared.slots[number];
        if (slot.address != 0 && is_stale(&slot, superframe)) {
            slot = (struct slot){0, 0, 0};
            shared.slots[number] = slot;
        }
        view->occupants[number] = slot.own != 0 ? slot.address : 0;
    }
    view->occupants[view->slot] = OWN_ADDRESS;
}

/* Decides one reservation that names this device: it is accepted unless other devices use the MASs. */
static struct reservation decide(struct reservation named, const uint32_t used[MAS_WORDS], uint32_t *conflicts)
{
    uint32_t map[MAS_WORDS] = {0};
    add_allocation(map, named.zones, named.slots);
    const bool conflict = maps_meet(map, used);
    const uint32_t owner = (named.control & DRP_OWNER) ^ DRP_OWNER; /* this device is owner if the other is not */
    const enum reason reason = conflict ? REASON_CONFLICT : REASON_ACCEPTED;
    named.control = DRP_CONTROL(DRP_TYPE(named.control), DRP_STREAM(named.control), (uint32_t)reason) | owner |
                    (conflict ? 0 : DRP_ESTABLISHED);
    *conflicts += conflict;
    return named;
}

/* Updates the reservations: this device's are those in which neighbours name it; the MASs of others must not be
 * used. */
static void update_reservations(const struct digest *digest, struct own_view *view, uint32_t *conflicts)
{
    for (uint32_t word = 0; word < MAS_WORDS; word++) {
        shared.reservations.used[word] = digest->used[word];
        view->used[word] = digest->used[word];
    }
    for (uint32_t i = 0; i < RESERVATIONS; i++) {
        struct reservation own = {0, 0, 0, 0};
        if (i < digest->named_count) {
            own = decide(digest->named[i], digest->used, conflicts);
        }
        shared.reservations.own[i] = own;
        view->reservations[i] = own;
    }
}

/* Updates the streams: a stream to this device exists as long as the reservation that carries it. */
static void update_streams(const struct own_view *view)
{
    for (uint32_t i = 0; i < STREAMS; i++) {
        const struct reservation *const own = &view->reservations[i];
        const bool incoming = own->peer != 0 && (own->control & DRP_OWNER) == 0;
        struct stream *const stream = &shared.streams.list[i];
        const uint32_t delivery = DELIVERY_RESERVED | DRP_STREAM(own->control);
        if (incoming && (stream->source != own->peer || stream->delivery != delivery)) {
            *stream = (struct stream){.source = own->peer, .delivery = delivery};
        }
        stream->active = incoming && (own->control & DRP_ESTABLISHED) != 0;
    }
}

/* Collects the devices for which traffic waits, without duplicates. */
static void collect_traffic(struct own_view *view, uint32_t announced)
{
    shared.traffic.announced = announced;
    const uint32_t tail = shared.traffic.waiting.tail;
    for (uint32_t at = shared.traffic.waiting.head; at != tail; at++) {
        const uint16_t peer = (uint16_t)shared.traffic.waiting.units[at % QUEUE].peer;
        uint32_t i = 0;
        while (i < view->waiting_count && view->waiting[i] != peer) {
            i++;
        }
        view->waiting[i] = peer;
        view->waiting_count += i == view->waiting_count;
    }
}

/* Updates the network's state. This device's superframe follows that of the slowest neighbour, in small steps. */
static void update_network(const struct own_view *view, uint32_t neighbours, uint32_t superframe, int32_t latest)
{
    const int32_t most = (int32_t)(SYNCHRONIZATION_US * CYCLES_PER_US);
    shared.network = (struct network){
        superframe, view->slot, view->period, latest < most ? latest : most, beacon_period.confirmed, neighbours};
}

void process_beacons(const struct task *task, struct account *account)
{
    static struct digest digest;
    static struct own_view view;
    begin_digest(&digest);
    for (uint32_t i = 0; i < heard_count; i++) {
        digest_beacon(&digest, &heard[i], i);
    }
    view.slot = beacon_period.picked != 0 ? beacon_period.picked : own_slot;
    view.waiting_count = 0;
    view.period = period_of_slots();
    uint32_t gone = 0;
    uint32_t conflicts = 0;
    int32_t latest = 0;

    lock(&devices_lock, account);
    const uint32_t neighbours = age_devices(&digest, task->superframe, &gone, &latest);
    unlock(&devices_lock, account);
    lock(&slots_lock, account);
    age_slots((uint8_t)task->superframe, &view);
    unlock(&slots_lock, account);
    lock(&reservations_lock, account);
    update_reservations(&digest, &view, &conflicts);
    unlock(&reservations_lock, account);
    lock(&streams_lock, account);
    update_streams(&view);
    unlock(&streams_lock, account);
    lock(&traffic_lock, account);
    collect_traffic(&view, digest.announced);
    unlock(&traffic_lock, account);
    lock(&network_lock, account);
    update_network(&view, neighbours, task->superframe, latest);
    unlock(&network_lock, account);
    lock(&notices_lock, account);
    shared.notices.beacons += heard_count;
    shared.notices.gone += gone;
    shared.notices.conflicts += conflicts;
    unlock(&notices_lock, account);

    own_bytes = build_beacon(&view, (uint8_t *)own_body);
    heard_count = 0;
    beacon_period = (struct beacon_period){0};
}
