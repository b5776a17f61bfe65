/* Blocking sends and receives with known ranks; large messages by straight-line code (straight.h). */
#include "engine/at_once.h"
#include "engine/straight.h"

/* Sends through the engine: small messages, messages of a rank to itself, and those that are sent while other requests
 * are pending. */
__attribute__((noinline)) static int send_any(const void *buffer, const struct weft_envelope *envelope)
{
    struct weft_request request;
    if (weft_send_copy(buffer, NULL, envelope)) {
        return 0;
    }
    weft_send_start(&request, buffer, NULL, envelope, false);
    if (request.phase != WEFT_DONE && weft_is_self(envelope->rank)) {
        weft_send_withdraw(&request);
        return 1;
    }
    weft_wait(&request);
    return 0;
}

static bool try_several(const void *buffer, const struct weft_envelope *envelope)
{
    const weft_word label = weft_label_to(envelope, true);
    return label != WEFT_LABEL_NONE &&
           weft_send_several_by_window(buffer, (uint32_t)envelope->length, envelope->rank, label, envelope->context);
}

/* Before it gives up, it settles the credits, which may open the window, or takes messages that have arrived, since
 * this rank may sleep in the send only when none is at the head. */
bool weft_send_several_blocks(const void *buffer, const struct weft_envelope *envelope)
{
    bool sent = false;
    bool again =
        WEFT_LINK_EAGER > WEFT_LINK_BLOCK && envelope->length <= WEFT_LINK_EAGER && weft_has_plain_label(envelope);
    while (again) {
        sent = try_several(buffer, envelope);
        again = !sent && (weft_credit_settle(envelope->rank) || (weft_is_quiet() && weft_progress()));
    }
    return sent;
}

void weft_send_large(const void *buffer, weft_length length, uint32_t context, int32_t rank, int32_t tag)
{
    const struct weft_envelope envelope = {rank, tag, context, length};
    if (!WEFT_SMALL && (weft_is_quiet())) {
        send_straight(buffer, &envelope, true);
    } else {
        send_any(buffer, &envelope);
    }
}

int weft_send(const void *buffer, int32_t rank, int32_t tag, uint32_t context, weft_length length)
{
    const struct weft_envelope envelope = {rank, tag, context, length};
    const bool small = length <= WEFT_LINK_BLOCK && (!WEFT_LINK_HAS_ESCAPES || weft_fits_block(&envelope));
    if (WEFT_SMALL || small || rank == weft_self()->rank) {
        return send_any(buffer, &envelope);
    }
    if (!weft_send_several_blocks(buffer, &envelope)) {
        weft_send_large(buffer, length, context, rank, tag);
    }
    return 0;
}

void weft_receive(struct weft_request *request, void *buffer, int32_t rank, int32_t tag, uint32_t context,
                  weft_length length)
{
    const struct weft_envelope envelope = {rank, tag, context, length};
    if (WEFT_SMALL || rank == WEFT_ANY || !(weft_self()->peers[rank].receive_word != 0) || !(weft_is_quiet()) ||
        !(weft_link_direct(buffer))) {
        weft_receive_start(request, buffer, NULL, &envelope);
        weft_wait(request);
        return;
    }
    request->envelope = envelope;
    weft_receive_prepare(request, buffer, NULL, length);
    receive_straight(request);
}
