/* Sends of blocks that the link does not accept at once. Each gets a place in the task's memory, for its request and
 * for its data, which are copied there only if the program may modify them before they have been sent. Places are
 * allocated and freed in FIFO order. A task waits while there is none, as it waits for room in message buffers. */
#include "mp/engine/task.h"

#if WEFT_MP_OVER_ENGINE
#include "arch/copy.h"
#include "engine/at_once.h"
#include "small_messages.h"

/* Room for three blocks of maximum length, as many as the output and input buffers of a mesh hold. */
#define PLACES 256u /* words */

struct weft_mp_block {
    struct weft_request request;
    uint32_t words; /* length of this place in words */
    uint32_t data[];
};
_Static_assert(3 * (sizeof(struct weft_mp_block) + MP_SEND_MAX) < PLACES * 4, "three blocks must find a place");
_Static_assert(4 * (sizeof(struct weft_mp_block) + MP_SEND_MAX) > PLACES * 4,
               "a fourth one waits, as for room in message buffers");

struct weft_mp_block *weft_mp_last;

/* A ring buffer: blocks occupy the words from `oldest` to `next`. When they wrap around, `end` is where the words at
 * the end begin that are not used; otherwise it is 0. */
static uint32_t places[PLACES];
static uint32_t oldest, next, end;

static struct weft_mp_block *at(uint32_t place)
{
    return (struct weft_mp_block *)(void *)&places[place];
}

static void give_back(void)
{
    while (oldest != next && at(oldest)->request.phase == WEFT_DONE) {
        oldest += at(oldest)->words;
        if (oldest == end) {
            oldest = end = 0;
        }
    }
    if (oldest == next) {
        oldest = next = 0;
    }
}

/* Allocates a place of this number of words, or returns null. One word before the oldest block stays free, so that a
 * full ring differs from an empty one. */
static struct weft_mp_block *take_place(uint32_t words)
{
    give_back();
    if (next >= oldest && words > PLACES - next && words < oldest) {
        end = next;
        next = 0;
    }
    const uint32_t limit = next < oldest ? oldest - 1 : PLACES;
    if (words > limit - next) {
        return NULL;
    }
    struct weft_mp_block *const block = at(next);
    next += words;
    block->words = words;
    return block;
}

/* Makes the last block's data independent of the program: waits if the engine has begun to send them, otherwise copies
 * them into the block's place. */
void weft_mp_keep_last(void)
{
    struct weft_mp_block *const block = weft_mp_last;
    weft_mp_last = NULL;
    if (block && block->request.moved > 0) {
        weft_wait(&block->request);
    } else if (block && block->request.phase != WEFT_DONE) {
        weft_copy(block->data, block->request.buffer.from, block->request.envelope.length);
        block->request.buffer.from = (const uint8_t *)block->data;
    }
}

/* Sends a block longer than the link's as one message, if the link accepts it: because its receiver waits for it, or
 * because nothing is in flight. */
static bool send_whole(int task, unsigned length, const uint8_t *data)
{
#if WEFT_LINK_OFFERS
    return length > WEFT_LINK_BLOCK &&
           (length <= WEFT_FAST_SENDS ? weft_fast_send(data, length, (uint32_t)task, length, WEFT_MP_CONTEXT(length))
                                      : weft_fast_offer(data, length, (uint32_t)task, length));
#else
    return length > WEFT_LINK_BLOCK && weft_send_at_once(data, length, length, task, length, WEFT_MP_CONTEXT(length));
#endif
}

static unsigned part_of(unsigned length)
{
    return length < WEFT_LINK_BLOCK ? length : WEFT_LINK_BLOCK;
}

/* Attempts to pass each message after the first of a block to the link: a receiver that waits takes the previous one
 * meanwhile. After that, the rest waits in this task's memory, and is sent in a later call. */
#define OFFERS 32u

/* Sends a block in messages that the link accepts soon, if there are credits for all of them. Returns the number of
 * bytes sent. */
static unsigned send_parts(int task, unsigned length, const uint8_t *data)
{
    const unsigned parts = (length + WEFT_LINK_BLOCK - 1) / WEFT_LINK_BLOCK;
    const struct weft_peer *const peer = &weft_self()->peers[task];
    if (send_whole(task, length, data)) {
        return length;
    }
    if (peer->credits < parts) {
        weft_credit_collect(task);
    }
    unsigned sent = 0;
    unsigned offers = peer->credits >= parts ? 1 : 0;
    while (sent < length && offers > 0) {
        const unsigned part = part_of(length - sent);
        offers--;
        const unsigned label = sent == 0 ? length : WEFT_MP_MORE;
        if (weft_fast_send(data + sent, part, (uint32_t)task, label, WEFT_MP_CONTEXT(label))) {
            sent += part;
            offers = OFFERS;
        }
    }
    return sent;
}

static struct weft_mp_block *wait_for_place(unsigned length)
{
    const uint32_t words = (uint32_t)sizeof(struct weft_mp_block) / 4 + (length + 3) / 4;
    struct weft_mp_block *block;
    while (!(block = take_place(words))) {
        weft_progress_or_rest(&at(oldest)->request);
    }
    return block;
}

int weft_mp_send(int task, unsigned length, const void *data)
{
    const int error = weft_mp_check_block(task, length, data);
    if (error != MP_SUCCESS) {
        return error;
    }
    weft_mp_keep_last();
    const unsigned sent = WEFT_SMALL ? 0 : send_parts(task, length, data);
    if (sent < length) {
        struct weft_mp_block *const block = wait_for_place(length - sent);
        const struct weft_envelope rest = weft_mp_envelope(task, sent == 0 ? length : WEFT_MP_MORE, length - sent);
        weft_send_start(&block->request, (const uint8_t *)data + sent, NULL, &rest, false);
        weft_mp_last = block->request.phase == WEFT_DONE ? NULL : block;
    }
    return MP_SUCCESS;
}
#endif
