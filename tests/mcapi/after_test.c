/* A request that was tested: a wait says the same once more and releases it; a program that only tests loses nothing.
 */
#include "codes/provoke.h"

#include <weft/node.h>

#define ROUNDS (3 * WEFT_MCAPI_REQUESTS)

static mcapi_endpoint_t own;
static char buffer[8];

/* A receive that has got a message of `size` bytes. */
static mcapi_request_t received(size_t size)
{
    mcapi_request_t request;
    MUST(msg_recv_i, own, buffer, 4, &request);
    MUST(msg_send, own, own, "1234567", size, 0);
    mcapi_msg_available(own, NULL);
    return request;
}

static void test_and_wait(size_t sent, size_t taken, mcapi_status_t code)
{
    const mcapi_request_t request = received(sent);
    mcapi_status_t status;
    for (unsigned tests = 0; tests < 2; tests++) {
        size_t size = 77;
        const mcapi_boolean_t over = mcapi_test(&request, &size, &status);
        expect(status, code, "test", "as the message came", __LINE__);
        expect(over, code == MCAPI_SUCCESS, "test", "true where it succeeds", __LINE__);
        expect((mcapi_status_t)size, (mcapi_status_t)taken, "test", "its size", __LINE__);
    }
    size_t size = 77;
    mcapi_wait(&request, &size, FOREVER, &status);
    expect(status, code, "wait", "as the message came", __LINE__);
    expect((mcapi_status_t)size, (mcapi_status_t)taken, "wait", "its size", __LINE__);
    PROVOKE(wait, REQUEST_INVALID, &request, &size, FOREVER);
    PROVOKE(test, REQUEST_INVALID, &request, &size);
}

int main(void)
{
    mcapi_info_t info;
    mcapi_status_t status;
    MUST(initialize, 0, weft_node(), NULL, NULL, &info);
    own = create(1);
    test_and_wait(4, 4, MCAPI_SUCCESS);
    test_and_wait(7, 4, MCAPI_ERR_MSG_TRUNCATED);
    mcapi_request_t last = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        size_t size;
        last = received(4);
        MUST(test, &last, &size);
    }
    size_t size;
    mcapi_request_t *one[1] = {&last};
    MUST(wait_any, 1, one, &size, FOREVER);
    mcapi_finalize(&status);
    must(status, "finalize", __LINE__);
    return 0;
}
