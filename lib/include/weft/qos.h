/* Quality of service over switches (docs/library/qos.md): priorities of this core's accesses to a memory or device, and
 * circuits, paths reserved for them.
 *
 * The two services are those of J. Joven et al., "QoS-Driven Reconfigurable Parallel Computing for NoC-Based Clustered
 * MPSoCs", 2013, section IV; the copy of the text at hand lacks the prototypes of its Listing 1, so these are our own.
 * A call is a store to a register of the core's network interface (docs/contract/switches.md), and takes effect from
 * the core's next access on. Devices are identified by numbers: WEFT_NI_DEVICE_<NAME> of <weft/platform.h>, or
 * weft_qos_memory() for the memory through which messages reach another core.
 *
 * Freestanding. On a platform without switches, or without these registers, and on the host, every call returns
 * WEFT_QOS_UNAVAILABLE without any effect: the same program runs everywhere.
 */
#ifndef WEFT_QOS_H
#define WEFT_QOS_H

#include <stdint.h>
#include <weft/platform.h>

/* Result codes. */
enum weft_qos_result {
    WEFT_QOS_DONE,        /* in effect from the next access on */
    WEFT_QOS_UNAVAILABLE, /* this platform has no such service */
    WEFT_QOS_NO_DEVICE,   /* no device reached over switches has this number */
    WEFT_QOS_NO_PRIORITY, /* not below WEFT_QOS_PRIORITIES */
    WEFT_QOS_REFUSED,     /* another core's circuit occupies a link of the path: retry later, or do without */
};

/* What a circuit reserves: the path of requests only, or that of responses as well ("full-duplex"). */
enum weft_qos_circuit { WEFT_QOS_ONE_WAY = 1, WEFT_QOS_BOTH_WAYS = 2 };

/* Set by lib/src/mpi/annotation.c: for each memory, by its device number, the kind of circuit that messages through it
 * use; 0: none. */
extern uint8_t weft_mpi_circuits[32];

/* State of a circuit. */
enum weft_qos_status {
    WEFT_QOS_CLOSED,
    WEFT_QOS_OPENING, /* requested, not answered yet */
    WEFT_QOS_OPEN,
    WEFT_QOS_WAS_REFUSED,
};

/* Number of priorities: 0 is best effort, WEFT_QOS_PRIORITIES - 1 the highest. 0 if the platform has no such
 * service. */
#ifdef WEFT_NETWORK_INTERFACE_BASE
#define WEFT_QOS_PRIORITIES WEFT_NI_PRIORITIES
#else
#define WEFT_QOS_PRIORITIES 0
#endif

/* Not the number of any device. */
#define WEFT_QOS_NO_MEMORY UINT32_MAX

#ifdef WEFT_NETWORK_INTERFACE_BASE

_Static_assert((int)WEFT_QOS_ONE_WAY == WEFT_NI_OPEN_ONE_WAY && (int)WEFT_QOS_BOTH_WAYS == WEFT_NI_OPEN_BOTH_WAYS &&
                   (int)WEFT_QOS_CLOSED == WEFT_NI_CHANNEL_CLOSED && (int)WEFT_QOS_OPENING == WEFT_NI_CHANNEL_OPENING &&
                   (int)WEFT_QOS_OPEN == WEFT_NI_CHANNEL_OPEN && (int)WEFT_QOS_WAS_REFUSED == WEFT_NI_CHANNEL_REFUSED,
               "the values above are those of the registers");

static inline volatile uint32_t *weft_qos_register(uint32_t first, uint32_t device)
{
    return (volatile uint32_t *)(WEFT_NETWORK_INTERFACE_BASE + first) + device;
}

/* Sets the priority of this core's accesses to a device, and of the responses to them. A single store if both arguments
 * are constants. */
static inline enum weft_qos_result weft_qos_set_priority(uint32_t device, uint32_t priority)
{
    if (device >= WEFT_NI_DEVICES) {
        return WEFT_QOS_NO_DEVICE;
    }
    if (priority >= WEFT_NI_PRIORITIES) {
        return WEFT_QOS_NO_PRIORITY;
    }
    *weft_qos_register(WEFT_NI_PRIORITY, device) = priority;
    return WEFT_QOS_DONE;
}

/* Returns the state of this core's circuit to a device; WEFT_QOS_CLOSED if there is no such device. */
static inline enum weft_qos_status weft_qos_status(uint32_t device)
{
    return device < WEFT_NI_DEVICES ? (enum weft_qos_status) * weft_qos_register(WEFT_NI_CHANNEL, device)
                                    : WEFT_QOS_CLOSED;
}

/* Requests a circuit to a device without waiting; weft_qos_status() returns its progress. */
static inline enum weft_qos_result weft_qos_request(uint32_t device, enum weft_qos_circuit circuit)
{
    if (device >= WEFT_NI_DEVICES) {
        return WEFT_QOS_NO_DEVICE;
    }
    *weft_qos_register(WEFT_NI_CHANNEL, device) = (uint32_t)circuit;
    return WEFT_QOS_DONE;
}

/* Requests a circuit to a device and waits for the answer, which takes tens of cycles, and a few more while other
 * cores' circuits are set up. A core that is refused should pause before it retries, each core for a different time:
 * two cores that retry in step can refuse each other forever. */
static inline enum weft_qos_result weft_qos_open(uint32_t device, enum weft_qos_circuit circuit)
{
    enum weft_qos_status status = WEFT_QOS_OPENING;
    if (weft_qos_request(device, circuit) != WEFT_QOS_DONE) {
        return WEFT_QOS_NO_DEVICE;
    }
    while (status == WEFT_QOS_OPENING) {
        status = weft_qos_status(device);
    }
    return status == WEFT_QOS_OPEN ? WEFT_QOS_DONE : status == WEFT_QOS_CLOSED ? WEFT_QOS_NO_DEVICE : WEFT_QOS_REFUSED;
}

/* Closes the circuit to a device after the last access. A circuit that is still opening is not closed: wait for its
 * status first. */
static inline enum weft_qos_result weft_qos_close(uint32_t device)
{
    if (device >= WEFT_NI_DEVICES) {
        return WEFT_QOS_NO_DEVICE;
    }
    *weft_qos_register(WEFT_NI_CHANNEL, device) = WEFT_NI_CLOSE;
    return WEFT_QOS_DONE;
}

/* Returns the number of the memory through which messages pass from core `from` to core `to` on a chip of clusters: the
 * scratchpad at the switch of core `to`, or, between clusters, the memory between them. WEFT_QOS_NO_MEMORY on other
 * chips. */
static inline uint32_t weft_qos_memory(uint32_t from, uint32_t to)
{
#ifdef WEFT_CLUSTERS
    static const uint8_t cluster[] = WEFT_CLUSTER_OF_CORE;
    static const uint8_t near[] = WEFT_NI_CLUSTER_MEMORY_OF_CORE;
    if (from < WEFT_CORES && to < WEFT_CORES) {
        return cluster[from] == cluster[to] ? near[to] : WEFT_NI_MEMORY_BETWEEN;
    }
#endif
    (void)from, (void)to;
    return WEFT_QOS_NO_MEMORY;
}

#else

static inline enum weft_qos_result weft_qos_set_priority(uint32_t device, uint32_t priority)
{
    (void)device, (void)priority;
    return WEFT_QOS_UNAVAILABLE;
}

static inline enum weft_qos_status weft_qos_status(uint32_t device)
{
    (void)device;
    return WEFT_QOS_CLOSED;
}

static inline enum weft_qos_result weft_qos_request(uint32_t device, enum weft_qos_circuit circuit)
{
    (void)device, (void)circuit;
    return WEFT_QOS_UNAVAILABLE;
}

static inline enum weft_qos_result weft_qos_open(uint32_t device, enum weft_qos_circuit circuit)
{
    return weft_qos_request(device, circuit);
}

static inline enum weft_qos_result weft_qos_close(uint32_t device)
{
    (void)device;
    return WEFT_QOS_UNAVAILABLE;
}

static inline uint32_t weft_qos_memory(uint32_t from, uint32_t to)
{
    (void)from, (void)to;
    return WEFT_QOS_NO_MEMORY;
}

#endif

/* Sets the priority of this core's accesses to a device to best effort. */
static inline enum weft_qos_result weft_qos_reset_priority(uint32_t device)
{
    return weft_qos_set_priority(device, 0);
}

/* Sets the priority of this core's accesses to all devices: a store for each. */
static inline enum weft_qos_result weft_qos_set_all_priorities(uint32_t priority)
{
    enum weft_qos_result result = weft_qos_set_priority(0, priority);
#ifdef WEFT_NETWORK_INTERFACE_BASE
    for (uint32_t device = 1; result == WEFT_QOS_DONE && device < WEFT_NI_DEVICES; device++) {
        result = weft_qos_set_priority(device, priority);
    }
#endif
    return result;
}

#endif
