/* Node 0 ends while node 1 receives a long message of it, of which it has sent nothing but an RTS. If node 1 has asked
 * for the data by then, its receive fails; otherwise it receives nothing. Node 1 then sends what no node receives any
 * more, and ends as well. It waits for a request that was there before (early), or calls mcapi_msg_recv when the RTS
 * has come (late).
 */
#include "codes/provoke.h"

#include <stdbool.h>
#include <string.h>
#include <weft/node.h>
#include <weft/timer.h>

#define LONG 10000      /* bytes: more than a link takes at once */
#define PATIENCE 100000 /* microseconds */

static char data[LONG];

static void leave(mcapi_endpoint_t own)
{
    mcapi_status_t status;
    mcapi_request_t request;
    const mcapi_endpoint_t other = mcapi_endpoint_get(0, 1, 1, FOREVER, &status);
    must(status, "endpoint_get", __LINE__);
    MUST(msg_send_i, own, other, data, sizeof data, 0, &request);
}

static mcapi_status_t receive_by_request(mcapi_endpoint_t own)
{
    mcapi_status_t status;
    mcapi_request_t request;
    size_t size;
    MUST(msg_recv_i, own, data, sizeof data, &request);
    mcapi_wait(&request, &size, PATIENCE, &status);
    return status;
}

static mcapi_status_t receive_late(mcapi_endpoint_t own)
{
    static const mcapi_timeout_t patience = PATIENCE;
    mcapi_status_t status;
    size_t size;
    MUST(endpoint_set_attribute, own, MCAPI_ENDP_ATTR_TIMEOUT, &patience, sizeof patience);
    const uint64_t start = weft_timer_now();
    while (weft_timer_now() - start < WEFT_CLOCK_HZ / 10000) {
    }
    mcapi_msg_recv(own, data, sizeof data, &size, &status);
    return status;
}

static void stay(mcapi_endpoint_t own, bool late)
{
    mcapi_status_t status;
    mcapi_request_t request;
    const mcapi_endpoint_t other = mcapi_endpoint_get(0, 0, 1, FOREVER, &status);
    must(status, "endpoint_get", __LINE__);
    status = late ? receive_late(own) : receive_by_request(own);
    puts(status == MCAPI_ERR_TRANSMISSION ? "failed" : status == MCAPI_TIMEOUT ? "nothing" : "something else");
    MUST(msg_send_i, own, other, data, sizeof data, 0, &request);
    MUST(msg_send_i, own, other, data, 4, 0, &request);
}

int main(int count, char **arguments)
{
    mcapi_info_t info;
    mcapi_status_t status;
    MUST(initialize, 0, weft_node(), NULL, NULL, &info);
    if (weft_node() == 0) {
        leave(create(1));
    } else {
        stay(create(1), count == 2 && strcmp(arguments[1], "late") == 0);
    }
    mcapi_finalize(&status);
    must(status, "finalize", __LINE__);
    return 0;
}
