/* Receives of blocks that are not at the head of the link. */
#include "mp/engine/task.h"

#if WEFT_MP_OVER_ENGINE
#include "small_messages.h"

/* Returns the oldest message from a task that has arrived and was not received, or null. Outside of MP_receive it is
 * the first message of a block. */
static const struct weft_message *oldest_of(int task)
{
    const struct weft_node *node = weft_engine.kept.first;
    while (node && ((const struct weft_message *)node)->envelope.rank != task) {
        node = node->next;
    }
    return (const struct weft_message *)node;
}

/* Waits until the receive is complete, or another message from the task than the wanted one has arrived. */
static void wait_for(struct weft_request *receive, int task)
{
    while (receive->phase != WEFT_DONE && !(receive->phase == WEFT_RECEIVE_MATCH && oldest_of(task))) {
        weft_progress_or_rest(receive);
    }
}

/* As receive_part(), by the engine: for a message that has arrived already, or that is behind another one. */
static __attribute__((noinline)) uint32_t receive_any_way(int task, unsigned label, void *to, unsigned room)
{
    const struct weft_envelope envelope = weft_mp_envelope(task, label, room);
    const struct weft_message *const oldest = oldest_of(task);
    if (oldest && weft_mp_label(oldest) != label) {
        return 0;
    }
    struct weft_request receive;
    weft_receive_start(&receive, to, NULL, &envelope);
    wait_for(&receive, task);
    return weft_receive_withdraw(&receive) ? 0 : receive.total;
}

/* Receives a block that its sender hands over directly, if it is the next. */
static bool take_over(int task, void *to, unsigned length)
{
#if WEFT_LINK_OFFERS
    return length > WEFT_LINK_BLOCK && weft_fast_accept(to, length, (uint32_t)task, length, WEFT_MP_CONTEXT(length));
#else
    (void)task, (void)to, (void)length;
    return false;
#endif
}

/* Maximum bytes of one message on the fast path. */
static unsigned part_of(unsigned length)
{
    return length < WEFT_FAST_TAKES ? length : WEFT_FAST_TAKES;
}

/* Receives the next message from a task if it has this label. Returns its length, otherwise 0. Inlined, since a block
 * consists of several messages. */
static inline uint32_t receive_part(int task, unsigned label, void *to, unsigned room)
{
    uint32_t received;
    while (!WEFT_SMALL) {
        if (weft_fast_receive(to, part_of(room), (uint32_t)task, label, WEFT_MP_CONTEXT(label), WEFT_MP_TAG(label),
                              &received)) {
            return received;
        }
        if (!weft_credit_settle(task)) {
            break;
        }
    }
    return receive_any_way(task, label, to, room);
}

/* Receives all messages of a block. The label of the first is the block's length. */
static int receive_parts(int task, unsigned length, uint8_t *data)
{
    unsigned label = length;
    for (uint32_t received = 0; received < length; label = WEFT_MP_MORE) {
        const uint32_t part = receive_part(task, label, data + received, length - received);
        if (part == 0) {
            return MP_ERR_MISMATCH;
        }
        received += part;
    }
    return MP_SUCCESS;
}

int weft_mp_receive(int task, unsigned length, void *data)
{
    const int error = weft_mp_check_block(task, length, data);
    if (error != MP_SUCCESS) {
        return error;
    }
    return !WEFT_SMALL && take_over(task, data, length) ? MP_SUCCESS : receive_parts(task, length, data);
}

int MP_next(void)
{
    static const struct weft_request any = {.envelope = {.rank = WEFT_ANY}, .phase = WEFT_RECEIVE_MATCH};
    while (!weft_engine.kept.first) {
        weft_progress_or_rest(&any);
    }
    return ((const struct weft_message *)weft_engine.kept.first)->envelope.rank;
}
#endif
