/* Of requests. */
#include "provoke.h"

static mcapi_request_t receive(mcapi_endpoint_t own)
{
    static char buffer[4];
    mcapi_request_t request;
    MUST(msg_recv_i, own, buffer, sizeof buffer, &request);
    return request;
}

static mcapi_request_t cancelled(mcapi_endpoint_t own)
{
    const mcapi_request_t request = receive(own);
    MUST(cancel, &request);
    return request;
}

void of_requests(void)
{
    const mcapi_endpoint_t own = create(32);
    mcapi_request_t request = receive(own);
    mcapi_request_t none = 0;
    mcapi_request_t *both[2] = {&request, &none};
    mcapi_request_t *one[1] = {&request};
    size_t size;
    PROVOKE(test, PARAMETER, NULL, &size);
    PROVOKE(test, PARAMETER, &request, NULL);
    PROVOKE(wait, PARAMETER, NULL, &size, FOREVER);
    PROVOKE(wait, PARAMETER, &request, NULL, FOREVER);
    PROVOKE(wait_any, PARAMETER, 0, one, &size, FOREVER);
    PROVOKE(wait_any, PARAMETER, 1, NULL, &size, FOREVER);
    PROVOKE(wait_any, PARAMETER, 1, one, NULL, FOREVER);
    PROVOKE(cancel, PARAMETER, NULL);
    PROVOKE(test, REQUEST_INVALID, &none, &size);
    PROVOKE(wait, REQUEST_INVALID, &none, &size, FOREVER);
    PROVOKE(wait_any, REQUEST_INVALID, 2, both, &size, FOREVER);
    PROVOKE(cancel, REQUEST_INVALID, &none);
    PROVOKE_PLAIN(test, PENDING, &request, &size);
    PROVOKE_PLAIN(wait, TIMEOUT, &request, &size, 10);
    PROVOKE_PLAIN(wait_any, TIMEOUT, 1, one, &size, 10);
    MUST(msg_send, own, own, "1234", 4, 0);
    take_notes();
    PROVOKE(cancel, REQUEST_INVALID, &request); /* it is over */
    MUST(wait, &request, &size, FOREVER);
    PROVOKE(wait, REQUEST_INVALID, &request, &size, FOREVER);
    request = cancelled(own);
    PROVOKE(test, REQUEST_CANCELLED, &request, &size);
    PROVOKE(wait, REQUEST_CANCELLED, &request, &size, FOREVER);
    PROVOKE(test, REQUEST_INVALID, &request, &size);
    request = cancelled(own);
    PROVOKE(wait_any, REQUEST_CANCELLED, 1, one, &size, FOREVER);
}
