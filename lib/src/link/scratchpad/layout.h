/* Layout of the memories that the cores of a clustered chip share.
 *
 * A core has an area for the senders of each cluster, near to it: for its own cluster in the scratchpad at its switch,
 * for another cluster in the memory between the clusters. Only its senders write there, and mostly only the core itself
 * reads: a message is a remote write and a local read. All memory is zero at reset, which is the state in which nothing
 * has been sent, so that no core waits for another one to start. */
#ifndef WEFT_SCRATCHPAD_LAYOUT_H
#define WEFT_SCRATCHPAD_LAYOUT_H

#include "small_messages.h"
#include <stdint.h>
#include <weft/platform.h>

/* Maximum number of messages from one sender to one receiver that are not taken yet. */
#define WEFT_SCRATCHPAD_SLOTS 7u

/* Maximum number of words of long messages, from one sender to one receiver, that are not read yet. A power of two:
 * counts wrap around at 2^32. */
#define WEFT_SCRATCHPAD_STREAM 64u

/* Words that a loop copies in one turn; long messages begin at multiples of it. */
#define WEFT_SCRATCHPAD_TURN 8u

/* Shared mailboxes (shared_mailbox.h): the cores that have places in a core's part of a scratchpad, one near each
 * memory; how many each has; the words of one; all of them. */
#define WEFT_SCRATCHPAD_OWNERS ((WEFT_CORES + 3u) / 4u)
#define WEFT_SCRATCHPAD_OWN_PLACES 3u
#define WEFT_SCRATCHPAD_PLACE (WEFT_LINK_PIECE / 4)
#define WEFT_SCRATCHPAD_PLACES                                                                                         \
    (WEFT_SCRATCHPAD_OWNERS * WEFT_SCRATCHPAD_OWN_PLACES > WEFT_CLUSTER_CORES                                          \
         ? WEFT_SCRATCHPAD_OWNERS * WEFT_SCRATCHPAD_OWN_PLACES                                                         \
         : WEFT_CLUSTER_CORES)

/* What one core writes for another one. */
struct weft_scratchpad_channel {
    volatile uint32_t returned; /* number of the last message taken, shifted to its place; below it, credits given */
    volatile uint32_t read;     /* words of the other core's long messages that it has read so far */
    uint32_t wanted;            /* slot's word of the other core's long message that it waits for; 0: none */
    volatile uint32_t written;  /* words of its own long messages so far */
    volatile uint32_t taken;    /* pieces that the other core has posted for it and that it has read so far */
    volatile uint32_t stream[WEFT_SCRATCHPAD_STREAM];
    struct weft_scratchpad_slot slots[WEFT_SCRATCHPAD_SLOTS];
};

/* The counters of a barrier. */
struct weft_scratchpad_meeting {
    volatile uint32_t arrived;  /* arrivals so far, in all barriers together */
    volatile uint32_t released; /* of these, those that have been released */
};

#define WEFT_SCRATCHPAD_DOORBELL_WORDS ((WEFT_CORES + 3u) / 4u)

/* What the cores of one cluster write for a core, and what it shows them. */
struct weft_scratchpad_area {
    volatile uint32_t doorbells[WEFT_SCRATCHPAD_DOORBELL_WORDS]; /* one byte for each sender, by node */
    volatile uint16_t
        rank_and_one;       /* the rank of the core, once that of rank 0 has told it, in any cluster; 0: not yet */
    volatile uint8_t looks; /* does its program look where messages land (landing.c)? */
    struct weft_scratchpad_meeting meeting;
    struct weft_scratchpad_channel from[WEFT_CLUSTER_CORES]; /* by the sender's number in its cluster */
    volatile uint32_t posted[WEFT_CORES][2]; /* descriptors of pieces for the core, by writer and number */
    volatile uint32_t mailbox[WEFT_SCRATCHPAD_PLACES][WEFT_SCRATCHPAD_PLACE]; /* for readers near the memory */
    volatile uint8_t landed[WEFT_SCRATCHPAD_OWNERS]; /* by owner: the core, and one, for which there is a message in its
                                                        last place (landing.c) */
};

/* What a core's part of a scratchpad keeps free at its end for programs, in bytes. */
#define WEFT_SCRATCHPAD_PROGRAM 512u
_Static_assert(sizeof(struct weft_scratchpad_area) + WEFT_SCRATCHPAD_PROGRAM <= WEFT_CLUSTER_MEMORY_PART,
               "a core's part of the scratchpad at its switch is too small for "
               "the link: raise the size of that device");

/* At the end of the memory that all clusters share; the program's shared data are at its beginning. */
struct weft_scratchpad_between {
    struct weft_scratchpad_meeting meeting;
    struct weft_scratchpad_area areas[WEFT_CORES][WEFT_CLUSTERS]; /* by receiver, by the senders' cluster */
};
_Static_assert(WEFT_CLUSTERS == 1 || sizeof(struct weft_scratchpad_between) <= WEFT_SHARED_SIZE,
               "the first sram is too small for messages between the clusters: "
               "raise its size");
#define WEFT_SCRATCHPAD_BETWEEN                                                                                        \
    ((struct weft_scratchpad_between *)(WEFT_SHARED_BASE + WEFT_SHARED_SIZE - sizeof(struct weft_scratchpad_between)))

#endif
