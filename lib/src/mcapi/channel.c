/* Channels: connecting, opening (with open.c) and closing (MCAPI 2.015, sections "Packet channels" and "Scalar
 * channels").
 *
 * The node that connects (C) asks the owners of the sending end (S) and of the receiving end (R) by notes (request.h):
 *
 *     C -- RESERVES --> S    S is CONNECTING; the answer has its attributes
 *     C -- ATTACHES --> R    R is CONNECTED, if the attributes agree and it is free
 *     C -- JOINS -----> S    S is CONNECTED, or free again if R refused; its answer completes the request
 *
 * Each note is answered (ANSWERS) before the next is sent. Each end tells the other when its program opens or closes it
 * (OPENS, CLOSES). A channel is open when both ends are. A closed end receives nothing more; when both are closed, the
 * endpoints are free for another channel.
 */
#include "mcapi_internal.h"

#include "mcapi/armed.h"

/* Does the end fit the connection? An open that came first has set the end's kind and direction. */
static bool fits(const struct weft_mcapi_endpoint *end, uint32_t kinds)
{
    return (end->state & WEFT_MCAPI_OPENING) == 0 || (end->state & WEFT_MCAPI_KINDS) == kinds;
}

/* Connects an end. The other end may already have told that it is opened. */
static void join(struct weft_mcapi_endpoint *end, mcapi_endpoint_t peer, uint32_t kinds)
{
    const uint32_t before = end->state & (WEFT_MCAPI_OPENING | WEFT_MCAPI_PEER_OPENS | WEFT_MCAPI_STATIC);
    end->state = (uint16_t)(before | WEFT_MCAPI_CONNECTED | kinds);
    end->peer = peer;
    weft_mcapi_note_change(end);
}

/* Disconnects an end. An open that the program has begun waits for another channel. */
WEFT_CALLED static void part(struct weft_mcapi_endpoint *end)
{
    weft_mcapi_armed_drop_if_closed();
    end->state &= WEFT_MCAPI_KINDS | WEFT_MCAPI_STATIC | WEFT_MCAPI_OPENING;
    end->peer = 0;
    weft_mcapi_note_change(end);
}

static bool is_taken(const struct weft_mcapi_endpoint *end)
{
    return (end->state & (WEFT_MCAPI_CONNECTED | WEFT_MCAPI_CONNECTING)) != 0;
}

/* Is this a channel that the platform file lists? A program may connect it again, as if it were not listed; the code
 * MCAPI_PENDING stands for that. */
static bool is_listed(const struct weft_mcapi_endpoint *end, const struct weft_mcapi_note *note)
{
    return (end->state & WEFT_MCAPI_STATIC) != 0 && end->peer == note->from && (end->state & note->kind) != 0;
}

/* Reserves the sending end, attaches the receiving one. */
enum mcapi_status_codes weft_mcapi_reserve(struct weft_mcapi_endpoint *end, struct weft_mcapi_note *note)
{
    const bool sends = note->what == WEFT_MCAPI_RESERVES;
    const uint32_t kinds = sends ? note->kind : note->kind | WEFT_MCAPI_RECEIVES;
    if (is_taken(end)) {
        return sends && is_listed(end, note) ? MCAPI_PENDING : MCAPI_ERR_CHAN_CONNECTED;
    }
    if (!sends && end->attributes != note->attributes) {
        return MCAPI_ERR_ATTR_INCOMPATIBLE;
    }
    if (!fits(end, kinds)) {
        return MCAPI_ERR_CHAN_TYPE;
    }
    if (sends) {
        end->state |= WEFT_MCAPI_CONNECTING;
        end->peer = note->from;
        note->attributes = end->attributes;
    } else {
        join(end, note->from, kinds);
    }
    return MCAPI_SUCCESS;
}

/* Connects or frees the sending end; the answer is the result of the connection. */
enum mcapi_status_codes weft_mcapi_join(struct weft_mcapi_endpoint *end, const struct weft_mcapi_note *note)
{
    if (note->code == MCAPI_SUCCESS) {
        join(end, note->from, note->kind);
    } else {
        part(end);
    }
    return (enum mcapi_status_codes)note->code;
}

/* After RESERVES asks the receiving end; after ATTACHES tells the sending end the result. */
bool weft_mcapi_connect_on(struct weft_mcapi_request *request, const struct weft_mcapi_note *answer)
{
    struct weft_mcapi_note *const note = &request->note;
    const bool reserved = note->what == WEFT_MCAPI_RESERVES && answer->code == MCAPI_SUCCESS;
    if (!reserved && note->what != WEFT_MCAPI_ATTACHES) {
        return false;
    }
    note->code = answer->code;
    note->attributes = answer->attributes;
    weft_mcapi_say(request, reserved ? WEFT_MCAPI_ATTACHES : WEFT_MCAPI_JOINS, note->from, note->to);
    return true;
}

/* Acts on a note of the other end. If the end was connected to another peer meanwhile, the note is ignored. */
void weft_mcapi_hear_of_peer(struct weft_mcapi_endpoint *end, const struct weft_mcapi_note *note)
{
    const bool closes = note->what == WEFT_MCAPI_CLOSES;
    if (end->peer == note->from) {
        end->state |= closes ? WEFT_MCAPI_PEER_CLOSED : WEFT_MCAPI_PEER_OPENS;
        if (closes && (end->state & WEFT_MCAPI_CLOSED) != 0) {
            part(end);
        }
        weft_mcapi_note_change(end);
    }
}

/* Tells the other end that this one is opened, except in a channel that the platform file lists, where neither end
 * waits for the other. */
static void tell_of_opening(struct weft_mcapi_request *request, struct weft_mcapi_endpoint *end)
{
    request->engine.phase = WEFT_DONE;
    if ((end->state & WEFT_MCAPI_TOLD) == 0) {
        end->state |= WEFT_MCAPI_TOLD;
        weft_mcapi_say(request, WEFT_MCAPI_OPENS, end->peer, request->note.from);
    }
}

bool weft_mcapi_try_open(struct weft_mcapi_request *request)
{
    struct weft_mcapi_endpoint *const end = weft_mcapi_entry(request->note.from);
    const bool connected = (end->state & WEFT_MCAPI_CONNECTED) != 0;
    if (connected) {
        weft_mcapi_leave(request);
        tell_of_opening(request, end);
    }
    return connected;
}

bool weft_mcapi_has_opened(const struct weft_mcapi_request *request)
{
    struct weft_mcapi_endpoint *const end = weft_mcapi_entry(request->note.from);
    const uint32_t opens = WEFT_MCAPI_OPENING | WEFT_MCAPI_TOLD | WEFT_MCAPI_PEER_OPENS;
    if ((end->state & opens) == opens) {
        end->state ^= WEFT_MCAPI_OPENING | WEFT_MCAPI_OPEN; /* an end that opens is not open */
        weft_mcapi_note_change(end);
    }
    return (end->state & WEFT_MCAPI_OPENING) == 0;
}

void weft_mcapi_unopen(const struct weft_mcapi_request *request)
{
    weft_mcapi_entry(request->note.from)->state &= (uint16_t)~WEFT_MCAPI_OPENING;
}

static enum mcapi_status_codes check_kinds(uint32_t state, uint32_t kinds)
{
    WEFT_REFUSE_IF(((state ^ kinds) & (WEFT_MCAPI_PACKETS | WEFT_MCAPI_SCALARS)) != 0, CHAN_TYPE);
    WEFT_REFUSE_IF(((state ^ kinds) & WEFT_MCAPI_RECEIVES) != 0, CHAN_DIRECTION);
    return MCAPI_SUCCESS;
}

static enum mcapi_status_codes check_end(uint32_t state, uint32_t kinds, uint32_t states)
{
    WEFT_REFUSE_IF((state & WEFT_MCAPI_KINDS) == 0, CHAN_INVALID);
    WEFT_MCAPI_TRY(check_kinds(state, kinds));
    WEFT_REFUSE_IF((state & states) == 0, CHAN_NOTOPEN);
    return MCAPI_SUCCESS;
}

struct weft_mcapi_found weft_mcapi_end_of(mcapi_endpoint_t handle, uint32_t kinds, uint32_t states)
{
    struct weft_mcapi_endpoint *const end = weft_mcapi.running ? weft_mcapi_own(handle) : NULL;
    const enum mcapi_status_codes code = check_end(end ? end->state : 0, kinds, states);
    return (struct weft_mcapi_found){code == MCAPI_SUCCESS ? end : NULL,
                                     weft_mcapi.running ? code : MCAPI_ERR_NODE_NOTINIT};
}

static enum mcapi_status_codes connect_i(mcapi_endpoint_t from, mcapi_endpoint_t to, mcapi_request_t *handle,
                                         uint32_t kind)
{
    WEFT_MCAPI_TRY(weft_mcapi_check_endpoint(from));
    WEFT_MCAPI_TRY(weft_mcapi_check_endpoint(to));
    WEFT_REFUSE_IF(from == to, ENDP_INVALID);
    const struct weft_mcapi_made made = weft_mcapi_request_new(WEFT_MCAPI_ASKS, handle);
    if (!made.request) {
        return made.code;
    }
    made.request->note.kind = (uint8_t)kind;
    weft_mcapi_say(made.request, WEFT_MCAPI_RESERVES, from, to);
    return MCAPI_SUCCESS;
}

static enum mcapi_status_codes check_open(uint32_t state, uint32_t kinds)
{
    if ((state & (WEFT_MCAPI_CONNECTED | WEFT_MCAPI_OPENING)) != 0) {
        WEFT_MCAPI_TRY(check_kinds(state, kinds));
    }
    WEFT_REFUSE_IF((state & (WEFT_MCAPI_OPEN | WEFT_MCAPI_CLOSED)) != 0, CHAN_OPEN);
    WEFT_REFUSE_IF((state & WEFT_MCAPI_OPENING) != 0, CHAN_OPENPENDING);
    return MCAPI_SUCCESS;
}

static enum mcapi_status_codes open_i(uint32_t *out, mcapi_endpoint_t handle, mcapi_request_t *name, uint32_t kinds)
{
    const struct weft_mcapi_found found = weft_mcapi_find(handle);
    struct weft_mcapi_endpoint *const end = found.endpoint;
    if (!end) {
        return found.code;
    }
    WEFT_REFUSE_IF(!out || !name, PARAMETER);
    WEFT_MCAPI_TRY(check_open(end->state, kinds));
    const struct weft_mcapi_made made = weft_mcapi_request_new(WEFT_MCAPI_OPENS_CHANNEL, name);
    if (!made.request) {
        return made.code;
    }
    end->state = (uint16_t)((end->state & ~(uint32_t)WEFT_MCAPI_KINDS) | kinds | WEFT_MCAPI_OPENING);
    made.request->note.from = handle;
    made.request->out = out;
    if ((end->state & WEFT_MCAPI_CONNECTED) != 0) {
        tell_of_opening(made.request, end);
    } else {
        made.request->engine.envelope = (struct weft_envelope){
            .rank = WEFT_ANY, .tag = (int32_t)weft_mcapi_port_of(handle), .context = WEFT_MCAPI_NOTE, .length = 0};
        weft_mcapi_begin(made.request);
    }
    return MCAPI_SUCCESS;
}

static enum mcapi_status_codes close_i(mcapi_endpoint_t handle, mcapi_request_t *name, uint32_t kinds)
{
    const struct weft_mcapi_found found = weft_mcapi_end_of(handle, kinds, WEFT_MCAPI_OPEN | WEFT_MCAPI_CLOSED);
    struct weft_mcapi_endpoint *const end = found.endpoint;
    if (!end) {
        return found.code;
    }
    WEFT_REFUSE_IF((end->state & WEFT_MCAPI_CLOSED) != 0, CHAN_CLOSEPENDING);
    const struct weft_mcapi_made made = weft_mcapi_request_new(WEFT_MCAPI_SAYS, name);
    if (!made.request) {
        return made.code;
    }
    weft_mcapi_say(made.request, WEFT_MCAPI_CLOSES, end->peer, handle);
    end->state = (uint16_t)((end->state & ~WEFT_MCAPI_OPEN) | WEFT_MCAPI_CLOSED);
    weft_mcapi_note_change(end);
    weft_mcapi_abandon(handle, MCAPI_ERR_CHAN_NOTOPEN);
    if ((end->state & WEFT_MCAPI_PEER_CLOSED) != 0) {
        part(end);
    }
    return MCAPI_SUCCESS;
}

/* Common to the functions of both kinds of channels: they pass the kind as the last argument. */
WEFT_CALLED static void connect_and_tell(mcapi_endpoint_t from, mcapi_endpoint_t to, mcapi_request_t *request,
                                         mcapi_status_t *status, uint32_t kind)
{
    weft_mcapi_tell(status, connect_i(from, to, request, kind));
}

void weft_mcapi_open(uint32_t *out, mcapi_endpoint_t handle, mcapi_request_t *request, mcapi_status_t *status,
                     uint32_t kinds)
{
    weft_mcapi_tell(status, open_i(out, handle, request, kinds));
}

static void close_and_tell(mcapi_endpoint_t handle, mcapi_request_t *request, mcapi_status_t *status, uint32_t kinds)
{
    weft_mcapi_tell(status, close_i(handle, request, kinds));
}

#define CHANNEL_FUNCTIONS(channel, kind)                                                                               \
    void mcapi_##channel##_connect_i(const mcapi_endpoint_t send_endpoint, const mcapi_endpoint_t receive_endpoint,    \
                                     mcapi_request_t *request, mcapi_status_t *mcapi_status)                           \
    {                                                                                                                  \
        connect_and_tell(send_endpoint, receive_endpoint, request, mcapi_status, kind);                                \
    }                                                                                                                  \
    void mcapi_##channel##_recv_close_i(const mcapi_##channel##_recv_hndl_t receive_handle, mcapi_request_t *request,  \
                                        mcapi_status_t *mcapi_status)                                                  \
    {                                                                                                                  \
        close_and_tell(receive_handle, request, mcapi_status, (kind) | WEFT_MCAPI_RECEIVES);                           \
    }                                                                                                                  \
    void mcapi_##channel##_send_close_i(const mcapi_##channel##_send_hndl_t send_handle, mcapi_request_t *request,     \
                                        mcapi_status_t *mcapi_status)                                                  \
    {                                                                                                                  \
        close_and_tell(send_handle, request, mcapi_status, kind);                                                      \
    }

CHANNEL_FUNCTIONS(pktchan, WEFT_MCAPI_PACKETS)
CHANNEL_FUNCTIONS(sclchan, WEFT_MCAPI_SCALARS)
