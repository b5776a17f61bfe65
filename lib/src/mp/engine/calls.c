/* The fast paths of the calls of <mp.h> over the engine (task.h). The compiler may inline them into the functions of a
 * program. */
#include "mp/engine/task.h"

#if WEFT_MP_OVER_ENGINE
#include <weft/boot.h>

#include "arch/inlined.h"
#include "small_messages.h"

/* Maximum length of a block on the fast path. */
#define LONGEST (WEFT_LINK_BLOCK < MP_SEND_MAX ? WEFT_LINK_BLOCK : MP_SEND_MAX)

/* Do the arguments allow the fast path? A task that does not exist has a closed window. */
WEFT_INLINE bool weft_mp_is_ordinary(int task, unsigned length, const void *data)
{
    return !WEFT_SMALL && WEFT_LIKELY((uint32_t)task < WEFT_CORES && length - 1 < LONGEST && weft_mp_is_place(data));
}

WEFT_INLINED int MP_send(int task, unsigned length, const void *data)
{
    WEFT_PROBE_MARK("enter MP_send");
    if (weft_mp_is_ordinary(task, length, data) && WEFT_LIKELY(!weft_mp_last) &&
        weft_fast_send(data, length, (uint32_t)task, length, WEFT_MP_CONTEXT(length))) {
        return MP_SUCCESS;
    }
    return weft_mp_send(task, length, data);
}

WEFT_INLINED int MP_receive(int task, unsigned length, void *data)
{
    WEFT_PROBE_MARK("enter MP_receive");
    uint32_t received;
    if (weft_mp_is_ordinary(task, length, data) &&
        weft_fast_receive(data, length, (uint32_t)task, length, WEFT_MP_CONTEXT(length), WEFT_MP_TAG(length),
                          &received)) {
        return MP_SUCCESS;
    }
    return weft_mp_receive(task, length, data);
}

WEFT_INLINED void MP_sent(void)
{
    if (!WEFT_LIKELY(!weft_mp_last)) {
        weft_mp_keep_last();
    }
}

WEFT_INLINED int MP_task(void)
{
    return (int)weft_boot.rank;
}

WEFT_INLINED int MP_tasks(void)
{
    return (int)weft_boot.size;
}
#endif
