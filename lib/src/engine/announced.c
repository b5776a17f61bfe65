/* Large messages by straight-line code (straight.h) for an interface with receives of its own (MCAPI). Only the RTS,
 * once taken, tells which receive a message belongs to; and the sender needs to know how many bytes the receiver
 * accepted. */
#include "engine/straight.h"

weft_length weft_send_large_and_ask(const void *buffer, const struct weft_envelope *envelope)
{
    if (!WEFT_SMALL && weft_is_quiet()) {
        return send_straight(buffer, envelope, false);
    }
    struct weft_request request;
    weft_send_start(&request, buffer, NULL, envelope, false);
    weft_wait(&request);
    return request.total;
}

weft_length weft_send_after_short_rts(const void *buffer, const struct weft_envelope *envelope)
{
    return send_after_short_rts(buffer, envelope, false);
}

bool weft_receive_announced(struct weft_request *request, void *buffer, const struct weft_envelope *wanted,
                            uint32_t contexts)
{
    const int32_t rank = request->envelope.rank;
    weft_link_take(&weft_engine.heard);
    const struct weft_rts *const said = &weft_engine.heard.rts;
    const struct weft_envelope envelope = {rank, said->tag, said->context, said->length};
    if (!weft_is_among(&envelope, wanted, contexts)) {
        keep_rts(&envelope, said->cookie);
        weft_credit_begin(rank);
        return false;
    }
    weft_receive_prepare(request, buffer, NULL, wanted->length);
    answer_rts(request, &envelope);
    weft_credit_begin(rank);
    return true;
}
