/* The beginning and the end of a task, and what is wrong with the arguments of its calls. */
#include "mp/engine/task.h"

#if WEFT_MP_OVER_ENGINE
#include <weft/boot.h>

#include "mp/unreceived.h"

/* Before main, from the program's own <mp.h>. */
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

/* The first message of a block tells the block's length; others of it are not counted. */
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

/* Behind main. Blocks that have been sent reach their receivers. */
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
