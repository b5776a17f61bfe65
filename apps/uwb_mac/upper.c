/* The main processor: all events of the MAC hardware come to it by interrupt; it activates the processor responsible
 * for each, starts the movement of payloads, and sends and receives them as the upper layer (asip 5.3, figure 17).
 */
#include "upper.h"
#include "activation.h"
#include "air.h"
#include "mac.h"
#include <stdbool.h>
#include <weft/interrupt.h>
#include <weft/timer.h>

/* The alarms, in the order of the superframe. */
enum alarm { ALARM_BEACON, ALARM_DATA_PERIOD, ALARM_SEND, ALARM_REVIEW };

/* Kinds of events that have occurred since they were last taken, one bit each. */
static volatile uint32_t pending;

static void on_mac_event(void *argument)
{
    (void)argument;
    const uint32_t events = MAC_EVENTS;
    MAC_EVENTS = events;
    pending |= events;
}

/* Returns whether events of this kind have occurred, and clears them. */
static bool take(uint32_t event)
{
    const uint32_t before = weft_interrupts_off();
    const uint32_t events = pending;
    pending = events & ~(1u << event);
    weft_interrupts_restore(before);
    return (events >> event & 1u) != 0;
}

/* Sleeps until an event of one of the kinds in `mask` is pending. */
static void wait_for(uint32_t mask)
{
    uint32_t before = weft_interrupts_off();
    while ((pending & mask) == 0) {
        weft_interrupt_wait();
        weft_interrupts_restore(before); /* here it is taken */
        before = weft_interrupts_off();
    }
    weft_interrupts_restore(before);
}

static void activate(enum processor processor, enum event event, uint32_t argument)
{
    struct task task = {0, event, MAC_SUPERFRAME, MAC_TIME, argument};
    task.start = weft_timer_cycles();
    send_task(processor, &task);
}

/* Moves a payload. The processor of the frame has stored the payload's destination before the first barrier, and learns
 * by the second that the payload has been moved. */
static void move_payload(pthread_barrier_t *barrier, uint32_t direction)
{
    pthread_barrier_wait(barrier);
    MAC_MOVE = direction;
    wait_for(1u << EVENT_MOVED);
    take(EVENT_MOVED);
    if (direction == MAC_MOVE_RECEIVED) {
        MAC_RECEIVED_NEXT = 1;
    }
    pthread_barrier_wait(barrier);
}

/* Sends the next unit of the upper layer, if there is one. */
static void send_next(uint32_t superframe, uint32_t *sent)
{
    const uint32_t given = superframe > 0 ? PAYLOADS : 0;
    if (*sent < given) {
        activate(TRANSMIT, DATA_SEND, payload_size(superframe, *sent));
        ++*sent;
        move_payload(&transmit_barrier, MAC_MOVE_SEND);
    }
}

/* Takes the units that the receive processor has delivered, and checks that they are those sent, deciphered and in
 * order. */
static uint32_t take_delivered(uint32_t superframe)
{
    uint32_t faults = 0;
    uint32_t index = 0;
    pthread_mutex_lock(&delivered_lock);
    for (; shared.delivered.head != shared.delivered.tail; shared.delivered.head++, index++) {
        const struct unit unit = shared.delivered.units[shared.delivered.head % QUEUE];
        const uint8_t *const payload = (const uint8_t *)shared.receive_buffers[unit.buffer];
        bool right = index < PAYLOADS && unit.bytes == payload_size(superframe, index) && unit.peer == NEIGHBOUR(0);
        for (uint32_t at = 0; right && at < unit.bytes; at++) {
            right = payload[at] == payload_octet(superframe, 0, index, at);
        }
        faults += right ? 0 : fault(superframe, "a payload delivered is not what was sent");
        pthread_mutex_lock(&streams_lock);
        shared.streams.free |= 1u << unit.buffer;
        pthread_mutex_unlock(&streams_lock);
    }
    pthread_mutex_unlock(&delivered_lock);
    return faults + (index == (superframe > 0 ? PAYLOADS : 0) ? 0 : fault(superframe, "not all data were delivered"));
}

/* Queues the units to be sent in `superframe`. */
static void give_units(uint32_t superframe, uint32_t neighbours)
{
    pthread_mutex_lock(&traffic_lock);
    for (uint32_t index = 0; index < PAYLOADS; index++) {
        const uint32_t tail = shared.traffic.waiting.tail;
        const uint32_t buffer = tail % QUEUE;
        const uint32_t bytes = payload_size(superframe, index);
        uint8_t *const payload = (uint8_t *)shared.send_buffers[buffer];
        for (uint32_t at = 0; at < bytes; at++) {
            payload[at] = payload_octet(superframe, 1, index, at);
        }
        shared.traffic.waiting.units[buffer] =
            (struct unit){buffer, bytes, NEIGHBOUR(DESTINATION(neighbours)), DELIVERY_RESERVED | STREAM_OUT, 0};
        shared.traffic.waiting.tail = tail + 1;
    }
    pthread_mutex_unlock(&traffic_lock);
}

/* The handshakes that agree on keys are not modelled: each neighbour heard gets its key's name. */
static uint32_t agree_on_keys(uint32_t superframe, uint32_t neighbours)
{
    uint32_t faults = 0;
    pthread_mutex_lock(&devices_lock);
    for (uint32_t number = 0; number < neighbours; number++) {
        struct device *const device = find_device(NEIGHBOUR(number));
        if (device != 0) {
            device->tkid = TKID_OF(number);
        }
        faults += device != 0 ? 0 : fault(superframe, "a neighbour is not in the device table");
    }
    pthread_mutex_unlock(&devices_lock);
    return faults;
}

/* Checks the results of the beacon processor. */
static uint32_t review_network(uint32_t superframe, uint32_t neighbours)
{
    pthread_mutex_lock(&network_lock);
    const struct network network = shared.network;
    pthread_mutex_unlock(&network_lock);
    pthread_mutex_lock(&notices_lock);
    const struct notices notices = shared.notices;
    pthread_mutex_unlock(&notices_lock);
    const int32_t latest = (int32_t)((neighbours - 1) * CYCLES_PER_US);
    const int32_t most = (int32_t)(SYNCHRONIZATION_US * CYCLES_PER_US);
    const bool right = network.superframe == superframe && network.neighbours == neighbours &&
                       network.slot == OWN_SLOT(neighbours) && network.period == OWN_SLOT(neighbours) + 3 &&
                       network.confirmed == (superframe > 0 ? neighbours : 0) &&
                       network.adjustment == (latest < most ? latest : most) &&
                       notices.beacons == (superframe + 1) * neighbours && notices.gone == 0 && notices.conflicts == 0;
    return right ? 0 : fault(superframe, "what the beacons say was not understood");
}

/* Late in the superframe, when all is done: checks the results, and prepares the next superframe. */
static uint32_t review(uint32_t superframe, uint32_t superframes, uint32_t neighbours)
{
    uint32_t faults = take_delivered(superframe);
    faults += air_review(superframe, neighbours);
    faults += agree_on_keys(superframe, neighbours);
    faults += review_network(superframe, neighbours);
    if (superframe < superframes) {
        give_units(superframe + 1, neighbours);
        air_prepare(superframe + 1, neighbours);
    }
    return faults;
}

static uint32_t run_superframe(uint32_t superframe, uint32_t superframes, uint32_t neighbours)
{
    static uint32_t beacons;
    uint32_t sent = 0;
    for (;;) {
        wait_for(UINT32_MAX);
        if (take(EVENT_ALARM + ALARM_BEACON)) {
            activate(BEACON, BEACON_SEND, OWN_SLOT(neighbours));
        } else if (take(EVENT_BEACON_RECEIVED)) {
            for (; beacons != MAC_BEACONS; beacons++) {
                activate(BEACON, BEACON_RECEIVE, beacons % BEACON_RING_ENTRIES);
            }
        } else if (take(EVENT_ALARM + ALARM_DATA_PERIOD)) {
            activate(BEACON, BEACON_PROCESS, 0);
        } else if (take(EVENT_DATA_RECEIVED)) {
            for (uint32_t received = MAC_RECEIVED; received != 0; received = MAC_RECEIVED) {
                activate(RECEIVE, DATA_RECEIVE, received);
                move_payload(&receive_barrier, MAC_MOVE_RECEIVED);
            }
        } else if (take(EVENT_ALARM + ALARM_SEND)) {
            send_next(superframe, &sent);
        } else if (take(EVENT_SENT)) {
            if (MAC_TIME >= SEND_START_US * CYCLES_PER_US) { /* not the beacon */
                send_next(superframe, &sent);
            }
        } else if (take(EVENT_ALARM + ALARM_REVIEW)) {
            return review(superframe, superframes, neighbours);
        }
    }
}

static uint32_t start_mac(uint32_t neighbours)
{
    MAC_LENGTH = SUPERFRAME_US * CYCLES_PER_US;
    MAC_BEACON_RING = (uint32_t)(uintptr_t)shared.beacon_ring;
    MAC_ALARM(ALARM_BEACON) = (OWN_SLOT(neighbours) - 1) * BEACON_SLOT_US * CYCLES_PER_US;
    MAC_ALARM(ALARM_DATA_PERIOD) = BEACON_PERIOD_US * CYCLES_PER_US;
    MAC_ALARM(ALARM_SEND) = SEND_START_US * CYCLES_PER_US;
    MAC_ALARM(ALARM_REVIEW) = REVIEW_US * CYCLES_PER_US;
    const uint32_t faults = air_install_keys(neighbours);
    air_prepare(0, neighbours);
    weft_interrupt_attach(WEFT_SOURCE_MAC, on_mac_event, 0);
    weft_interrupts_on();
    MAC_ENABLE = (1u << EVENT_COUNT) - 1;
    MAC_CONTROL = 1;
    return faults;
}

uint32_t run_superframes(uint32_t superframes, uint32_t neighbours)
{
    shared.streams.free = (1u << QUEUE) - 1;
    uint32_t faults = start_mac(neighbours);
    for (uint32_t superframe = 0; superframe <= superframes; superframe++) {
        faults += run_superframe(superframe, superframes, neighbours);
    }
    MAC_CONTROL = 0;
    for (int processor = BEACON; processor < PROCESSORS; processor++) {
        activate((enum processor)processor, FINISH, 0);
    }
    return faults;
}
