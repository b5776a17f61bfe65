/* The information elements of beacons: parsing the neighbours', and writing this device's (ECMA-368, 16.8). */
#include "beacon.h"

bool elements_are_whole(const uint8_t *body, uint32_t bytes)
{
    uint32_t at = BEACON_ELEMENTS;
    while (at + 2 <= bytes) {
        at += 2u + body[at + 1];
    }
    return at == bytes;
}

/* The occupied slots' DevAddrs follow the bitmap in the order of the slots. */
static void list_occupants(struct occupancy *occupancy, const uint8_t *fields, uint32_t length)
{
    const uint32_t period = fields[0];
    const uint8_t *address = fields + 1 + (period + 3) / 4;
    if (period > BEACON_SLOTS || address > fields + length) {
        return;
    }
    occupancy->period = period;
    for (uint32_t slot = 0; slot < period; slot++) {
        const bool occupied = (fields[1 + slot / 4] >> slot % 4 * 2 & 3) != 0 && address + 2 <= fields + length;
        occupancy->occupants[slot] = occupied ? get16(address) : 0;
        address += occupied ? 2 : 0;
    }
}

void read_occupancy(struct occupancy *occupancy, const struct heard *heard)
{
    const uint8_t *const body = (const uint8_t *)heard->body;
    occupancy->period = 0;
    for (uint32_t at = BEACON_ELEMENTS; at < heard->bytes; at += 2u + body[at + 1]) {
        if (body[at] == ELEMENT_OCCUPANCY) {
            list_occupants(occupancy, body + at + 2, body[at + 1]);
        }
    }
}

/* Adds a reservation: with this device, or one whose MASs this device must not use. */
static void digest_reservation(struct digest *digest, uint32_t sender, const uint8_t *fields, uint32_t length)
{
    const uint32_t control = get16(fields);
    const bool ours = get16(fields + 2) == OWN_ADDRESS;
    for (const uint8_t *block = fields + 4; block + 4 <= fields + length; block += 4) {
        const uint32_t zones = get16(block);
        const uint32_t slots = get16(block + 2);
        if (!ours) {
            add_allocation(digest->used, zones, slots);
        } else if (digest->named_count < DEVICES) {
            digest->named[digest->named_count++] = (struct reservation){sender, control, slots, zones};
        }
    }
}

static void digest_traffic(struct digest *digest, const uint8_t *fields, uint32_t length)
{
    for (uint32_t at = 1; at + 2 <= length; at += 2) {
        digest->announced += get16(fields + at) == OWN_ADDRESS;
    }
}

void begin_digest(struct digest *digest)
{
    digest->announced = 0;
    digest->named_count = 0;
    for (uint32_t word = 0; word < MAS_WORDS; word++) {
        digest->used[word] = 0;
    }
}

void digest_beacon(struct digest *digest, const struct heard *heard, uint32_t index)
{
    const uint8_t *const body = (const uint8_t *)heard->body;
    digest->capabilities[index] = 0;
    for (uint32_t at = BEACON_ELEMENTS; at < heard->bytes; at += 2u + body[at + 1]) {
        const uint8_t *const fields = body + at + 2;
        const uint32_t length = body[at + 1];
        switch (body[at]) {
        case ELEMENT_TIM:
            digest_traffic(digest, fields, length);
            break;
        case ELEMENT_RESERVATION:
            digest_reservation(digest, heard->address, fields, length);
            break;
        case ELEMENT_CAPABILITIES:
            digest->capabilities[index] = get16(fields);
            break;
        default: /* of no concern to this device, or read when the beacon came */
            break;
        }
    }
}

static void add_traffic(struct elements *elements, const struct own_view *view)
{
    if (view->waiting_count == 0) {
        return;
    }
    uint8_t *const fields = add_element(elements, ELEMENT_TIM, 1 + 2 * view->waiting_count);
    fields[0] = 0;
    for (uint32_t i = 0; i < view->waiting_count; i++) {
        put16(fields + 1 + 2 * i, view->waiting[i]);
    }
}

static void add_occupancy(struct elements *elements, const struct own_view *view)
{
    const uint32_t map = (view->period + 3) / 4;
    uint8_t *const fields = elements->at + 2;
    uint8_t *address = fields + 1 + map;
    fields[0] = (uint8_t)view->period;
    memset(fields + 1, 0, map);
    for (uint32_t slot = 0; slot < view->period; slot++) {
        if (view->occupants[slot] != 0) {
            fields[1 + slot / 4] |= (uint8_t)(1u << slot % 4 * 2);
            put16(address, view->occupants[slot]);
            address += 2;
        }
    }
    add_element(elements, ELEMENT_OCCUPANCY, (uint32_t)(address - fields));
}

/* Adds the MASs that this device could reserve: not those of the beacon period, of neighbours, or reserved already. */
static void add_availability(struct elements *elements, const struct own_view *view)
{
    const uint32_t period = (view->period * BEACON_SLOT_US + MAS_US - 1) / MAS_US;
    uint32_t taken[MAS_WORDS];
    memcpy(taken, view->used, sizeof taken);
    for (uint32_t i = 0; i < RESERVATIONS; i++) {
        add_allocation(taken, view->reservations[i].zones, view->reservations[i].slots);
    }
    uint8_t *const fields = add_element(elements, ELEMENT_AVAILABILITY, MAS_COUNT / 8);
    for (uint32_t word = 0; word < MAS_WORDS; word++) {
        const uint32_t head = word == 0 ? (1u << period) - 1u : 0; /* the beacon period has at most 32 MASs */
        const uint32_t free = ~(taken[word] | head);
        memcpy(fields + 4 * word, &free, sizeof free);
    }
}

static void add_reservations(struct elements *elements, const struct own_view *view)
{
    for (uint32_t i = 0; i < RESERVATIONS; i++) {
        const struct reservation *const own = &view->reservations[i];
        if (own->peer != 0) {
            uint8_t *const fields = add_element(elements, ELEMENT_RESERVATION, 8);
            put16(fields, own->control);
            put16(fields + 2, own->peer);
            put16(fields + 4, own->zones);
            put16(fields + 6, own->slots);
        }
    }
}

uint32_t build_beacon(const struct own_view *view, uint8_t *body)
{
    static const uint8_t identifier[6] = {0x00, 0x50, 0xC2, 0x10, 0x01, 0x00}; /* EUI-48 of this device */
    memcpy(body, identifier, sizeof identifier);
    body[6] = (uint8_t)view->slot;
    body[7] = 0; /* device control: beacon not movable, no signalling slot, security mode 0 */
    struct elements elements = {body + BEACON_ELEMENTS};
    add_traffic(&elements, view);
    add_occupancy(&elements, view);
    add_availability(&elements, view);
    add_reservations(&elements, view);
    put16(add_element(&elements, ELEMENT_CAPABILITIES, 2), 0x0003);    /* reservations, prioritized contention access */
    memcpy(add_element(&elements, ELEMENT_PHY, 3), "\xFF\x01\x00", 3); /* all data rates */
    return (uint32_t)(elements.at - body);
}
