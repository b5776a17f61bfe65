/* Data about beacons between the beacon processor's events: beacons received, their contents, and this device's
 * beacon. */
#ifndef UWB_BEACON_H
#define UWB_BEACON_H

#include "shared.h"

/* A beacon received, in the processor's own memory. */
struct heard {
    uint32_t bytes; /* of the body */
    uint32_t time;  /* cycles from the start of the superframe to its first symbol */
    uint32_t address;
    uint32_t body[BEACON_LARGEST / 4];
};

/* The owners of the beacon slots, according to one beacon. */
struct occupancy {
    uint32_t period;                  /* slots that it lists */
    uint16_t occupants[BEACON_SLOTS]; /* of each of them; 0: it is free */
};

/* The slots, according to all beacons of a beacon period. */
struct beacon_period {
    uint32_t period;    /* the longest announced */
    uint32_t confirmed; /* neighbours that list this device in its slot */
    uint32_t displaced; /* neighbours that list another device there */
    uint32_t picked;    /* the slot to move to then; 0: none is free */
};

/* The other contents of all beacons of a beacon period. */
struct digest {
    uint32_t announced;                /* neighbours with traffic for this device */
    uint32_t used[MAS_WORDS];          /* MASs reserved between others */
    struct reservation named[DEVICES]; /* reservations that name this device as the other side */
    uint32_t named_count;
    uint32_t capabilities[DEVICES]; /* in the order of the beacons */
};

/* The data from which this device's beacon is built, read from the shared structures. */
struct own_view {
    uint32_t slot, period;
    uint16_t occupants[BEACON_SLOTS];
    uint16_t waiting[QUEUE]; /* DevAddrs for which traffic waits */
    uint32_t waiting_count;
    struct reservation reservations[RESERVATIONS];
    uint32_t used[MAS_WORDS];
};

/* Returns whether the elements are complete and fill the body to its end. */
bool elements_are_whole(const uint8_t *body, uint32_t bytes);
/* Reads the beacon period occupancy of a beacon. */
void read_occupancy(struct occupancy *occupancy, const struct heard *heard);
/* Clears the digest. */
void begin_digest(struct digest *digest);
/* Adds the contents of beacon number `index` to the digest. */
void digest_beacon(struct digest *digest, const struct heard *heard, uint32_t index);
/* Writes the body of this device's beacon; returns its length in octets. */
uint32_t build_beacon(const struct own_view *view, uint8_t *body);

#endif
