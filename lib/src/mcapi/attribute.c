/* Attributes of endpoints (MCAPI 2.015, section "Endpoints"). Those of another node's endpoint are asked for there. */
#include "mcapi_internal.h"

/* Where a settable attribute is kept, by number; NONE: it is none. */
#define NONE 0xFF
static const uint8_t kept_in[MCAPI_ENDP_ATTR_END] = {
    [MCAPI_ENDP_ATTR_TYPE] = NONE,
    [MCAPI_ENDP_ATTR_GET_COUNT] = NONE,
    [MCAPI_ENDP_ATTR_GET_SOURCE] = NONE,
    [MCAPI_ENDP_ATTR_MAX_PAYLOAD_SIZE] = WEFT_MCAPI_MAX_PAYLOAD,
    [MCAPI_ENDP_ATTR_BUFFER_TYPE] = NONE,
    [MCAPI_ENDP_ATTR_MEMORY_TYPE] = WEFT_MCAPI_MEMORY,
    [MCAPI_ENDP_ATTR_NUM_PRIORITIES] = WEFT_MCAPI_PRIORITIES,
    [MCAPI_ENDP_ATTR_PRIORITY] = WEFT_MCAPI_PRIORITY,
    [MCAPI_ENDP_ATTR_NUM_SEND_BUFFERS] = NONE,
    [MCAPI_ENDP_ATTR_NUM_RECV_BUFFERS] = NONE,
    [MCAPI_ENDP_ATTR_ENDP_STATUS] = NONE,
    [MCAPI_ENDP_ATTR_TIMEOUT] = WEFT_MCAPI_TIMEOUT,
};

static uint32_t type_of(uint32_t state)
{
    return (state & WEFT_MCAPI_CONNECTED) == 0  ? MCAPI_ENDP_ATTR_TYPE_MESSAGE
           : (state & WEFT_MCAPI_PACKETS) != 0 ? MCAPI_ENDP_ATTR_TYPE_PKTCHAN
                                               : MCAPI_ENDP_ATTR_TYPE_SCLCHAN;
}

/* Of the bits that mean two things, how far the channel is. */
static uint32_t status_of(uint32_t state)
{
    const bool open = (state & WEFT_MCAPI_OPEN) != 0;
    return ((state & WEFT_MCAPI_CONNECTED) != 0 ? MCAPI_ENDP_ATTR_STATUS_CONNECTED : 0) |
           (open ? MCAPI_ENDP_ATTR_STATUS_OPEN : 0) |
           ((state & WEFT_MCAPI_OPENING) != 0 ? MCAPI_ENDP_ATTR_STATUS_OPEN_PENDING : 0) |
           ((state & WEFT_MCAPI_CLOSED) != 0 ? MCAPI_ENDP_ATTR_STATUS_CLOSE_PENDING : 0);
}

enum mcapi_status_codes weft_mcapi_read(const struct weft_mcapi_endpoint *endpoint, uint32_t number, uint32_t *value)
{
    WEFT_REFUSE_IF(number >= MCAPI_ENDP_ATTR_END, ATTR_NUM);
    if (kept_in[number] != NONE) {
        *value = endpoint->attributes[kept_in[number]];
        return MCAPI_SUCCESS;
    }
    switch (number) {
    case MCAPI_ENDP_ATTR_TYPE:
        *value = type_of(endpoint->state);
        break;
    case MCAPI_ENDP_ATTR_GET_COUNT:
        *value = endpoint->gets;
        break;
    case MCAPI_ENDP_ATTR_GET_SOURCE:
        *value = endpoint->getter;
        break;
    case MCAPI_ENDP_ATTR_BUFFER_TYPE:
        *value = MCAPI_ENDP_ATTR_FIFO_BUFFER;
        break;
    case MCAPI_ENDP_ATTR_ENDP_STATUS:
        *value = status_of(endpoint->state);
        break;
    default:
        *value = WEFT_CREDITS;
    }
    return MCAPI_SUCCESS;
}

static enum mcapi_status_codes check(mcapi_uint_t number, size_t size)
{
    WEFT_REFUSE_IF(number >= MCAPI_ENDP_ATTR_END, ATTR_NUM);
    WEFT_REFUSE_IF(size != sizeof(uint32_t), ATTR_SIZE);
    return MCAPI_SUCCESS;
}

static enum mcapi_status_codes read_remote(mcapi_endpoint_t handle, uint32_t number, uint32_t *value)
{
    struct weft_mcapi_request *const request = &weft_mcapi.requests[WEFT_MCAPI_OWN_REQUEST];
    weft_mcapi_request_prepare(request, WEFT_MCAPI_ASK);
    request->first = WEFT_MCAPI_READS;
    request->to = handle;
    request->from = number;
    request->out = value;
    return weft_mcapi_carry_out(request, MCAPI_TIMEOUT_INFINITE, NULL);
}

static enum mcapi_status_codes get(mcapi_endpoint_t handle, mcapi_uint_t number, void *value, size_t size)
{
    WEFT_MCAPI_ENTER();
    WEFT_REFUSE_IF(!value, PARAMETER);
    WEFT_REFUSE_IF(!weft_mcapi_is_endpoint(handle), ENDP_INVALID);
    WEFT_MCAPI_TRY(check(number, size));
    const struct weft_mcapi_endpoint *const own = weft_mcapi_own(handle);
    return own ? weft_mcapi_read(own, number, value) : read_remote(handle, number, value);
}

void mcapi_endpoint_get_attribute(const mcapi_endpoint_t endpoint, const mcapi_uint_t attribute_num, void *attribute,
                                  const size_t attribute_size, mcapi_status_t *mcapi_status)
{
    weft_mcapi_tell(mcapi_status, get(endpoint, attribute_num, attribute, attribute_size));
}

static bool may_be(uint32_t place, uint32_t value)
{
    switch (place) {
    case WEFT_MCAPI_MAX_PAYLOAD:
        return value <= MCAPI_MAX_MESSAGE_SIZE;
    case WEFT_MCAPI_MEMORY:
        return (value & ~MCAPI_ENDP_ATTR_FAIL_ON_MEM_LIMIT) <= MCAPI_ENDP_ATTR_REMOTE_MEMORY;
    case WEFT_MCAPI_PRIORITIES:
        return value - 1 <= MCAPI_MIN_PRORITY;
    case WEFT_MCAPI_PRIORITY:
        return value <= MCAPI_MIN_PRORITY;
    default:
        return true;
    }
}

static enum mcapi_status_codes set(mcapi_endpoint_t handle, mcapi_uint_t number, const uint32_t *value, size_t size)
{
    struct weft_mcapi_endpoint *endpoint;
    WEFT_MCAPI_ENTER();
    WEFT_REFUSE_IF(!value, PARAMETER);
    WEFT_MCAPI_TRY(weft_mcapi_find(handle, &endpoint));
    WEFT_MCAPI_TRY(check(number, size));
    const uint32_t place = kept_in[number];
    WEFT_REFUSE_IF(place == NONE && number != MCAPI_ENDP_ATTR_BUFFER_TYPE, ATTR_READONLY);
    WEFT_REFUSE_IF(place == NONE ? *value != MCAPI_ENDP_ATTR_FIFO_BUFFER : !may_be(place, *value), ATTR_VALUE);
    WEFT_REFUSE_IF((endpoint->state & WEFT_MCAPI_CONNECTED) != 0, CHAN_CONNECTED);
    if (place != NONE) {
        endpoint->attributes[place] = *value;
        weft_mcapi_endpoint_update(endpoint);
    }
    return MCAPI_SUCCESS;
}

void mcapi_endpoint_set_attribute(const mcapi_endpoint_t endpoint, const mcapi_uint_t attribute_num,
                                  const void *attribute, const size_t attribute_size, mcapi_status_t *mcapi_status)
{
    weft_mcapi_tell(mcapi_status, set(endpoint, attribute_num, attribute, attribute_size));
}
