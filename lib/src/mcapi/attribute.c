/* Attributes of endpoints (MCAPI 2.015, section "Endpoints"). Those of another node's endpoint are read by a note to
 * that node. */
#include "mcapi_internal.h"

static uint32_t type_of(uint32_t state)
{
    _Static_assert(MCAPI_ENDP_ATTR_TYPE_PKTCHAN == WEFT_MCAPI_PACKETS << 1, "the kinds of channels are in its order");
    _Static_assert(MCAPI_ENDP_ATTR_TYPE_SCLCHAN == WEFT_MCAPI_SCALARS << 1, "the kinds of channels are in its order");
    const uint32_t kind = state & (WEFT_MCAPI_PACKETS | WEFT_MCAPI_SCALARS);
    return (state & WEFT_MCAPI_CONNECTED) == 0 ? MCAPI_ENDP_ATTR_TYPE_MESSAGE : kind << 1;
}

/* Returns the meaning of the status bits that describes how far the channel is. */
static uint32_t status_of(uint32_t state)
{
    _Static_assert(MCAPI_ENDP_ATTR_STATUS_OPEN == WEFT_MCAPI_OPEN / WEFT_MCAPI_CONNECTED, "states are in its order");
    _Static_assert(MCAPI_ENDP_ATTR_STATUS_OPEN_PENDING == WEFT_MCAPI_OPENING / WEFT_MCAPI_CONNECTED, "as above");
    _Static_assert(MCAPI_ENDP_ATTR_STATUS_CLOSE_PENDING == WEFT_MCAPI_CLOSED / WEFT_MCAPI_CONNECTED, "as above");
    const uint32_t all = WEFT_MCAPI_CONNECTED | WEFT_MCAPI_OPEN | WEFT_MCAPI_OPENING | WEFT_MCAPI_CLOSED;
    return (state & all) / WEFT_MCAPI_CONNECTED;
}

/* The fields of the attributes that must agree at both ends of a channel; BUFFER_TYPE has only one value. */
#define FIRST_FIELD MCAPI_ENDP_ATTR_MAX_PAYLOAD_SIZE
static const struct {
    struct weft_mcapi_field field;
    uint16_t least;
    uint32_t most;
} fields[] = {
    {WEFT_MCAPI_MAX_PAYLOAD, 0, MCAPI_MAX_MESSAGE_SIZE},
    {{0, 0}, MCAPI_ENDP_ATTR_FIFO_BUFFER, MCAPI_ENDP_ATTR_FIFO_BUFFER},
    {WEFT_MCAPI_MEMORY, MCAPI_ENDP_ATTR_LOCAL_MEMORY, MCAPI_ENDP_ATTR_REMOTE_MEMORY},
    {WEFT_MCAPI_PRIORITIES, 1, WEFT_MCAPI_ALL_PRIORITIES},
    {WEFT_MCAPI_PRIORITY, 0, MCAPI_MIN_PRORITY},
};
#define FIELDS (sizeof fields / sizeof *fields)

static uint32_t field_of(uint32_t attributes, uint32_t number)
{
    const bool fails = number == MCAPI_ENDP_ATTR_MEMORY_TYPE && weft_mcapi_get(attributes, WEFT_MCAPI_FAILS) != 0;
    const uint32_t value = weft_mcapi_get(attributes, fields[number - FIRST_FIELD].field);
    return fails ? value | MCAPI_ENDP_ATTR_FAIL_ON_MEM_LIMIT : value;
}

uint32_t weft_mcapi_read(const struct weft_mcapi_endpoint *endpoint, uint32_t number)
{
    if (number - FIRST_FIELD < FIELDS) {
        return field_of(endpoint->attributes, number);
    }
    switch (number) {
    case MCAPI_ENDP_ATTR_TYPE:
        return type_of(endpoint->state);
    case MCAPI_ENDP_ATTR_GET_COUNT:
        return endpoint->gets;
    case MCAPI_ENDP_ATTR_GET_SOURCE:
        return endpoint->getter;
    case MCAPI_ENDP_ATTR_ENDP_STATUS:
        return status_of(endpoint->state);
    case MCAPI_ENDP_ATTR_TIMEOUT:
        return endpoint->timeout;
    default:
        return WEFT_CREDITS; /* send and receive buffers, for each peer */
    }
}

static enum mcapi_status_codes check(mcapi_uint_t number, const void *value, size_t size)
{
    WEFT_REFUSE_IF(!value, PARAMETER);
    WEFT_REFUSE_IF(number >= MCAPI_ENDP_ATTR_END, ATTR_NUM);
    WEFT_REFUSE_IF(size != sizeof(uint32_t), ATTR_SIZE);
    return MCAPI_SUCCESS;
}

static enum mcapi_status_codes read_remote(mcapi_endpoint_t handle, uint32_t number, uint32_t *value)
{
    struct weft_mcapi_request *const request = weft_mcapi_request_new(WEFT_MCAPI_ASKS, WEFT_MCAPI_WAITS).request;
    request->out = value;
    weft_mcapi_say(request, WEFT_MCAPI_READS, handle, number);
    return weft_mcapi_await(MCAPI_TIMEOUT_INFINITE, NULL);
}

static enum mcapi_status_codes get(mcapi_endpoint_t handle, mcapi_uint_t number, uint32_t *value, size_t size)
{
    WEFT_MCAPI_TRY(weft_mcapi_check_endpoint(handle));
    WEFT_MCAPI_TRY(check(number, value, size));
    const struct weft_mcapi_endpoint *const own = weft_mcapi_own(handle);
    if (!own) {
        return read_remote(handle, number, value);
    }
    *value = weft_mcapi_read(own, number);
    return MCAPI_SUCCESS;
}

void mcapi_endpoint_get_attribute(const mcapi_endpoint_t endpoint, const mcapi_uint_t attribute_num, void *attribute,
                                  const size_t attribute_size, mcapi_status_t *mcapi_status)
{
    weft_mcapi_tell(mcapi_status, get(endpoint, attribute_num, attribute, attribute_size));
}

/* Returns the attributes with a new value in one field, or 0 if the value is not valid. */
static uint32_t with_field(uint32_t attributes, uint32_t number, uint32_t value)
{
    const uint32_t i = number - FIRST_FIELD;
    if (number == MCAPI_ENDP_ATTR_MEMORY_TYPE) {
        const bool fails = (value & MCAPI_ENDP_ATTR_FAIL_ON_MEM_LIMIT) != 0;
        attributes = weft_mcapi_put(attributes, WEFT_MCAPI_FAILS, fails);
        value &= ~MCAPI_ENDP_ATTR_FAIL_ON_MEM_LIMIT;
    }
    const bool possible = value >= fields[i].least && value <= fields[i].most;
    return possible ? weft_mcapi_put(attributes, fields[i].field, value) : 0;
}

static enum mcapi_status_codes set(mcapi_endpoint_t handle, mcapi_uint_t number, const uint32_t *value, size_t size)
{
    const struct weft_mcapi_found found = weft_mcapi_find(handle);
    struct weft_mcapi_endpoint *const endpoint = found.endpoint;
    if (!endpoint) {
        return found.code;
    }
    WEFT_MCAPI_TRY(check(number, value, size));
    const bool waits = number == MCAPI_ENDP_ATTR_TIMEOUT;
    WEFT_REFUSE_IF(number - FIRST_FIELD >= FIELDS && !waits, ATTR_READONLY);
    const uint32_t attributes = waits ? endpoint->attributes : with_field(endpoint->attributes, number, *value);
    WEFT_REFUSE_IF(attributes == 0, ATTR_VALUE);
    WEFT_REFUSE_IF((endpoint->state & WEFT_MCAPI_CONNECTED) != 0, CHAN_CONNECTED);
    endpoint->attributes = attributes;
    endpoint->timeout = waits ? *value : endpoint->timeout;
    weft_mcapi_note_change(endpoint);
    return MCAPI_SUCCESS;
}

void mcapi_endpoint_set_attribute(const mcapi_endpoint_t endpoint, const mcapi_uint_t attribute_num,
                                  const void *attribute, const size_t attribute_size, mcapi_status_t *mcapi_status)
{
    weft_mcapi_tell(mcapi_status, set(endpoint, attribute_num, attribute, attribute_size));
}
