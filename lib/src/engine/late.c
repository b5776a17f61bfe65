/* Requests that are given up: see late.h. */
#include "engine/late.h"

#include "engine/state.h"

#if WEFT_TIMEOUT > 0
#include "arch/diagnostic.h"

static WEFT_PER_RANK struct weft_request given_up[WEFT_GIVEN_UP];

/* Returns a free element of `given_up`. */
static struct weft_request *take_place(void)
{
    for (uint32_t i = 0; i < WEFT_GIVEN_UP; i++) {
        if (given_up[i].phase == WEFT_DONE) {
            return &given_up[i];
        }
    }
    weft_fatal("more waits have ended by WEFT_TIMEOUT than it remembers: build with a larger WEFT_GIVEN_UP");
}

static bool is_given_up(const struct weft_request *request)
{
    return request >= given_up && request < given_up + WEFT_GIVEN_UP;
}

/* The `move` of a layout that drops the data. */
static void drop(const struct weft_layout *layout, uint8_t *buffer, weft_length offset, uint8_t *bytes,
                 weft_length length, bool in)
{
    (void)layout, (void)buffer, (void)offset, (void)bytes, (void)length, (void)in;
}

/* Replaces a request in the list `waiting` by a copy that drops its data, at the same position, since data come in the
 * order of their CTS. Returns the copy. */
static struct weft_request *replace(const struct weft_request *request)
{
    static const struct weft_layout nowhere = {drop};
    struct weft_request *const other = take_place();
    struct weft_node **link = &weft_engine.waiting.first;
    *other = *request;
    other->layout = &nowhere;
    while (*link != &request->node) {
        link = &(*link)->next;
    }
    *link = &other->node;
    if (!other->node.next) {
        weft_engine.waiting.end = &other->node.next;
    }
    return other;
}

/* Queues the RTS that tells the receiver that this send was given up. */
static void send_notice(const struct weft_request *given)
{
    struct weft_request *const notice = take_place();
    *notice = *given;
    notice->envelope.context = WEFT_CONTEXT_GIVEN_UP;
    notice->envelope.length = 0;
    weft_request_enter(notice, WEFT_SEND_RTS);
}

/* Gives up a request, so that its caller may reuse its memory. If a message of the peer may still arrive (a CTS or
 * data), a copy of the request waits for it. If the peer waits for data, it gets a notice. */
static void give_up(struct weft_request *request)
{
    const enum weft_phase phase = request->phase;
    if (phase == WEFT_SEND_AWAIT || phase == WEFT_RECEIVE_DATA) {
        (void)replace(request);
        request->phase = WEFT_DONE;
    } else {
        if (phase == WEFT_SEND_BLOCK) {
            weft_self()->peers[request->envelope.rank].credits++;
        }
        weft_request_leave(request);
        if (phase == WEFT_SEND_DATA) {
            send_notice(request);
        }
    }
    request->fragment = WEFT_LATE;
}

void weft_wait_in_time(struct weft_request *request)
{
    uint64_t since = weft_wait_begins();
    weft_length moved = 0;
    while (request->phase != WEFT_DONE) {
        const bool in_time = weft_rest_in_time(request, since);
        if (request->moved != moved) {
            moved = request->moved;
            since = weft_wait_begins();
        } else if (!in_time && request->phase != WEFT_DONE) {
            give_up(request);
        }
    }
}

bool weft_answer_late(struct weft_request *request)
{
    const bool late = is_given_up(request);
    if (late) {
        weft_request_leave(request);
        send_notice(request);
    }
    return late;
}

/* Ends the receive that waits for the data of a send that was given up. The notice itself is no message. */
void weft_hear_given_up(int32_t rank, uint32_t cookie)
{
    for (struct weft_node *node = weft_engine.waiting.first; node; node = node->next) {
        struct weft_request *const request = (struct weft_request *)node;
        if (request->phase == WEFT_RECEIVE_DATA && request->envelope.rank == rank && request->cookie == cookie) {
            weft_request_leave(request);
            request->fragment = WEFT_LATE;
            return;
        }
    }
}
#else
typedef int weft_waits_do_not_end;
#endif
