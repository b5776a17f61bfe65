/* Two nodes that change rows of external memory in turn, over the same bus: each reads what the other wrote. */
#include <mcapi.h>
#include <stdio.h>
#include <weft/external.h>
#include <weft/node.h>

#define ROW 700 /* words */
#define ROUNDS 6

static uint32_t row[ROW];

static mcapi_endpoint_t endpoint(mcapi_node_t node)
{
    mcapi_status_t status;
    return mcapi_endpoint_get(0, node, 7, MCAPI_TIMEOUT_INFINITE, &status);
}

/* Where a round's row is: the last one ends with the memory. */
static uint32_t place(uint32_t round)
{
    return WEFT_EXTERNAL_SIZE - 4 * ROW * (ROUNDS - round);
}

static void write_row(uint32_t round, uint32_t node)
{
    for (uint32_t word = 0; word < ROW; word++) {
        row[word] = round * 1000003u + word * 7u + node;
    }
    if (!weft_external_write(place(round), row, ROW)) {
        printf("node %u: round %u is not written\n", (unsigned)node, (unsigned)round);
    }
}

static uint32_t wrong_words(uint32_t round, uint32_t node)
{
    uint32_t wrong = 0;
    if (!weft_external_read(place(round), row, ROW)) {
        return ROW;
    }
    for (uint32_t word = 0; word < ROW; word++) {
        wrong += row[word] != round * 1000003u + word * 7u + node;
    }
    return wrong;
}

static uint32_t refused(void)
{
    return !weft_external_write(WEFT_EXTERNAL_SIZE - 4, row, 2) + !weft_external_read(2, row, 1) +
           !weft_external_read(WEFT_EXTERNAL_SIZE + 4, row, 1) + weft_external_read(WEFT_EXTERNAL_SIZE, row, 0);
}

int main(void)
{
    const uint32_t node = weft_node();
    mcapi_status_t status;
    mcapi_info_t info;
    uint32_t wrong = 0;
    if (node > 1) {
        return 0;
    }
    mcapi_initialize(0, node, NULL, NULL, &info, &status);
    const mcapi_endpoint_t own = mcapi_endpoint_create(7, &status);
    const mcapi_endpoint_t other = endpoint(1 - node);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        size_t size;
        uint32_t token = round;
        if (round % 2 == node) {
            write_row(round, node);
            mcapi_msg_send(own, other, &token, sizeof token, 0, &status);
        } else {
            mcapi_msg_recv(own, &token, sizeof token, &size, &status);
            wrong += wrong_words(round, 1 - node);
        }
    }
    printf("node %u: %u words wrong, %u of 4 places\n", (unsigned)node, (unsigned)wrong, (unsigned)refused());
    mcapi_finalize(&status);
    return 0;
}
