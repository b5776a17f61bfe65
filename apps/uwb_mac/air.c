/* The neighbours: they send beacons and data, and check what this device sends. Secure frames are ciphered and checked
 * here in software, by another implementation than the MAC's.
 */
#include "air.h"
#include "aes_ccm.h"
#include "mac.h"
#include <stdio.h>

const uint32_t payload_bytes[PAYLOADS] = {128, 256, 512};

#define FRAME_LARGEST (HEADER_BYTES + SECURITY_BYTES + PAYLOAD_LARGEST + MIC_BYTES)
#define PAYLOAD_AT (HEADER_BYTES + SECURITY_BYTES)
#define HIDDEN_DEVICE 0x3001u    /* out of this device's range: only a neighbour hears it */
#define DATA_SPACING_US 60u      /* between starts of frames */
#define BITMAP_OF_STREAM 0x00FFu /* MASs of a zone that the reservations of the scenario have */

static void fill_key(uint32_t number, uint8_t key[KEY_BYTES])
{
    for (uint32_t i = 0; i < KEY_BYTES; i++) {
        key[i] = (uint8_t)(0xA0 + 17 * i + 31 * number);
    }
}

uint32_t fault(uint32_t superframe, const char *what)
{
    fprintf(stderr, "uwb_mac: superframe %u: %s\n", (unsigned)superframe, what);
    return 1;
}

uint32_t air_install_keys(uint32_t neighbours)
{
    for (uint32_t number = 0; number < neighbours; number++) {
        uint8_t key[KEY_BYTES];
        fill_key(number, key);
        for (uint32_t i = 0; i < KEY_BYTES / 4; i++) {
            uint32_t word;
            memcpy(&word, key + 4 * i, sizeof word);
            MAC_KEY(i) = word;
        }
        MAC_KEY_NAME = TKID_OF(number);
    }
    return ccm_is_right() ? 0 : fault(0, "the cipher of the test bench does not give the published example");
}

static void put_on_air(uint32_t time, const uint8_t *frame, uint32_t bytes)
{
    MAC_AIR_TIME = time;
    for (uint32_t at = 0; at < bytes; at += 4) {
        uint32_t word;
        memcpy(&word, frame + at, sizeof word);
        MAC_AIR_DATA = word;
    }
    MAC_AIR_FRAME = bytes;
}

static void put_header(uint8_t *frame, const struct mac_header *header)
{
    put16(frame, header->control);
    put16(frame + 2, header->destination);
    put16(frame + 4, header->source);
    put16(frame + 6, header->sequence);
    put16(frame + 8, header->access);
}

static void put_reservation(struct elements *elements, uint32_t control, uint32_t peer, uint32_t zone, uint32_t slots)
{
    uint8_t *const fields = add_element(elements, ELEMENT_RESERVATION, 8);
    put16(fields, control);
    put16(fields + 2, peer);
    put16(fields + 4, 1u << zone);
    put16(fields + 6, slots);
}

/* All neighbours hear each other and, from the second superframe on, this device; the last hears one more. */
static void put_occupancy(struct elements *elements, uint32_t superframe, uint32_t number, uint32_t neighbours)
{
    const uint32_t hidden = OWN_SLOT(neighbours) + 2;
    uint8_t *const fields = elements->at + 2;
    uint8_t *address = fields + 1 + (hidden + 4) / 4;
    memset(fields, 0, (size_t)(address - fields));
    fields[0] = (uint8_t)(hidden + 1);
    for (uint32_t slot = SIGNAL_SLOTS; slot <= hidden; slot++) {
        const uint32_t other = slot - SIGNAL_SLOTS;
        uint32_t occupant = other < neighbours ? NEIGHBOUR(other) : 0;
        occupant = slot == OWN_SLOT(neighbours) && superframe > 0 ? OWN_ADDRESS : occupant;
        occupant = slot == hidden && number + 1 == neighbours ? HIDDEN_DEVICE : occupant;
        if (occupant != 0) {
            fields[1 + slot / 4] |= (uint8_t)(1u << slot % 4 * 2);
            put16(address, occupant);
            address += 2;
        }
    }
    add_element(elements, ELEMENT_OCCUPANCY, (uint32_t)(address - fields));
}

static uint32_t make_beacon(uint8_t *frame, uint32_t superframe, uint32_t number, uint32_t neighbours)
{
    const uint32_t established = DRP_ESTABLISHED | REASON_ACCEPTED << 6;
    const struct mac_header header = {frame_control(FRAME_BEACON, ACK_NONE, 0), BROADCAST, (uint16_t)NEIGHBOUR(number),
                                      (uint16_t)(superframe % SEQUENCE_NUMBERS << 3), 0};
    put_header(frame, &header);
    uint8_t *const body = frame + HEADER_BYTES;
    memcpy(body, "\x00\x50\xC2\x20\x00", 5);
    body[5] = (uint8_t)number;
    body[6] = (uint8_t)(SIGNAL_SLOTS + number);
    body[7] = 0;
    struct elements elements = {body + BEACON_ELEMENTS};
    if (number == 0) {
        uint8_t *const fields = add_element(&elements, ELEMENT_TIM, 3);
        fields[0] = 0;
        put16(fields + 1, OWN_ADDRESS);
    }
    put_occupancy(&elements, superframe, number, neighbours);
    if (number == 0) {
        put_reservation(&elements, RESERVATION_HARD | STREAM_IN << 3 | established | DRP_OWNER, OWN_ADDRESS,
                        RECEIVE_START_US / MAS_US / ZONES, BITMAP_OF_STREAM);
    }
    if (number == DESTINATION(neighbours)) {
        put_reservation(&elements, RESERVATION_HARD | STREAM_OUT << 3 | established, OWN_ADDRESS,
                        SEND_START_US / MAS_US / ZONES, BITMAP_OF_STREAM);
    }
    if (number + 1 == neighbours) {
        put_reservation(&elements, RESERVATION_SOFT | established | DRP_OWNER, HIDDEN_DEVICE, 5, 0xFF00);
    }
    put16(add_element(&elements, ELEMENT_CAPABILITIES, 2), 0x0001 + number);
    memcpy(add_element(&elements, ELEMENT_PHY, 3), "\xFF\x01\x00", 3);
    return (uint32_t)(elements.at - frame);
}

/* The parameters of CCM for a secure frame: the nonce is the frame number, the TKID, destination and source (Wireless
 * USB 1.0, 6.4.1); the associated data are the MAC header, the encryption offset, a reserved octet and one of padding.
 */
static struct ccm ccm_of(const uint8_t *frame, uint32_t number, uint8_t key[KEY_BYTES], uint8_t associated[14])
{
    struct ccm ccm = {key, {0}, associated, 14};
    const uint8_t *const security = frame + HEADER_BYTES;
    fill_key(number, key);
    memcpy(ccm.nonce, security + 6, 6);
    memcpy(ccm.nonce + 6, security, 3);
    memcpy(ccm.nonce + 9, frame + 2, 4);
    memcpy(associated, frame, HEADER_BYTES);
    memcpy(associated + 10, security + 4, 2);
    associated[12] = 0;
    associated[13] = 0;
    return ccm;
}

static uint32_t make_data(uint8_t *frame, uint32_t superframe, uint32_t index)
{
    static uint32_t sequence;
    static uint32_t secure_number;
    const uint32_t bytes = payload_size(superframe, index);
    const uint32_t control = frame_control(FRAME_DATA, ACK_IMMEDIATE, DELIVERY_RESERVED | STREAM_IN);
    const struct mac_header header = {(uint16_t)(control | CONTROL_SECURE), OWN_ADDRESS, NEIGHBOUR(0),
                                      (uint16_t)(sequence++ % SEQUENCE_NUMBERS << 3), ACCESS_RESERVED};
    put_header(frame, &header);
    uint8_t *const security = frame + HEADER_BYTES;
    memset(security, 0, SECURITY_BYTES);
    put16(security, TKID_OF(0));
    security[2] = (uint8_t)(TKID_OF(0) >> 16);
    secure_number++;
    put16(security + 6, secure_number);
    put16(security + 8, secure_number >> 16);
    for (uint32_t at = 0; at < bytes; at++) {
        frame[PAYLOAD_AT + at] = payload_octet(superframe, 0, index, at);
    }
    uint8_t key[KEY_BYTES];
    uint8_t associated[14];
    const struct ccm ccm = ccm_of(frame, 0, key, associated);
    ccm_encrypt(&ccm, frame + PAYLOAD_AT, bytes, frame + PAYLOAD_AT + bytes);
    return PAYLOAD_AT + bytes + MIC_BYTES;
}

/* Prepares a superframe. Data are sent from the second superframe on, when the devices know each other. */
void air_prepare(uint32_t superframe, uint32_t neighbours)
{
    static uint8_t frame[FRAME_LARGEST + 3];
    for (uint32_t number = 0; number < neighbours; number++) {
        const uint32_t late = number; /* microseconds: clocks differ */
        const uint32_t bytes = make_beacon(frame, superframe, number, neighbours);
        put_on_air(((SIGNAL_SLOTS + number) * BEACON_SLOT_US + late) * CYCLES_PER_US, frame, bytes);
    }
    for (uint32_t index = 0; superframe > 0 && index < PAYLOADS; index++) {
        const uint32_t bytes = make_data(frame, superframe, index);
        put_on_air((RECEIVE_START_US + index * DATA_SPACING_US) * CYCLES_PER_US, frame, bytes);
    }
}

/* Returns element number `which` of a kind in a beacon; null if there are fewer. */
static const uint8_t *element_of(const uint8_t *frame, uint32_t bytes, enum element kind, uint32_t which)
{
    for (uint32_t at = HEADER_BYTES + BEACON_ELEMENTS; at + 2 <= bytes; at += 2u + frame[at + 1]) {
        if (frame[at] == kind && which-- == 0) {
            return frame + at;
        }
    }
    return 0;
}

/* Returns whether this device's beacon names every neighbour in its slot. */
static bool occupancy_is_right(const uint8_t *element, uint32_t neighbours)
{
    const uint8_t *address = element + 3 + (element[2] + 3) / 4;
    for (uint32_t slot = 0; slot < element[2]; slot++) {
        const uint32_t number = slot - SIGNAL_SLOTS;
        uint32_t expected = slot >= SIGNAL_SLOTS && number < neighbours ? NEIGHBOUR(number) : 0;
        expected = slot == OWN_SLOT(neighbours) ? OWN_ADDRESS : expected;
        const bool occupied = (element[3 + slot / 4] >> slot % 4 * 2 & 3) != 0;
        if (occupied != (expected != 0) || (occupied && get16(address) != expected)) {
            return false;
        }
        address += occupied ? 2 : 0;
    }
    return element[2] > OWN_SLOT(neighbours);
}

/* Returns whether every MAS is free or taken as in the scenario. */
static bool availability_is_right(const uint8_t *element, uint32_t neighbours)
{
    const uint32_t period = OWN_SLOT(neighbours) + 3;
    const uint32_t first = (period * BEACON_SLOT_US + MAS_US - 1) / MAS_US;
    for (uint32_t mas = 0; mas < MAS_COUNT; mas++) {
        const bool reserved = (mas >= 32 && mas < 40) || (mas >= 48 && mas < 56) || (mas >= 88 && mas < 96);
        const bool free = (element[2 + mas / 8] >> mas % 8 & 1) != 0;
        if (free != (mas >= first && !reserved)) {
            return false;
        }
    }
    return true;
}

static bool reservation_is_right(const uint8_t *element, uint32_t peer, uint32_t zone, uint32_t control)
{
    return get16(element + 2) == control && get16(element + 4) == peer && get16(element + 6) == 1u << zone &&
           get16(element + 8) == BITMAP_OF_STREAM;
}

static uint32_t review_beacon(const uint8_t *frame, uint32_t bytes, uint32_t superframe, uint32_t neighbours)
{
    const uint32_t established = RESERVATION_HARD | DRP_ESTABLISHED;
    if (get16(frame) != frame_control(FRAME_BEACON, ACK_NONE, 0) || get16(frame + 2) != BROADCAST ||
        get16(frame + 4) != OWN_ADDRESS || frame[HEADER_BYTES + 6] != OWN_SLOT(neighbours)) {
        return fault(superframe, "the beacon's header or parameters are wrong");
    }
    if (superframe == 0) {
        return 0; /* it has heard no other device yet */
    }
    const uint8_t *const occupancy = element_of(frame, bytes, ELEMENT_OCCUPANCY, 0);
    const uint8_t *const availability = element_of(frame, bytes, ELEMENT_AVAILABILITY, 0);
    const uint8_t *const incoming = element_of(frame, bytes, ELEMENT_RESERVATION, 0);
    const uint8_t *const outgoing = element_of(frame, bytes, ELEMENT_RESERVATION, 1);
    if (occupancy == 0 || !occupancy_is_right(occupancy, neighbours)) {
        return fault(superframe, "the beacon's slot occupancy is wrong");
    }
    if (availability == 0 || !availability_is_right(availability, neighbours)) {
        return fault(superframe, "the beacon's availability for reservations is wrong");
    }
    if (incoming == 0 || outgoing == 0 ||
        !reservation_is_right(incoming, NEIGHBOUR(0), RECEIVE_START_US / MAS_US / ZONES,
                              established | STREAM_IN << 3) ||
        !reservation_is_right(outgoing, NEIGHBOUR(DESTINATION(neighbours)), SEND_START_US / MAS_US / ZONES,
                              established | STREAM_OUT << 3 | DRP_OWNER)) {
        return fault(superframe, "the beacon's reservations are wrong");
    }
    return 0;
}

static uint32_t review_data(uint8_t *frame, uint32_t bytes, uint32_t superframe, uint32_t neighbours, uint32_t index)
{
    static uint32_t last_number;
    const uint32_t number = DESTINATION(neighbours);
    const uint32_t expected = index < PAYLOADS ? payload_size(superframe, index) : 0;
    if (bytes != PAYLOAD_AT + expected + MIC_BYTES || get16(frame + 2) != NEIGHBOUR(number) ||
        (get16(frame) & CONTROL_SECURE) == 0) {
        return fault(superframe, "a data frame sent has a wrong header or length");
    }
    const uint32_t secure_number = get16(frame + HEADER_BYTES + 6) | (uint32_t)get16(frame + HEADER_BYTES + 8) << 16;
    uint8_t key[KEY_BYTES];
    uint8_t associated[14];
    const struct ccm ccm = ccm_of(frame, number, key, associated);
    if (secure_number != last_number + 1 ||
        !ccm_decrypt(&ccm, frame + PAYLOAD_AT, expected, frame + PAYLOAD_AT + expected)) {
        return fault(superframe, "a data frame sent has a wrong frame number or MIC");
    }
    last_number = secure_number;
    for (uint32_t at = 0; at < expected; at++) {
        if (frame[PAYLOAD_AT + at] != payload_octet(superframe, 1, index, at)) {
            return fault(superframe, "a data frame sent has a wrong payload");
        }
    }
    return 0;
}

uint32_t air_review(uint32_t superframe, uint32_t neighbours)
{
    static uint8_t frame[FRAME_LARGEST + 3];
    uint32_t faults = 0;
    uint32_t beacons = 0;
    uint32_t data = 0;
    for (uint32_t bytes = MAC_AIR_SENT; bytes != 0; bytes = MAC_AIR_SENT) {
        for (uint32_t at = 0; at < bytes && at < FRAME_LARGEST; at += 4) {
            const uint32_t word = MAC_AIR_SENT_DATA;
            memcpy(frame + at, &word, sizeof word);
        }
        if (CONTROL_TYPE(get16(frame)) == FRAME_BEACON) {
            faults += review_beacon(frame, bytes, superframe, neighbours);
            if (MAC_AIR_SENT_TIME != OWN_SLOT(neighbours) * BEACON_SLOT_US * CYCLES_PER_US) {
                faults += fault(superframe, "the beacon was not sent at the start of its slot");
            }
            beacons++;
        } else {
            faults += review_data(frame, bytes, superframe, neighbours, data++);
        }
        MAC_AIR_SENT_NEXT = 1;
    }
    if (beacons != 1 || data != (superframe > 0 ? PAYLOADS : 0)) {
        faults += fault(superframe, "not all frames were sent");
    }
    return faults;
}
