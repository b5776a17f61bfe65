/* Channels: connecting, opening and closing (MCAPI 2.015, sections "Packet channels" and "Scalar channels").
 *
 * Whoever connects writes to the owner of the sending end, who reserves it and writes to the owner of the receiving
 * end, who decides; the answer goes the same way back. A channel is open when both ends are, of which each tells the
 * other. An end that is closed here receives nothing more; when both are, the endpoints are free for another channel.
 */
#include "mcapi_internal.h"

/* An open that came before the connection has said which end of what it is. */
static bool fits(const struct weft_mcapi_endpoint *end, uint32_t kinds)
{
    return (end->state & WEFT_MCAPI_OPENING) == 0 || (end->state & WEFT_MCAPI_KINDS) == kinds;
}

static bool agree(const struct weft_mcapi_endpoint *end, const uint32_t *attributes)
{
    bool same = true;
    for (uint32_t i = 0; i < WEFT_MCAPI_AGREED; i++) {
        same &= end->attributes[i] == attributes[i];
    }
    return same;
}

static void join(struct weft_mcapi_endpoint *end, mcapi_endpoint_t peer, uint32_t kinds)
{
    const uint32_t before = end->state & (WEFT_MCAPI_OPENING | WEFT_MCAPI_STATIC);
    end->state = (uint16_t)(before | WEFT_MCAPI_CONNECTED | kinds);
    end->peer = peer;
    weft_mcapi_endpoint_update(end);
}

static void part(struct weft_mcapi_endpoint *end)
{
    end->state &= WEFT_MCAPI_KINDS | WEFT_MCAPI_STATIC;
    end->peer = 0;
    weft_mcapi_endpoint_update(end);
}

/* A channel that the platform file lists may be connected once more, as if it were not. */
static bool is_listed(const struct weft_mcapi_endpoint *end, const struct weft_mcapi_note *note)
{
    return (end->state & WEFT_MCAPI_STATIC) != 0 && end->peer == note->from && (end->state & note->kind) != 0;
}

static void write_on(const struct weft_mcapi_note *note, int32_t node, enum weft_mcapi_what what,
                     enum mcapi_status_codes code)
{
    weft_mcapi.out.note = *note;
    weft_mcapi.out.note.code = (uint8_t)code;
    weft_mcapi.out.note.to = note->from;
    weft_mcapi.out.note.from = note->to;
    weft_mcapi_write(node, what);
}

static void connect_sender(struct weft_mcapi_note *note)
{
    struct weft_mcapi_endpoint *const end = weft_mcapi_own(note->to);
    enum mcapi_status_codes code = MCAPI_SUCCESS;
    if (!end) {
        code = MCAPI_ERR_ENDP_INVALID;
    } else if ((end->state & (WEFT_MCAPI_CONNECTED | WEFT_MCAPI_CONNECTING)) != 0) {
        code = is_listed(end, note) ? MCAPI_PENDING : MCAPI_ERR_CHAN_CONNECTED;
    } else if (!fits(end, note->kind)) {
        code = MCAPI_ERR_CHAN_TYPE;
    }
    if (code != MCAPI_SUCCESS) {
        write_on(note, note->node, WEFT_MCAPI_HAS_CONNECTED, code == MCAPI_PENDING ? MCAPI_SUCCESS : code);
        return;
    }
    end->state |= WEFT_MCAPI_CONNECTING;
    for (uint32_t i = 0; i < WEFT_MCAPI_AGREED; i++) {
        note->attributes[i] = end->attributes[i];
    }
    write_on(note, weft_mcapi_node_of(note->from), WEFT_MCAPI_ATTACHES, code);
}

static void attach_receiver(const struct weft_mcapi_note *note)
{
    struct weft_mcapi_endpoint *const end = weft_mcapi_own(note->to);
    const uint32_t kinds = note->kind | WEFT_MCAPI_RECEIVES;
    enum mcapi_status_codes code = MCAPI_SUCCESS;
    if (!end) {
        code = MCAPI_ERR_ENDP_INVALID;
    } else if ((end->state & (WEFT_MCAPI_CONNECTED | WEFT_MCAPI_CONNECTING)) != 0) {
        code = MCAPI_ERR_CHAN_CONNECTED;
    } else if (!agree(end, note->attributes)) {
        code = MCAPI_ERR_ATTR_INCOMPATIBLE;
    } else if (!fits(end, kinds)) {
        code = MCAPI_ERR_CHAN_TYPE;
    } else {
        join(end, note->from, kinds);
    }
    write_on(note, weft_mcapi_node_of(note->from), WEFT_MCAPI_ATTACHED, code);
}

static void attached(const struct weft_mcapi_note *note)
{
    struct weft_mcapi_endpoint *const end = weft_mcapi_own(note->to);
    end->state &= (uint16_t)~WEFT_MCAPI_CONNECTING;
    if (note->code == MCAPI_SUCCESS) {
        join(end, note->from, note->kind);
    }
    write_on(note, note->node, WEFT_MCAPI_HAS_CONNECTED, (enum mcapi_status_codes)note->code);
}

/* The other end of an own one has been opened or closed. One that was connected anew means another channel. */
static void hear_of_peer(const struct weft_mcapi_note *note)
{
    struct weft_mcapi_endpoint *const end = weft_mcapi_own(note->to);
    const bool closes = note->what == WEFT_MCAPI_CLOSES;
    if (end && end->peer == note->from) {
        end->state |= closes ? WEFT_MCAPI_PEER_CLOSED : WEFT_MCAPI_PEER_OPENS;
        if (closes && (end->state & WEFT_MCAPI_CLOSED) != 0) {
            part(end);
        }
    }
}

void weft_mcapi_act_on_channel(struct weft_mcapi_note *note)
{
    switch (note->what) {
    case WEFT_MCAPI_CONNECTS:
        connect_sender(note);
        break;
    case WEFT_MCAPI_ATTACHES:
        attach_receiver(note);
        break;
    case WEFT_MCAPI_ATTACHED:
        attached(note);
        break;
    case WEFT_MCAPI_OPENS:
    case WEFT_MCAPI_CLOSES:
        hear_of_peer(note);
        break;
    default:
        break;
    }
}

static void write_to_peer(mcapi_endpoint_t peer, mcapi_endpoint_t own, enum weft_mcapi_what what)
{
    weft_mcapi.out.note = (struct weft_mcapi_note){.to = peer, .from = own};
    weft_mcapi_write(weft_mcapi_node_of(peer), what);
}

bool weft_mcapi_try_open(struct weft_mcapi_request *request)
{
    struct weft_mcapi_endpoint *const end = weft_mcapi_own(request->to);
    const bool told = (end->state & WEFT_MCAPI_TOLD) != 0;
    if ((end->state & WEFT_MCAPI_CONNECTED) == 0 || (!told && !weft_mcapi_can_write())) {
        return false;
    }
    if (!told) {
        end->state |= WEFT_MCAPI_TOLD;
        write_to_peer(end->peer, end->handle, WEFT_MCAPI_OPENS);
    }
    if ((end->state & WEFT_MCAPI_PEER_OPENS) == 0) {
        return !told;
    }
    end->state = (uint16_t)((end->state & ~WEFT_MCAPI_OPENING) | WEFT_MCAPI_OPEN);
    weft_mcapi_leave(request);
    weft_mcapi_end(request, MCAPI_SUCCESS);
    return true;
}

/* Of one that the other end does not know of. */
bool weft_mcapi_unopen(const struct weft_mcapi_request *request)
{
    struct weft_mcapi_endpoint *const end = weft_mcapi_own(request->to);
    const bool can = request->kind == WEFT_MCAPI_OPENS_CHANNEL && (end->state & WEFT_MCAPI_TOLD) == 0;
    if (can) {
        end->state &= (uint16_t)~WEFT_MCAPI_OPENING;
    }
    return can;
}

bool weft_mcapi_try_close(struct weft_mcapi_request *request)
{
    if (!weft_mcapi_can_write()) {
        return false;
    }
    weft_mcapi_leave(request);
    write_to_peer(request->from, request->to, WEFT_MCAPI_CLOSES);
    weft_mcapi_end(request, MCAPI_SUCCESS);
    return true;
}

enum mcapi_status_codes weft_mcapi_end_of(mcapi_endpoint_t handle, uint32_t kinds, uint32_t states,
                                          struct weft_mcapi_endpoint **end)
{
    WEFT_MCAPI_ENTER();
    struct weft_mcapi_endpoint *const found = weft_mcapi_own(handle);
    const uint32_t state = found ? found->state : 0;
    *end = found;
    WEFT_REFUSE_IF((state & WEFT_MCAPI_KINDS) == 0, CHAN_INVALID);
    WEFT_REFUSE_IF(((state ^ kinds) & (WEFT_MCAPI_PACKETS | WEFT_MCAPI_SCALARS)) != 0, CHAN_TYPE);
    WEFT_REFUSE_IF(((state ^ kinds) & WEFT_MCAPI_RECEIVES) != 0, CHAN_DIRECTION);
    WEFT_REFUSE_IF((state & states) == 0, CHAN_NOTOPEN);
    return MCAPI_SUCCESS;
}

static enum mcapi_status_codes connect_i(mcapi_endpoint_t from, mcapi_endpoint_t to, uint32_t kind,
                                         mcapi_request_t *handle)
{
    WEFT_MCAPI_ENTER();
    WEFT_REFUSE_IF(!handle, PARAMETER);
    WEFT_REFUSE_IF(!weft_mcapi_is_endpoint(from) || !weft_mcapi_is_endpoint(to) || from == to, ENDP_INVALID);
    struct weft_mcapi_request *const request = weft_mcapi_request_new(WEFT_MCAPI_ASK, handle);
    if (!request) {
        return MCAPI_ERR_REQUEST_LIMIT;
    }
    request->first = WEFT_MCAPI_CONNECTS;
    request->result = kind;
    request->to = from;
    request->from = to;
    weft_mcapi_begin(request);
    return MCAPI_SUCCESS;
}

static enum mcapi_status_codes open_i(mcapi_endpoint_t handle, uint32_t kinds, uint32_t *out, mcapi_request_t *name)
{
    struct weft_mcapi_endpoint *end;
    WEFT_MCAPI_ENTER();
    WEFT_REFUSE_IF(!out || !name, PARAMETER);
    WEFT_MCAPI_TRY(weft_mcapi_find(handle, &end));
    const bool bound = (end->state & (WEFT_MCAPI_CONNECTED | WEFT_MCAPI_OPENING)) != 0;
    WEFT_REFUSE_IF(bound && ((end->state ^ kinds) & (WEFT_MCAPI_PACKETS | WEFT_MCAPI_SCALARS)) != 0, CHAN_TYPE);
    WEFT_REFUSE_IF(bound && ((end->state ^ kinds) & WEFT_MCAPI_RECEIVES) != 0, CHAN_DIRECTION);
    WEFT_REFUSE_IF((end->state & (WEFT_MCAPI_OPEN | WEFT_MCAPI_CLOSED)) != 0, CHAN_OPEN);
    WEFT_REFUSE_IF((end->state & WEFT_MCAPI_OPENING) != 0, CHAN_OPENPENDING);
    struct weft_mcapi_request *const request = weft_mcapi_request_new(WEFT_MCAPI_OPENS_CHANNEL, name);
    if (!request) {
        return MCAPI_ERR_REQUEST_LIMIT;
    }
    end->state = (uint16_t)((end->state & ~(uint32_t)WEFT_MCAPI_KINDS) | kinds | WEFT_MCAPI_OPENING);
    request->to = handle;
    request->out = out;
    request->result = handle;
    weft_mcapi_begin(request);
    return MCAPI_SUCCESS;
}

static enum mcapi_status_codes close_i(mcapi_endpoint_t handle, uint32_t kinds, mcapi_request_t *name)
{
    struct weft_mcapi_endpoint *end;
    WEFT_MCAPI_TRY(weft_mcapi_end_of(handle, kinds, WEFT_MCAPI_OPEN | WEFT_MCAPI_CLOSED, &end));
    WEFT_REFUSE_IF((end->state & WEFT_MCAPI_CLOSED) != 0, CHAN_CLOSEPENDING);
    WEFT_REFUSE_IF(!name, PARAMETER);
    struct weft_mcapi_request *const request = weft_mcapi_request_new(WEFT_MCAPI_CLOSES_CHANNEL, name);
    if (!request) {
        return MCAPI_ERR_REQUEST_LIMIT;
    }
    request->to = handle;
    request->from = end->peer;
    end->state = (uint16_t)((end->state & ~WEFT_MCAPI_OPEN) | WEFT_MCAPI_CLOSED);
    weft_mcapi_abandon(handle, MCAPI_ERR_CHAN_NOTOPEN);
    if ((end->state & WEFT_MCAPI_PEER_CLOSED) != 0) {
        part(end);
    }
    weft_mcapi_begin(request);
    return MCAPI_SUCCESS;
}

#define CHANNEL_FUNCTIONS(channel, kinds)                                                                              \
    void mcapi_##channel##_connect_i(const mcapi_endpoint_t send_endpoint, const mcapi_endpoint_t receive_endpoint,    \
                                     mcapi_request_t *request, mcapi_status_t *mcapi_status)                           \
    {                                                                                                                  \
        weft_mcapi_tell(mcapi_status, connect_i(send_endpoint, receive_endpoint, kinds, request));                     \
    }                                                                                                                  \
    void mcapi_##channel##_recv_open_i(mcapi_##channel##_recv_hndl_t *receive_handle,                                  \
                                       const mcapi_endpoint_t receive_endpoint, mcapi_request_t *request,              \
                                       mcapi_status_t *mcapi_status)                                                   \
    {                                                                                                                  \
        weft_mcapi_tell(mcapi_status, open_i(receive_endpoint, (kinds) | WEFT_MCAPI_RECEIVES, receive_handle, request)); \
    }                                                                                                                  \
    void mcapi_##channel##_send_open_i(mcapi_##channel##_send_hndl_t *send_handle,                                     \
                                       const mcapi_endpoint_t send_endpoint, mcapi_request_t *request,                 \
                                       mcapi_status_t *mcapi_status)                                                   \
    {                                                                                                                  \
        weft_mcapi_tell(mcapi_status, open_i(send_endpoint, kinds, send_handle, request));                             \
    }                                                                                                                  \
    void mcapi_##channel##_recv_close_i(const mcapi_##channel##_recv_hndl_t receive_handle, mcapi_request_t *request,  \
                                        mcapi_status_t *mcapi_status)                                                  \
    {                                                                                                                  \
        weft_mcapi_tell(mcapi_status, close_i(receive_handle, (kinds) | WEFT_MCAPI_RECEIVES, request));                \
    }                                                                                                                  \
    void mcapi_##channel##_send_close_i(const mcapi_##channel##_send_hndl_t send_handle, mcapi_request_t *request,     \
                                        mcapi_status_t *mcapi_status)                                                  \
    {                                                                                                                  \
        weft_mcapi_tell(mcapi_status, close_i(send_handle, kinds, request));                                           \
    }

CHANNEL_FUNCTIONS(pktchan, WEFT_MCAPI_PACKETS)
CHANNEL_FUNCTIONS(sclchan, WEFT_MCAPI_SCALARS)
