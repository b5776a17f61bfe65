/* Messages of all lengths from program memory, which a DMA controller does not reach, each after one of a word between
 * the same ends. */
#include "codes/provoke.h"

#include <string.h>
#include <weft/node.h>

#define LONGEST 200

/* Among the code. */
static const uint8_t constants[LONGEST] __attribute__((aligned(4), section(".text.constants"))) = {
    [0] = 1,   [1] = 2,   [3] = 4,     [5] = 6,     [7] = 8,    [30] = 31,
    [31] = 32, [64] = 65, [100] = 101, [187] = 188, [199] = 200};
static char word[4], in[LONGEST + 8];

static void send_all(mcapi_endpoint_t own, mcapi_endpoint_t other)
{
    for (uint32_t length = 1; length <= LONGEST; length++) {
        MUST(msg_send, own, other, word, sizeof word, 0);
        MUST(msg_send, own, other, constants, length, 0);
    }
}

static void receive_all(mcapi_endpoint_t own)
{
    for (uint32_t length = 1; length <= LONGEST; length++) {
        size_t size;
        MUST(msg_recv, own, in, sizeof in, &size);
        memset(in, 0x55, sizeof in);
        MUST(msg_recv, own, in, sizeof in, &size);
        if (size != length || memcmp(in, constants, length) != 0 || in[length] != 0x55) {
            printf("a message of %u bytes came wrong\n", (unsigned)length);
            exit(1);
        }
    }
}

int main(void)
{
    mcapi_info_t info;
    mcapi_status_t status;
    const mcapi_node_t node = weft_node();
    MUST(initialize, 0, node, NULL, NULL, &info);
    const mcapi_endpoint_t own = mcapi_endpoint_create(1, &status);
    must(status, "endpoint_create", __LINE__);
    const mcapi_endpoint_t other = mcapi_endpoint_get(0, 1 - node, 1, FOREVER, &status);
    must(status, "endpoint_get", __LINE__);
    if (node == 0) {
        send_all(own, other);
    } else {
        receive_all(own);
        puts("all came");
    }
    mcapi_finalize(&status);
    return 0;
}
