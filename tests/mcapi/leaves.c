/* Node 0 ends while node 1 receives a long message of it, of which it has sent nothing but an RTS. If node 1 has asked
 * for the data by then, its receive fails; otherwise it receives nothing. Node 1 then sends what no node receives any
 * more, and ends as well.
 */
#include "codes/provoke.h"

#include <weft/node.h>

#define LONG 10000 /* bytes: more than a link takes at once */

static char data[LONG];

static void leave(mcapi_endpoint_t own)
{
    mcapi_status_t status;
    mcapi_request_t request;
    const mcapi_endpoint_t other = mcapi_endpoint_get(0, 1, 1, FOREVER, &status);
    must(status, "endpoint_get", __LINE__);
    MUST(msg_send_i, own, other, data, sizeof data, 0, &request);
}

static void stay(mcapi_endpoint_t own)
{
    mcapi_status_t status;
    mcapi_request_t request;
    size_t size;
    const mcapi_endpoint_t other = mcapi_endpoint_get(0, 0, 1, FOREVER, &status);
    must(status, "endpoint_get", __LINE__);
    MUST(msg_recv_i, own, data, sizeof data, &request);
    mcapi_wait(&request, &size, 100000, &status);
    puts(status == MCAPI_ERR_TRANSMISSION ? "failed" : status == MCAPI_TIMEOUT ? "nothing" : "something else");
    MUST(msg_send_i, own, other, data, sizeof data, 0, &request);
    MUST(msg_send_i, own, other, data, 4, 0, &request);
}

int main(void)
{
    mcapi_info_t info;
    mcapi_status_t status;
    MUST(initialize, 0, weft_node(), NULL, NULL, &info);
    (weft_node() == 0 ? leave : stay)(create(1));
    mcapi_finalize(&status);
    must(status, "finalize", __LINE__);
    return 0;
}
