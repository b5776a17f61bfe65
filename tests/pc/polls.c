/* Node 1, on the PC, asks again and again whether there is a message, and says how often it asked in vain; node 0, on
 * the chip, sends one after a while. Any further node takes no part.
 */
#include <mcapi.h>
#include <stdio.h>
#include <weft/node.h>

static void work(void)
{
    for (volatile int i = 0; i < 2000; i++) {
    }
}

static unsigned asks(mcapi_endpoint_t own)
{
    unsigned in_vain = 0;
    mcapi_status_t status;
    while (mcapi_msg_available(own, &status) == 0) {
        in_vain++;
    }
    return in_vain;
}

int main(void)
{
    const mcapi_node_t node = weft_node();
    mcapi_status_t status;
    mcapi_info_t info;
    char byte = 'x';
    size_t length;
    if (node > 1) {
        return 0;
    }
    mcapi_initialize(0, node, NULL, NULL, &info, &status);
    const mcapi_endpoint_t own = mcapi_endpoint_create(1, &status);
    if (node == 0) {
        const mcapi_endpoint_t peer = mcapi_endpoint_get(0, 1, 1, MCA_INFINITE, &status);
        work();
        mcapi_msg_send(own, peer, &byte, 1, 0, &status);
    } else {
        printf("%u\n", asks(own));
        mcapi_msg_recv(own, &byte, 1, &length, &status);
    }
    mcapi_finalize(&status);
    return 0;
}
