/* What lies where in the memories that cores of a clustered chip share.
 *
 * A core has an area for the senders of each cluster, near to it: for its own cluster in the scratchpad at its switch,
 * for another cluster in the memory between the clusters. Only its senders write there, and mostly only the core itself
 * reads: a message is a remote write and a local read. All is zero at reset, which is a state in which nothing has been
 * sent, so that nobody waits for another core to start.
 */
#ifndef WEFT_SCRATCHPAD_LAYOUT_H
#define WEFT_SCRATCHPAD_LAYOUT_H

#include <stdint.h>
#include <weft/platform.h>

/* Messages of a sender that can be under way to a receiver. A power of two of which eight is a multiple, so that four
 * bits count them without mistaking full for empty. */
#define WEFT_SCRATCHPAD_SLOTS 4u
/* Bytes of a message: what divides the quarter of an 8-KiB scratchpad's part, among eight senders. */
#define WEFT_SCRATCHPAD_BYTES 224u

/* A message: its data, and its request word, which is written last. Bit WEFT_SCRATCHPAD_PHASE of the word, beyond the
 * lengths there are, changes each time that the slot is used: so a word is known to be new without being cleared. */
struct weft_scratchpad_slot {
    volatile uint32_t word;
    uint32_t data[WEFT_SCRATCHPAD_BYTES / 4];
};
#define WEFT_SCRATCHPAD_PHASE (UINT32_C(1) << 14)

/* What one core tells another. */
struct weft_scratchpad_channel {
    volatile uint32_t taken;   /* messages of the other one that it has taken so far */
    volatile uint32_t credits; /* batches of credits that it has given so far */
    struct weft_scratchpad_slot slots[WEFT_SCRATCHPAD_SLOTS];
};

/* Where cores meet in a barrier. */
struct weft_scratchpad_meeting {
    uint32_t arrived;           /* so far, in all barriers together */
    volatile uint32_t released; /* barriers that are over */
};

/* What the cores of one cluster tell a core. */
struct weft_scratchpad_area {
    uint32_t news; /* four bits a sender: the lowest of how many messages it has sent */
    struct weft_scratchpad_meeting meeting;
    struct weft_scratchpad_channel from[WEFT_CLUSTER_CORES]; /* by the sender's number in its cluster */
};
_Static_assert(WEFT_CLUSTER_CORES <= 8, "the link needs clusters of at most eight cores");
_Static_assert(
    sizeof(struct weft_scratchpad_area) <= WEFT_SCRATCHPAD_PART,
    "a core's part of the scratchpad at its switch is too small for the link: raise the size of that device");

/* At the end of the memory that all clusters share: the program's shared data lie at its beginning. */
struct weft_scratchpad_between {
    struct weft_scratchpad_meeting meeting;
    struct weft_scratchpad_area areas[WEFT_CORES][WEFT_CLUSTERS]; /* by receiver, by the senders' cluster */
};
_Static_assert(WEFT_CLUSTERS == 1 || sizeof(struct weft_scratchpad_between) <= WEFT_SHARED_SIZE,
               "the first sram is too small for messages between the clusters: raise its size");
#define WEFT_SCRATCHPAD_BETWEEN                                                                                        \
    ((struct weft_scratchpad_between *)(WEFT_SHARED_BASE + WEFT_SHARED_SIZE - sizeof(struct weft_scratchpad_between)))

#endif
