/* The MAC hardware: its registers, as docs/contract/mac.md defines them, and their use by the processors. */
#ifndef UWB_MAC_H
#define UWB_MAC_H

#include <stdint.h>
#include <weft/platform.h>

#define MAC_REGISTER(offset) (*(volatile uint32_t *)(WEFT_MAC_BASE + (offset)))
#define MAC_CONTROL MAC_REGISTER(0x000)
#define MAC_EVENTS MAC_REGISTER(0x004)
#define MAC_ENABLE MAC_REGISTER(0x008)
#define MAC_SUPERFRAME MAC_REGISTER(0x00C)
#define MAC_TIME MAC_REGISTER(0x010)
#define MAC_LENGTH MAC_REGISTER(0x014)
#define MAC_ALARM(n) MAC_REGISTER(0x020 + 4 * (n))
#define MAC_BEACON_RING MAC_REGISTER(0x030)
#define MAC_BEACONS MAC_REGISTER(0x034)  /* put into the ring so far */
#define MAC_RECEIVED MAC_REGISTER(0x040) /* length of the payload, and the flags below; 0: no frame */
#define MAC_RECEIVED_NEXT MAC_REGISTER(0x048)
#define MAC_RECEIVED_HEADER(n) MAC_REGISTER(0x050 + 4 * (n))
#define MAC_SEND MAC_REGISTER(0x080) /* length of the payload, and the flag below; the MAC sends at MAC_SEND_TIME */
#define MAC_SEND_TIME MAC_REGISTER(0x084)
#define MAC_SEND_HEADER(n) MAC_REGISTER(0x090 + 4 * (n))
#define MAC_MOVE_ADDRESS MAC_REGISTER(0x0C0)
#define MAC_MOVE_LENGTH MAC_REGISTER(0x0C4)
#define MAC_MOVE MAC_REGISTER(0x0C8)
#define MAC_KEY(n) MAC_REGISTER(0x0D0 + 4 * (n))
#define MAC_KEY_NAME MAC_REGISTER(0x0E0) /* a write takes the key into the table, under this TKID */
#define MAC_AIR_TIME MAC_REGISTER(0x100)
#define MAC_AIR_DATA MAC_REGISTER(0x104)
#define MAC_AIR_FRAME MAC_REGISTER(0x108)
#define MAC_AIR_SENT MAC_REGISTER(0x110)
#define MAC_AIR_SENT_TIME MAC_REGISTER(0x114)
#define MAC_AIR_SENT_DATA MAC_REGISTER(0x118)
#define MAC_AIR_SENT_NEXT MAC_REGISTER(0x11C)
#define MAC_SEND_BUFFER ((volatile uint32_t *)(WEFT_MAC_BASE + 0x1000))

#define MAC_RECEIVED_GOOD 0x40000000u /* the MIC was right, or the frame is not secure */
#define MAC_SEND_AT_TIME 0x80000000u  /* wait for MAC_SEND_TIME in the superframe; otherwise send at once */
#define MAC_MOVE_RECEIVED 1u          /* payload of the frame received to memory */
#define MAC_MOVE_SEND 2u              /* from memory to the send buffer */

/* Events: each a bit of MAC_EVENTS. */
enum mac_event {
    EVENT_BEACON_RECEIVED,
    EVENT_DATA_RECEIVED,
    EVENT_MOVED,
    EVENT_SENT,
    EVENT_ALARM /* and three more */
};
#define EVENT_COUNT 8u

/* An entry of the ring in memory where the MAC puts beacons. */
#define BEACON_RING_ENTRIES 16u
struct beacon_entry {
    uint32_t bytes;     /* of the body: what follows the MAC header */
    uint32_t time;      /* cycles from the start of the superframe to the frame's first symbol */
    uint32_t header[3]; /* the octets of the MAC header */
    uint32_t body[123];
};

#define CYCLES_PER_US (WEFT_CLOCK_HZ / 1000000u)

/* Microseconds a frame of `bytes` octets of body takes on the air, without and with its PLCP preamble and header
 * (9.375 + 3.75 us), rounded up; 480 Mb/s is 60 octets a microsecond. Beacons go at 53.3 Mb/s: 20 octets in 3 us. */
#define PREAMBLE_US 14u
static inline uint32_t data_us(uint32_t bytes)
{
    return PREAMBLE_US + (bytes + 59u) / 60u;
}

#endif
