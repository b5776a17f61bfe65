/* The calls of <mp.h> for tasks that are processes of the host. */
#define WEFT_MP_NO_JOIN /* the library itself is no task */
#include <mp.h>
#include <stdlib.h>
#include <string.h>

#include <weft/boot.h>
#include <weft/probe.h>

#include "arch/linux/job.h"
#include "mp/native/buffers.h"
#include "mp/unreceived.h"

#ifdef WEFT_TRACED
#define TRACED(name) WEFT_TRACE_CALL_OF(name)
#else
#define TRACED(name) ((void)0)
#endif

/* The context of blocks in a trace. */
#define TASKS (UINT32_MAX - 1)

struct weft_mp_buffers *weft_mp_buffers;
uint32_t weft_mp_self;
uint32_t weft_mp_count;

static void end(void)
{
    weft_mp_lock();
    const uint32_t unreceived = weft_mp_buffers->tasks[weft_mp_self].input_blocks;
    const uint32_t next = weft_mp_next();
    weft_mp_buffers->tasks[weft_mp_self].state = WEFT_MP_ENDED;
    weft_mp_check_for_deadlock();
    weft_mp_unlock();
    if (unreceived > 0) {
        weft_mp_tell_unreceived(unreceived, weft_mp_oldest(next), next);
    }
}

/* Called before main, by the program's <mp.h> (weft/mp_join.h). */
void weft_mp_join(void)
{
    if (weft_mp_buffers) {
        return;
    }
    weft_mp_self = weft_boot.rank;
    weft_mp_count = weft_boot.size;
    weft_self()->rank = (int32_t)weft_mp_self;
    const size_t paths = (size_t)weft_mp_count * weft_mp_count * sizeof(struct weft_mp_path);
    weft_mp_buffers = (struct weft_mp_buffers *)(void *)(weft_job_join(sizeof(struct weft_mp_buffers) + paths) + 1);
    weft_job_enter(WEFT_JOB_TASK);
    weft_mp_lock();
    weft_mp_buffers->tasks[weft_mp_self].state = WEFT_MP_RUNS;
    weft_mp_unlock();
    atexit(end);
}

static bool is_aligned(const void *data)
{
    return data != NULL && (uintptr_t)data % 4 == 0;
}

/* Checks arguments in the order in which the hardware does. */
static int check(unsigned length, unsigned most, const void *data)
{
    if (length == 0 || length > most) {
        return MP_ERR_LENGTH;
    }
    return is_aligned(data) ? MP_SUCCESS : MP_ERR_ADDRESS;
}

static int check_block(int task, unsigned length, unsigned most, const void *data)
{
    if (task < 0 || (uint32_t)task >= weft_mp_count) {
        return MP_ERR_TASK;
    }
    return check(length, most, data);
}

int MP_send(int task, unsigned length, const void *data)
{
    TRACED("MP_send");
    const int error = check_block(task, length, MP_SEND_MAX, data);
    if (error != MP_SUCCESS) {
        return error;
    }
    const uint32_t words = weft_mp_words(length);
    weft_mp_lock();
    if (!weft_mp_has_room(weft_mp_self, words)) {
        weft_mp_wait(WEFT_MP_WAITS_TO_SEND, (uint32_t)task, words);
    }
    WEFT_SENT(task, 0, TASKS, length);
    weft_mp_put((uint32_t)task, data, length);
    weft_mp_unlock();
    return MP_SUCCESS;
}

int MP_receive(int task, unsigned length, void *data)
{
    TRACED("MP_receive");
    const int error = check_block(task, length, MP_RECEIVE_MAX, data);
    if (error != MP_SUCCESS) {
        return error;
    }
    weft_mp_lock();
    if (weft_mp_oldest((uint32_t)task) == 0) {
        weft_mp_wait(WEFT_MP_WAITS_TO_RECEIVE, (uint32_t)task, 0);
    }
    const bool agrees = weft_mp_oldest((uint32_t)task) == length;
    if (agrees) {
        weft_mp_take((uint32_t)task, data, length);
        WEFT_RECEIVED(task, 0, TASKS, 0);
    }
    weft_mp_unlock();
    return agrees ? MP_SUCCESS : MP_ERR_MISMATCH;
}

int MP_next(void)
{
    TRACED("MP_next");
    weft_mp_lock();
    if (weft_mp_next() == WEFT_CORES) {
        weft_mp_wait(WEFT_MP_WAITS_FOR_ANY, weft_mp_self, 0);
    }
    const uint32_t task = weft_mp_next();
    weft_mp_unlock();
    return (int)task;
}

/* Returns the address of a block in the memory, or null. */
static uint8_t *in_memory(unsigned address, unsigned length)
{
    uint32_t size;
    uint8_t *const memory = weft_mp_memory(&size);
    const bool inside = address % 4 == 0 && address <= size && length <= size - address;
    return inside ? memory + address : NULL;
}

int MP_mread(void *data, unsigned length, unsigned address)
{
    TRACED("MP_mread");
    const int error = check(length, UINT32_MAX, data);
    if (error != MP_SUCCESS) {
        return error;
    }
    const uint8_t *const from = in_memory(address, length);
    if (!from) {
        return MP_ERR_MEMORY;
    }
    memcpy(data, from, length);
    return MP_SUCCESS;
}

int MP_mwrite(const void *data, unsigned length, unsigned address)
{
    TRACED("MP_mwrite");
    const int error = check(length, MP_SEND_MAX, data);
    if (error != MP_SUCCESS) {
        return error;
    }
    uint8_t *const to = in_memory(address, length);
    if (!to) {
        return MP_ERR_MEMORY;
    }
    memcpy(to, data, length);
    return MP_SUCCESS;
}

/* Nothing to wait for: MP_send and MP_mwrite have copied the block. */
void MP_sent(void)
{
}

int MP_task(void)
{
    return (int)weft_mp_self;
}

int MP_tasks(void)
{
    return (int)weft_mp_count;
}
