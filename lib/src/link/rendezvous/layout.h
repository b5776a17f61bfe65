/* Layout of the memories that the cores of a clustered chip share: J. Joven et al., "QoS-Driven Reconfigurable Parallel
 * Computing for NoC-Based Clustered MPSoCs", 2013, section V, "flags [...] on the upper address memory space", "the
 * lower address space is used by each processor as a message-passing buffer".
 *
 * A core has an area for the senders of each cluster: for its own cluster in its part of the scratchpad at its switch,
 * for another cluster in the memory between the clusters. All memory is zero at reset, so all flags are EMPTY.
 */
#ifndef WEFT_RENDEZVOUS_LAYOUT_H
#define WEFT_RENDEZVOUS_LAYOUT_H

#include "small_messages.h"

#include <stdint.h>
#include <weft/platform.h>

/* Precedes each message (figure 4): four bytes per field. */
struct weft_rendezvous_header {
    uint32_t source;
    uint32_t destination;
    uint32_t tag;
    uint32_t datatype;
    uint32_t length; /* of the payload, bytes */
};

/* Bytes at the end of a core's part that are left to the program. */
#define WEFT_RENDEZVOUS_LEFT 512u

struct weft_rendezvous_buffer {
    struct weft_rendezvous_header header;
    uint32_t payload[WEFT_RENDEZVOUS_BYTES / 4];
};

/* The flag of a sender and a receiver; each edge is labelled with the side that writes it:
 *
 *     EMPTY --sender--> ASKING --receiver--> GRANTED --sender--> FULL --receiver--> EMPTY
 *     EMPTY --sender--> OFFERED --receiver--> GRANTED, and on as above
 *                       OFFERED --receiver--> REFUSED --sender--> EMPTY
 *
 * Invariant: an odd value is the receiver's turn, an even one the sender's, so they never both write. A sender whose
 * receiver may be waiting for exactly its message offers it instead of asking. */
enum weft_rendezvous_flag {
    WEFT_RENDEZVOUS_EMPTY,
    WEFT_RENDEZVOUS_ASKING,
    WEFT_RENDEZVOUS_GRANTED,
    WEFT_RENDEZVOUS_FULL,
    WEFT_RENDEZVOUS_REFUSED,
    WEFT_RENDEZVOUS_OFFERED,
};

/* Four flags, which the receiver reads by one load. */
union weft_rendezvous_flags {
    volatile uint32_t word;
    volatile uint8_t flag[4];
};
#define WEFT_RENDEZVOUS_RECEIVERS_TURN UINT32_C(0x01010101)

/* What the cores of one cluster write for a core, indexed by their numbers in the cluster. */
struct weft_rendezvous_area {
    struct weft_rendezvous_buffer buffers[WEFT_CLUSTER_CORES];
    volatile uint32_t credits[WEFT_CLUSTER_CORES]; /* batches of credits that each has given to this core so far */
    union weft_rendezvous_flags flags[(WEFT_CLUSTER_CORES + 3) / 4];
};
_Static_assert(sizeof(struct weft_rendezvous_area) <= WEFT_CLUSTER_MEMORY_PART - WEFT_RENDEZVOUS_LEFT,
               "a core's part of the memory at its switch is too small for the link: raise the size of that device");

/* How ranks are assigned: a core reports that it is present; the core of rank 0 answers with its rank. */
struct weft_rendezvous_enrolment {
    volatile uint32_t present;
    volatile uint32_t rank_and_one; /* 0: not assigned yet */
};

/* At the end of the memory that all clusters share; the program's shared data are at its beginning. */
struct weft_rendezvous_between {
    struct weft_rendezvous_area areas[WEFT_CORES][WEFT_CLUSTERS]; /* by receiver, by the senders' cluster */
    struct weft_rendezvous_enrolment enrolments[WEFT_CORES];
};
_Static_assert(sizeof(struct weft_rendezvous_between) <= WEFT_SHARED_SIZE,
               "the first sram is too small for messages between the clusters: raise its size");
#define WEFT_RENDEZVOUS_BETWEEN                                                                                        \
    ((struct weft_rendezvous_between *)(WEFT_SHARED_BASE + WEFT_SHARED_SIZE - sizeof(struct weft_rendezvous_between)))

#endif
