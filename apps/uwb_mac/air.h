/* The other devices of the network, as seen by this one: a test bench at the MAC's antenna. */
#ifndef UWB_AIR_H
#define UWB_AIR_H

#include "shared.h"

#define NEIGHBOURS_MOST 6u
#define PAYLOADS 3u /* data frames in each direction in each superframe, of the sizes below */
extern const uint32_t payload_bytes[PAYLOADS];

/* Returns the size of frame number `index` of a superframe. The order rotates every few superframes, so that periodic
 * work of the library does not always coincide with the same size. */
static inline uint32_t payload_size(uint32_t superframe, uint32_t index)
{
    return payload_bytes[(index + superframe / PAYLOADS) % PAYLOADS];
}

/* The superframe of the scenario, in microseconds from its start. */
#define BEACON_PERIOD_US (16u * BEACON_SLOT_US)
#define RECEIVE_START_US (32u * MAS_US) /* a neighbour's reservation for data to this device: MASs 32 to 39 */
#define SEND_START_US (48u * MAS_US)    /* the own reservation: MASs 48 to 55 */
#define REVIEW_US (128u * MAS_US)       /* nothing comes after this */
#define SUPERFRAME_US (MAS_COUNT * MAS_US)

#define NEIGHBOUR(number) (0x2001u + (number))
#define OWN_SLOT(neighbours) (SIGNAL_SLOTS + (neighbours)) /* the neighbours have the slots before */
#define TKID_OF(number) (0x010101u + (number))
#define STREAM_IN 1u  /* stream index of the neighbour's reservation */
#define STREAM_OUT 2u /* of the own one */
/* The neighbour to which data are sent; data are received from neighbour 0. */
#define DESTINATION(neighbours) ((neighbours) > 1 ? 1u : 0u)

/* The octet at `at` of a payload. */
static inline uint8_t payload_octet(uint32_t superframe, uint32_t direction, uint32_t index, uint32_t at)
{
    return (uint8_t)((superframe * 29 + direction * 101 + index * 53 + at * 7 + (at >> 6)) ^ (at * at >> 3));
}

/* Prints a fault; returns 1. */
uint32_t fault(uint32_t superframe, const char *what);
/* Gives the MAC its keys; returns the number of faults. */
uint32_t air_install_keys(uint32_t neighbours);
/* Puts on the air what the neighbours send in the next superframe, `superframe`. */
void air_prepare(uint32_t superframe, uint32_t neighbours);
/* Checks what the MAC has sent in this superframe; prints each fault on standard error, and returns their number. */
uint32_t air_review(uint32_t superframe, uint32_t neighbours);

#endif
