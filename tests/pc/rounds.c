/* Node 0 and the node behind it exchange messages of many lengths; whoever is node 1 answers with what it got, byte by
 * byte one more. Node 1 can be a core or the PC. Any further node takes no part.
 */
#include <mcapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <weft/node.h>

#define PORT 1

static const size_t lengths[] = {0, 1, 4, 7, 63, 64, 65, 200, 1000, 20000};
#define ROUNDS (sizeof lengths / sizeof *lengths)

static unsigned char bytes[20000];

static void must(mcapi_status_t status, const char *what)
{
    if (status != MCAPI_SUCCESS) {
        printf("%s: status %d\n", what, (int)status);
        exit(1);
    }
}

static unsigned char byte_of(size_t round, size_t place)
{
    return (unsigned char)(3 * round + 7 * place);
}

static void lead(mcapi_endpoint_t own, mcapi_endpoint_t peer)
{
    mcapi_status_t status;
    for (size_t round = 0; round < ROUNDS; round++) {
        const size_t length = lengths[round];
        size_t wrong = 0;
        size_t got = 0;
        for (size_t place = 0; place < length; place++) {
            bytes[place] = byte_of(round, place);
        }
        mcapi_msg_send(own, peer, bytes, length, 0, &status);
        must(status, "send");
        mcapi_msg_recv(own, bytes, sizeof bytes, &got, &status);
        must(status, "receive");
        for (size_t place = 0; place < got; place++) {
            wrong += bytes[place] != (unsigned char)(byte_of(round, place) + 1);
        }
        printf("%u bytes, %u came back, %u wrong\n", (unsigned)length, (unsigned)got, (unsigned)wrong);
    }
}

static void answer(mcapi_endpoint_t own, mcapi_endpoint_t peer)
{
    mcapi_status_t status;
    for (size_t round = 0; round < ROUNDS; round++) {
        size_t got = 0;
        mcapi_msg_recv(own, bytes, sizeof bytes, &got, &status);
        must(status, "receive");
        for (size_t place = 0; place < got; place++) {
            bytes[place]++;
        }
        mcapi_msg_send(own, peer, bytes, got, 0, &status);
        must(status, "send");
    }
}

int main(void)
{
    const mcapi_node_t node = weft_node();
    mcapi_status_t status;
    mcapi_info_t info;
    if (node > 1) {
        return 0;
    }
    mcapi_initialize(0, node, NULL, NULL, &info, &status);
    must(status, "initialize");
    const mcapi_endpoint_t own = mcapi_endpoint_create(PORT, &status);
    must(status, "create");
    const mcapi_endpoint_t peer = mcapi_endpoint_get(0, 1 - node, PORT, MCA_INFINITE, &status);
    must(status, "get");
    (node == 0 ? lead : answer)(own, peer);
    mcapi_finalize(&status);
    must(status, "finalize");
    return 0;
}
