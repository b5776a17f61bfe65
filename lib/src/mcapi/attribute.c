/* Attributes of endpoints (MCAPI 2.015, section "Endpoints"). Those of another node's endpoint are asked for there. */
#include "mcapi_internal.h"

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

static uint32_t memory_of(uint32_t attributes)
{
    const bool fails = weft_mcapi_get(attributes, WEFT_MCAPI_FAILS) != 0;
    return weft_mcapi_get(attributes, WEFT_MCAPI_MEMORY) | (fails ? MCAPI_ENDP_ATTR_FAIL_ON_MEM_LIMIT : 0);
}

static uint32_t value_of(const struct weft_mcapi_endpoint *endpoint, uint32_t number)
{
    switch (number) {
    case MCAPI_ENDP_ATTR_TYPE:
        return type_of(endpoint->state);
    case MCAPI_ENDP_ATTR_GET_COUNT:
        return endpoint->gets;
    case MCAPI_ENDP_ATTR_GET_SOURCE:
        return endpoint->getter;
    case MCAPI_ENDP_ATTR_MAX_PAYLOAD_SIZE:
        return weft_mcapi_get(endpoint->attributes, WEFT_MCAPI_MAX_PAYLOAD);
    case MCAPI_ENDP_ATTR_BUFFER_TYPE:
        return MCAPI_ENDP_ATTR_FIFO_BUFFER;
    case MCAPI_ENDP_ATTR_MEMORY_TYPE:
        return memory_of(endpoint->attributes);
    case MCAPI_ENDP_ATTR_NUM_PRIORITIES:
        return weft_mcapi_get(endpoint->attributes, WEFT_MCAPI_PRIORITIES);
    case MCAPI_ENDP_ATTR_PRIORITY:
        return weft_mcapi_get(endpoint->attributes, WEFT_MCAPI_PRIORITY);
    case MCAPI_ENDP_ATTR_ENDP_STATUS:
        return status_of(endpoint->state);
    case MCAPI_ENDP_ATTR_TIMEOUT:
        return endpoint->timeout;
    default:
        return WEFT_CREDITS; /* send and receive buffers, for each peer */
    }
}

enum mcapi_status_codes weft_mcapi_read(const struct weft_mcapi_endpoint *endpoint, uint32_t number, uint32_t *value)
{
    WEFT_REFUSE_IF(number >= MCAPI_ENDP_ATTR_END, ATTR_NUM);
    *value = value_of(endpoint, number);
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
    struct weft_mcapi_request request;
    weft_mcapi_request_prepare(&request, WEFT_MCAPI_ASKS);
    request.note = (struct weft_mcapi_note){.what = WEFT_MCAPI_READS, .to = handle, .from = number};
    request.out = value;
    return weft_mcapi_ask_and_wait(&request, MCAPI_TIMEOUT_INFINITE);
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

static bool can_be_set(uint32_t number)
{
    return (number >= MCAPI_ENDP_ATTR_MAX_PAYLOAD_SIZE && number <= MCAPI_ENDP_ATTR_PRIORITY) ||
           number == MCAPI_ENDP_ATTR_TIMEOUT;
}

/* Puts a value into the field of an attribute; whether it can be one. */
static bool put(struct weft_mcapi_endpoint *endpoint, uint32_t number, uint32_t value)
{
    uint32_t *const word = &endpoint->attributes;
    const uint32_t memory = value & ~MCAPI_ENDP_ATTR_FAIL_ON_MEM_LIMIT;
    bool possible = true;
    switch (number) {
    case MCAPI_ENDP_ATTR_MAX_PAYLOAD_SIZE:
        possible = value <= MCAPI_MAX_MESSAGE_SIZE;
        *word = weft_mcapi_put(*word, WEFT_MCAPI_MAX_PAYLOAD, value);
        break;
    case MCAPI_ENDP_ATTR_MEMORY_TYPE:
        possible = memory <= MCAPI_ENDP_ATTR_REMOTE_MEMORY;
        *word = weft_mcapi_put(weft_mcapi_put(*word, WEFT_MCAPI_MEMORY, memory), WEFT_MCAPI_FAILS, value != memory);
        break;
    case MCAPI_ENDP_ATTR_NUM_PRIORITIES:
        possible = value - 1 < WEFT_MCAPI_ALL_PRIORITIES;
        *word = weft_mcapi_put(*word, WEFT_MCAPI_PRIORITIES, value);
        break;
    case MCAPI_ENDP_ATTR_PRIORITY:
        possible = value < WEFT_MCAPI_ALL_PRIORITIES;
        *word = weft_mcapi_put(*word, WEFT_MCAPI_PRIORITY, value);
        break;
    case MCAPI_ENDP_ATTR_TIMEOUT:
        endpoint->timeout = value;
        break;
    default:
        possible = value == MCAPI_ENDP_ATTR_FIFO_BUFFER;
    }
    return possible;
}

static enum mcapi_status_codes set(mcapi_endpoint_t handle, mcapi_uint_t number, const uint32_t *value, size_t size)
{
    struct weft_mcapi_endpoint *endpoint;
    WEFT_MCAPI_ENTER();
    WEFT_REFUSE_IF(!value, PARAMETER);
    WEFT_MCAPI_TRY(weft_mcapi_find(handle, &endpoint));
    WEFT_MCAPI_TRY(check(number, size));
    WEFT_REFUSE_IF(!can_be_set(number), ATTR_READONLY);
    struct weft_mcapi_endpoint changed = *endpoint;
    if (!put(&changed, number, *value)) {
        return MCAPI_ERR_ATTR_VALUE;
    }
    WEFT_REFUSE_IF((endpoint->state & WEFT_MCAPI_CONNECTED) != 0, CHAN_CONNECTED);
    *endpoint = changed;
    weft_mcapi_endpoint_update(endpoint);
    return MCAPI_SUCCESS;
}

void mcapi_endpoint_set_attribute(const mcapi_endpoint_t endpoint, const mcapi_uint_t attribute_num,
                                  const void *attribute, const size_t attribute_size, mcapi_status_t *mcapi_status)
{
    weft_mcapi_tell(mcapi_status, set(endpoint, attribute_num, attribute, attribute_size));
}
