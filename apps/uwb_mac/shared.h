/* Shared by the four processors: the data structures in the memory on the bus, a lock for each, and the barriers of the
 * data movement.
 */
#ifndef UWB_SHARED_H
#define UWB_SHARED_H

#include "frame.h"
#include "mac.h"
#include <pthread.h>
#include <weft/shared.h>

enum processor { MAIN, BEACON, RECEIVE, TRANSMIT, PROCESSORS };

#define OWN_ADDRESS 0x1001u /* DevAddr of this device */
#define DEVICES 8u          /* neighbours that it keeps */
#define RESERVATIONS 4u
#define STREAMS 4u
#define QUEUE 8u /* entries of a queue */
#define PAYLOAD_LARGEST 512u

/* A neighbour. */
struct device {
    uint32_t address;       /* DevAddr; 0: the entry is free */
    uint32_t identifier[2]; /* EUI-48 */
    uint32_t slot;          /* in which it beacons */
    uint32_t heard;         /* superframe of its last beacon */
    int32_t drift;          /* cycles by which that beacon came later than its slot began */
    uint32_t capabilities;
    uint32_t tkid;     /* of the key that protects data between it and this device */
    uint64_t received; /* secure frame number of its last good frame */
    uint64_t sent;     /* secure frame number of this device's last frame to it */
};

/* A beacon slot as this device and its neighbours see it. */
struct slot {
    uint16_t address;   /* the device that sends its beacon there; 0: none */
    uint8_t superframe; /* when that was last heard, low bits */
    uint8_t own;        /* heard by this device itself, not only reported by others */
};

/* A reservation of this device. */
struct reservation {
    uint32_t peer;    /* DevAddr of the other side; 0: the entry is free */
    uint32_t control; /* of its DRP element */
    uint32_t slots;   /* MASs in each zone */
    uint32_t zones;
};

struct reservations {
    struct reservation own[RESERVATIONS];
    uint32_t used[MAS_WORDS]; /* MASs that neighbours use for something else */
};

/* The receiving side of a stream of frames. */
struct stream {
    uint32_t source;
    uint32_t delivery;  /* id */
    uint32_t next;      /* sequence number expected */
    uint32_t fragment;  /* number expected */
    uint32_t assembled; /* octets received of the current unit */
    uint32_t buffer;    /* its receive buffer */
    uint32_t lost;      /* units missing in the sequence */
    uint32_t active;    /* whether the reservation that carries it is established */
};

/* A unit of data in a queue between the upper layer and the MAC. */
struct unit {
    uint32_t buffer; /* index of its place */
    uint32_t bytes;
    uint32_t peer;
    uint32_t delivery;
    uint32_t sequence;
};

struct queue {
    uint32_t head, tail; /* entries taken and given so far */
    struct unit units[QUEUE];
};

struct streams {
    struct stream list[STREAMS];
    uint32_t free; /* receive buffers not in use, one bit each */
};

struct traffic {
    struct queue waiting;      /* from the upper layer, to be sent */
    uint32_t announced;        /* neighbours that have announced traffic for this device */
    uint32_t numbers[STREAMS]; /* next sequence number of each stream sent */
};

/* Counts that the MAC reports to the upper layer, in addition to data. */
struct notices {
    uint32_t beacons;   /* processed so far */
    uint32_t malformed; /* frames refused so far, of any kind */
    uint32_t gone;      /* neighbours lost so far */
    uint32_t conflicts; /* reservations lost to others so far */
};

struct network {
    uint32_t superframe;
    uint32_t slot;      /* own beacon slot */
    uint32_t period;    /* beacon slots of the beacon period */
    int32_t adjustment; /* cycles by which the next superframe is to begin later, to follow the slowest */
    uint32_t confirmed; /* neighbours that have heard this device's last beacon */
    uint32_t neighbours;
};

struct shared {
    struct device devices[DEVICES];
    struct slot slots[BEACON_SLOTS];
    struct reservations reservations;
    struct streams streams;
    struct traffic traffic;
    struct queue delivered; /* to the upper layer */
    struct network network;
    struct notices notices;
    struct beacon_entry beacon_ring[BEACON_RING_ENTRIES]; /* the MAC writes beacons here */
    uint32_t receive_buffers[QUEUE][PAYLOAD_LARGEST / 4];
    uint32_t send_buffers[QUEUE][PAYLOAD_LARGEST / 4];
};

extern struct shared shared;
extern pthread_mutex_t devices_lock, slots_lock, reservations_lock, streams_lock, traffic_lock, delivered_lock,
    network_lock, notices_lock;
/* Barriers of the main processor with one of the others, and of all four. */
extern pthread_barrier_t receive_barrier, transmit_barrier, everybody;

/* Returns the entry of a neighbour; null if it is not known. Under devices_lock. */
static inline struct device *find_device(uint32_t address)
{
    for (uint32_t i = 0; i < DEVICES; i++) {
        if (shared.devices[i].address == address) {
            return &shared.devices[i];
        }
    }
    return 0;
}

/* A task, which the main processor sends to activate another one: one block. */
enum event { BEACON_SEND, BEACON_RECEIVE, BEACON_PROCESS, DATA_RECEIVE, DATA_SEND, FINISH };
struct task {
    uint32_t start; /* cycle in which the main processor sends it */
    uint32_t event;
    uint32_t superframe;
    uint32_t time;     /* cycles from the start of the superframe to the event's being served */
    uint32_t argument; /* to send a beacon: the slot; beacon received: its entry in the ring; data received:
                          MAC_RECEIVED; to send data: octets of the payload */
};
#define TASK_WORDS ((int)(sizeof(struct task) / sizeof(uint32_t)))

/* The processors' functions for the events. */
struct account;
void prepare_first_beacon(uint32_t slot);
void send_beacon(const struct task *task, struct account *account);
void receive_beacon(const struct task *task, struct account *account);
void process_beacons(const struct task *task, struct account *account);
void receive_data(const struct task *task, struct account *account);
void send_data(const struct task *task, struct account *account);

#endif
