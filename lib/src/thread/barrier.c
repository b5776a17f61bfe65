/* Barriers on the synchronization controller. */
#include <pthread.h>
#include <stdbool.h>
#include <weft/interrupt.h>
#include <weft/probe.h>

/* Numbers given out; the last barrier of the controller is MPI_Barrier's. */
static uint32_t initialized;

/* As with mutexes: all cores call it in the same order. */
int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attr, unsigned count)
{
    if (attr || count == 0 || count > WEFT_CORES) {
        return EINVAL;
    }
    if (initialized >= WEFT_BARRIERS - 1) {
        return EAGAIN;
    }
    barrier->weft_number = (uint8_t)initialized++;
    barrier->weft_count = (uint8_t)count;
    return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *barrier)
{
    if (barrier->weft_count == 0) {
        return EINVAL;
    }
    barrier->weft_count = 0;
    return 0;
}

/* Sleeps until the controller's LACK, which stays pending as the retry interrupt: msg.receive itself does not sleep. */
static void sleep_until_notified(uint32_t number, uint32_t count)
{
    const uint32_t retry = WEFT_INTERRUPT_BIT(WEFT_CAUSE_RETRY);
    const uint32_t on = weft_interrupts_off();
    const uint32_t enabled = weft_interrupt_enable(retry);
    while ((weft_interrupt_pending() & retry) == 0) {
        WEFT_PROBE("barrier", number, count, 0, 0);
        weft_interrupt_wait();
        WEFT_PROBE_HOLD("barrier", number, count, 0, 0);
        if (on) {
            weft_interrupts_restore(on);
            weft_interrupts_off();
        }
    }
    weft_interrupt_disable(retry & ~enabled);
    weft_interrupts_restore(on);
}

/* The last core to come is the one whose request is acknowledged at once. */
int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    const uint32_t number = barrier->weft_number;
    const uint32_t count = barrier->weft_count;
    if (count == 0) {
        return EINVAL;
    }
    const uint32_t payload = WEFT_FIELD_PUT(WEFT_BARRIER_NUMBER, number) | WEFT_FIELD_PUT(WEFT_BARRIER_CORES, count);
    const bool last = weft_msg_receive(payload, WEFT_SYNC_NODE, WEFT_TOKEN_BARRIER) != 0;
    if (!last) {
        sleep_until_notified(number, count);
    }
    return last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}
