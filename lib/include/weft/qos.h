/* Quality of service over switches (docs/library/qos.md): how urgent the own core's accesses to a memory or device are,
 * and ways that are kept for it.
 *
 * The two services are those of J. Joven et al., "QoS-Driven Reconfigurable Parallel Computing for NoC-Based Clustered
 * MPSoCs", 2013, section IV; the prototypes of its Listing 1 are lost in the text at hand, so these are ours. A call is
 * a store to a register of the core's network interface (docs/contract/switches.md): setting a priority is one, and
 * what it asks for holds from the core's next access on. Devices have numbers: WEFT_NI_DEVICE_<NAME> of
 * <weft/platform.h>, or weft_qos_memory() for the memory by which messages reach another core.
 *
 * Freestanding. Where the platform has no switches, or no registers for them, as this machine has not, every call
 * returns WEFT_QOS_UNAVAILABLE and does nothing else: a program need not ask where it runs.
 */
#ifndef WEFT_QOS_H
#define WEFT_QOS_H

#include <stdint.h>
#include <weft/platform.h>

/* What calls return. */
enum weft_qos_result {
    WEFT_QOS_DONE,        /* it is so from the next access on */
    WEFT_QOS_UNAVAILABLE, /* this platform has no such services */
    WEFT_QOS_NO_DEVICE,   /* no device has this number, or none that is reached over switches */
    WEFT_QOS_NO_PRIORITY, /* not below WEFT_QOS_PRIORITIES */
    WEFT_QOS_REFUSED,     /* another core's circuit is in the way: ask again, or do without */
};

/* What a circuit keeps: the way of requests alone, or that of answers as well ("full-duplex"). */
enum weft_qos_circuit { WEFT_QOS_ONE_WAY = 1, WEFT_QOS_BOTH_WAYS = 2 };

/* annotation.c of the library's MPI: the circuits that messages by a memory are to have, by the memory's number; 0:
 * none. */
extern uint8_t weft_mpi_circuits[32];

/* What has become of a circuit. */
enum weft_qos_status {
    WEFT_QOS_CLOSED,
    WEFT_QOS_OPENING, /* the request is on its way */
    WEFT_QOS_OPEN,
    WEFT_QOS_WAS_REFUSED,
};

/* Priorities there are: 0, best effort, to one less. 0 where there are no such services. */
#ifdef WEFT_NETWORK_INTERFACE_BASE
#define WEFT_QOS_PRIORITIES WEFT_NI_PRIORITIES
#else
#define WEFT_QOS_PRIORITIES 0
#endif

/* The number of no device. */
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

/* The own core's accesses to a device have this priority, their answers too. One store, if both are constants. */
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

/* What has become of the own core's circuit to a device; WEFT_QOS_CLOSED if there is no such device. */
static inline enum weft_qos_status weft_qos_status(uint32_t device)
{
    return device < WEFT_NI_DEVICES ? (enum weft_qos_status) * weft_qos_register(WEFT_NI_CHANNEL, device)
                                    : WEFT_QOS_CLOSED;
}

/* Asks for a circuit to a device; weft_qos_status() tells what becomes of it. */
static inline enum weft_qos_result weft_qos_request(uint32_t device, enum weft_qos_circuit circuit)
{
    if (device >= WEFT_NI_DEVICES) {
        return WEFT_QOS_NO_DEVICE;
    }
    *weft_qos_register(WEFT_NI_CHANNEL, device) = (uint32_t)circuit;
    return WEFT_QOS_DONE;
}

/* The same, and waits for the answer, which comes: tens of cycles, a few more where other cores' circuits take turns
 * with it. Who is refused and asks again should pause in between, each core for another time: two that ask in step can
 * refuse each other for ever. */
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

/* Gives the circuit to a device back, behind the last access. One that is still opening stays: wait for its status. */
static inline enum weft_qos_result weft_qos_close(uint32_t device)
{
    if (device >= WEFT_NI_DEVICES) {
        return WEFT_QOS_NO_DEVICE;
    }
    *weft_qos_register(WEFT_NI_CHANNEL, device) = WEFT_NI_CLOSE;
    return WEFT_QOS_DONE;
}

/* The number of the memory by which messages from one core reach another one on a chip of clusters: the scratchpad at
 * the switch of core `to`, or the memory between the clusters. WEFT_QOS_NO_MEMORY on other chips. */
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

/* Back to best effort. */
static inline enum weft_qos_result weft_qos_reset_priority(uint32_t device)
{
    return weft_qos_set_priority(device, 0);
}

/* The own core's accesses to all devices have this priority: a store for each. */
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
