/* Start and end of a task, and checks of arguments. */
#include "mp/engine/task.h"

#if WEFT_MP_OVER_ENGINE
#include <weft/boot.h>

#include "mp/unreceived.h"

/* Called before main, by the program's <mp.h> (weft/mp_join.h). */
void weft_mp_join(void)
{
    if (weft_engine.started) {
        return;
    }
    if (weft_boot.size > WEFT_CORES) {
        weft_fatal("started with more tasks than the platform has cores: build the program for this platform");
    }
    weft_engine_start((int32_t)weft_boot.rank, (int32_t)weft_boot.size, weft_boot.core_of_rank);
#if WEFT_LINK_ASSIGNS
    weft_link_hear_rank(weft_boot.rank);
#endif
}

/* Reports blocks that were not received. The first message of a block has the block's length as its label; its other
 * messages are not counted. */
static void tell_unreceived(void)
{
    uint32_t blocks = 0;
    const struct weft_message *first = NULL;
    for (const struct weft_node *node = weft_engine.kept.first; node; node = node->next) {
        const struct weft_message *const message = (const struct weft_message *)node;
        const bool begins = weft_mp_label(message) != WEFT_MP_MORE;
        first = begins && !first ? message : first;
        blocks += begins;
    }
    if (first) {
        weft_mp_tell_unreceived(blocks, weft_mp_label(first), (uint32_t)first->envelope.rank);
    }
}

/* Called after main: waits until the blocks sent have reached their receivers. */
__attribute__((destructor)) static void weft_mp_leave(void)
{
    if (weft_self()->size > 0) {
        weft_mp_keep_last();
        weft_engine_finish_sends();
        weft_engine_stop();
        tell_unreceived();
    }
}

int weft_mp_check(unsigned length, unsigned longest, const void *data)
{
    if (length == 0 || length > longest) {
        return MP_ERR_LENGTH;
    }
    return weft_mp_is_place(data) ? MP_SUCCESS : MP_ERR_ADDRESS;
}

int weft_mp_check_block(int task, unsigned length, const void *data)
{
    return (uint32_t)task < (uint32_t)weft_self()->size ? weft_mp_check(length, MP_SEND_MAX, data) : MP_ERR_TASK;
}
#endif
