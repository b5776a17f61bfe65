/* Layout of frames of the WiMedia MAC (ECMA-368, clause 16). Fields of more than one octet are little endian.
 *
 *     MAC header   frame control 2, destination 2, source 2, sequence control 2, access information 2
 *     beacon       MAC header, device identifier (EUI-48) 6, beacon slot 1, device control 1, information elements
 *     secure data  MAC header, TKID 3, reserved 1, encryption offset 2, secure frame number 6, payload, MIC 8
 *
 * The MAC hardware adds and checks what the PHY needs (header check, frame check sequence).
 */
#ifndef UWB_FRAME_H
#define UWB_FRAME_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define HEADER_BYTES 10u
#define SECURITY_BYTES 12u
#define MIC_BYTES 8u
#define BEACON_ELEMENTS 8u  /* where the information elements begin in what follows the MAC header of a beacon */
#define CHECK_BYTES 4u      /* the frame check sequence */
#define BEACON_LARGEST 320u /* octets of a beacon: mMaxBeaconLength at 53.3 Mb/s */
#define BEACON_SLOT_US 85u  /* mBeaconSlotLength */
#define BEACON_SLOTS 96u    /* mMaxBPLength */
#define SIGNAL_SLOTS 2u     /* mSignalSlotCount: at the head of the beacon period */
#define LOST_BEACONS 3u     /* mMaxLostBeacons: after this number a neighbour is gone */
#define MAS_US 256u         /* a medium access slot; a superframe has 256 */
#define MAS_COUNT 256u
#define MAS_WORDS (MAS_COUNT / 32u)
#define BROADCAST 0xFFFFu     /* DevAddr of all */
#define SYNCHRONIZATION_US 4u /* mMaxSynchronizationAdjustment */

enum frame_type { FRAME_BEACON = 0, FRAME_DATA = 3 };
enum ack_policy { ACK_NONE = 0, ACK_IMMEDIATE = 1 };

/* Frame control: protocol version 0..2, secure 3, acknowledgement policy 4..5, type 6..8, subtype or delivery id 9..12,
 * retry 13 (not looked at: the sequence number tells duplicates). A delivery id of a reservation has bit 3 set; the
 * others are the stream index. */
#define CONTROL_VERSION(control) ((control)&7u)
#define CONTROL_SECURE 0x0008u
#define CONTROL_TYPE(control) ((control) >> 6 & 7u)
#define CONTROL_DELIVERY(control) ((control) >> 9 & 15u)
#define DELIVERY_RESERVED 8u
/* Sequence control: fragment 0..2, sequence number 3..13, more fragments 14. */
#define SEQUENCE_FRAGMENT(sequence) ((sequence)&7u)
#define SEQUENCE_NUMBER(sequence) ((sequence) >> 3 & 0x7FFu)
#define SEQUENCE_NUMBERS 0x800u
#define SEQUENCE_MORE 0x4000u
/* Access information: duration in microseconds 0..13, more frames 14, access method (1: reservation) 15. */
#define ACCESS_MORE 0x4000u
#define ACCESS_RESERVED 0x8000u

struct mac_header {
    uint16_t control, destination, source, sequence, access;
};

struct security_header {
    uint32_t tkid;   /* names the temporal key */
    uint16_t offset; /* octets of payload in clear */
    uint64_t number; /* of the secure frame: never twice with one key */
};

/* Information elements: one octet identifier, one octet length, the fields. */
enum element {
    ELEMENT_TIM = 0,           /* reserved 1, DevAddrs with traffic waiting for them */
    ELEMENT_OCCUPANCY = 1,     /* beacon period occupancy: length 1, two bits a slot, a DevAddr for each occupied one */
    ELEMENT_AVAILABILITY = 8,  /* DRP availability: one bit a MAS, set where this device could take a reservation */
    ELEMENT_RESERVATION = 9,   /* DRP: control 2, DevAddr of the other side 2, allocations of 4 */
    ELEMENT_CAPABILITIES = 12, /* of the MAC: 2 */
    ELEMENT_PHY = 13           /* capabilities of the PHY: 3 */
};
/* DRP control: type 0..2, stream index 3..5, reason 6..8, status (1: established) 9, owner 10, tie-breaker 11 (0 here).
 */
enum reservation_type { RESERVATION_HARD = 1, RESERVATION_SOFT = 2 };
enum reason { REASON_ACCEPTED = 0, REASON_CONFLICT = 1 };
#define DRP_TYPE(control) ((control)&7u)
#define DRP_STREAM(control) ((control) >> 3 & 7u)
#define DRP_ESTABLISHED 0x0200u
#define DRP_OWNER 0x0400u
#define DRP_CONTROL(type, stream, reason) ((uint16_t)((type) | (stream) << 3 | (reason) << 6))
#define ZONES 16u /* an allocation: a bitmap of the zones of 16 MASs, and one of the MASs in each of them */

static inline uint16_t get16(const uint8_t *at)
{
    return (uint16_t)(at[0] | at[1] << 8);
}

static inline void put16(uint8_t *at, uint32_t value)
{
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

/* A header as the words of the MAC's registers: the octets of the frame in their order. */
static inline struct mac_header header_of_words(const uint32_t words[3])
{
    return (struct mac_header){(uint16_t)words[0], (uint16_t)(words[0] >> 16), (uint16_t)words[1],
                               (uint16_t)(words[1] >> 16), (uint16_t)words[2]};
}

static inline void header_to_words(const struct mac_header *header, uint32_t words[3])
{
    words[0] = header->control | (uint32_t)header->destination << 16;
    words[1] = header->source | (uint32_t)header->sequence << 16;
    words[2] = header->access;
}

/* The security header follows the MAC header; its first half word shares a word with the access information. */
static inline struct security_header security_of_words(const uint32_t words[6])
{
    return (struct security_header){(words[2] >> 16 | words[3] << 16) & 0xFFFFFFu, (uint16_t)(words[3] >> 16),
                                    words[4] | (uint64_t)(words[5] & 0xFFFFu) << 32};
}

static inline void security_to_words(const struct security_header *security, uint32_t words[6])
{
    words[2] = (words[2] & 0xFFFFu) | security->tkid << 16;
    words[3] = (security->tkid >> 16 & 0xFFu) | (uint32_t)security->offset << 16;
    words[4] = (uint32_t)security->number;
    words[5] = (uint32_t)(security->number >> 32) & 0xFFFFu;
}

static inline uint16_t frame_control(enum frame_type type, enum ack_policy policy, uint32_t subtype)
{
    return (uint16_t)((uint32_t)policy << 4 | (uint32_t)type << 6 | subtype << 9);
}

/* Sets the MASs of an allocation in a bitmap of all MASs. */
static inline void add_allocation(uint32_t map[MAS_WORDS], uint32_t zones, uint32_t slots)
{
    for (uint32_t word = 0; word < MAS_WORDS; word++, zones >>= 2) {
        map[word] |= ((zones & 1u) != 0 ? slots : 0) | ((zones & 2u) != 0 ? slots << 16 : 0);
    }
}

static inline bool maps_meet(const uint32_t one[MAS_WORDS], const uint32_t other[MAS_WORDS])
{
    uint32_t both = 0;
    for (uint32_t word = 0; word < MAS_WORDS; word++) {
        both |= one[word] & other[word];
    }
    return both != 0;
}

/* Writes consecutive information elements. */
struct elements {
    uint8_t *at;
};

/* Begins an element of `length` octets; returns the address of its fields. */
static inline uint8_t *add_element(struct elements *elements, enum element id, uint32_t length)
{
    uint8_t *const fields = elements->at + 2;
    fields[-2] = (uint8_t)id;
    fields[-1] = (uint8_t)length;
    elements->at = fields + length;
    return fields;
}

#endif
