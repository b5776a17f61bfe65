/* The names of status codes (MCAPI 2.015, section "General"). */
#include "mcapi_internal.h"

/* In the order of the codes, as consecutive strings: smaller than a table of addresses and full names. The names from
 * the fourth to the last but one lack their prefix, MCAPI_ERR_. */
static const char names[] =
    "SUCCESS\0PENDING\0TIMEOUT\0PARAMETER\0DOMAIN_INVALID\0NODE_INVALID\0NODE_INITFAILED\0NODE_INITIALIZED\0"
    "NODE_NOTINIT\0NODE_FINALFAILED\0PORT_INVALID\0ENDP_INVALID\0ENDP_EXISTS\0ENDP_GET_LIMIT\0ENDP_DELETED\0"
    "ENDP_NOTOWNER\0ENDP_REMOTE\0ATTR_INCOMPATIBLE\0ATTR_SIZE\0ATTR_NUM\0ATTR_VALUE\0ATTR_NOTSUPPORTED\0"
    "ATTR_READONLY\0MSG_SIZE\0MSG_TRUNCATED\0CHAN_OPEN\0CHAN_TYPE\0CHAN_DIRECTION\0CHAN_CONNECTED\0"
    "CHAN_OPENPENDING\0CHAN_CLOSEPENDING\0CHAN_NOTOPEN\0CHAN_INVALID\0PKT_SIZE\0TRANSMISSION\0PRIORITY\0"
    "BUF_INVALID\0MEM_LIMIT\0REQUEST_INVALID\0REQUEST_LIMIT\0REQUEST_CANCELLED\0WAIT_PENDING\0GENERAL\0"
    "STATUSCODE_END\0ENDP_NOPORTS\0ENDP_LIMIT\0SCL_SIZE";

static const char *name_of(mcapi_status_t status)
{
    const char *name = names;
    for (mcapi_status_t code = MCAPI_SUCCESS; code < status; code++) {
        while (*name++ != '\0') {
        }
    }
    return name;
}

/* The prefix of a full name; the first codes have only six characters of it. */
static const char beginning[] = "MCAPI_ERR_";

char *mcapi_display_status(const mcapi_status_t status, char *status_message, const size_t size)
{
    const bool known = status - MCAPI_SUCCESS <= MCAPI_ERR_SCL_SIZE - MCAPI_SUCCESS && status != MCAPI_STATUSCODE_END;
    const mcapi_status_t told = known ? status : MCAPI_ERR_PARAMETER;
    if (!status_message || size == 0) {
        return NULL;
    }
    const char *from = beginning;
    const char *const end = beginning + (told < MCAPI_ERR_PARAMETER ? 6 : sizeof beginning - 1);
    char *to = status_message;
    for (const char *const last = to + size - 1; to < last && *from != '\0'; to++) {
        *to = *from++;
        from = from == end ? name_of(told) : from;
    }
    *to = '\0';
    return status_message;
}
