/* Two cores process a picture in external memory. Node 0 writes its rows there and sends node 1 the place of each; node
 * 1 reads a row, inverts it, writes it back and sends a notice; node 0 reads it again. Both cores write and read rows
 * at the same time.
 *
 *     weft run --platform funcapi -n 2 apps/hibi/external.c
 *
 * The scalar channels are those of the platform's map.
 */
#include "../stopwatch.h"
#include <mcapi.h>
#include <stdio.h>
#include <weft/external.h>
#include <weft/node.h>

#define ROW 256 /* words */
#define ROWS 24
#define AHEAD 3       /* maximum rows that node 0 has written and not read again */
#define FIRST 0x40000 /* place of the first row */

enum { NEAR, FAR };

static uint32_t row[ROW];
static mcapi_sclchan_send_hndl_t out;
static mcapi_sclchan_recv_hndl_t in;

static void must(bool right, const char *what)
{
    if (!right) {
        printf("%s has failed\n", what);
        exit(1);
    }
}

static mcapi_endpoint_t endpoint(mcapi_node_t node, mcapi_port_t port)
{
    mcapi_status_t status;
    const mcapi_endpoint_t found = mcapi_endpoint_get(0, node, port, MCAPI_TIMEOUT_INFINITE, &status);
    must(status == MCAPI_SUCCESS, "mcapi_endpoint_get");
    return found;
}

static void finish(mcapi_request_t *request)
{
    mcapi_status_t status;
    size_t size;
    mcapi_wait(request, &size, MCAPI_TIMEOUT_INFINITE, &status);
    must(status == MCAPI_SUCCESS, "opening a channel");
}

/* Opens the channels: from node 0 through port 4 of both nodes, to node 0 through port 5. */
static void set_up(uint32_t node)
{
    mcapi_status_t status;
    mcapi_info_t info;
    mcapi_request_t opens[2];
    mcapi_initialize(0, node, NULL, NULL, &info, &status);
    must(status == MCAPI_SUCCESS, "mcapi_initialize");
    mcapi_sclchan_send_open_i(&out, endpoint(node, 4 + node), &opens[0], &status);
    mcapi_sclchan_recv_open_i(&in, endpoint(node, 5 - node), &opens[1], &status);
    finish(&opens[0]);
    finish(&opens[1]);
}

static void tell(uint32_t place)
{
    mcapi_status_t status;
    mcapi_sclchan_send_uint32(out, place, &status);
    must(status == MCAPI_SUCCESS, "mcapi_sclchan_send_uint32");
}

static uint32_t hear(void)
{
    mcapi_status_t status;
    const uint32_t place = mcapi_sclchan_recv_uint32(in, &status);
    must(status == MCAPI_SUCCESS, "mcapi_sclchan_recv_uint32");
    return place;
}

static uint32_t sample(uint32_t place, uint32_t word)
{
    return place * 2654435761u + word;
}

static void write_row(uint32_t place)
{
    for (uint32_t word = 0; word < ROW; word++) {
        row[word] = sample(place, word);
    }
    must(weft_external_write(place, row, ROW), "weft_external_write");
    tell(place);
}

/* Returns the number of wrong words in a row. */
static uint32_t check_row(uint32_t place)
{
    uint32_t wrong = 0;
    must(weft_external_read(place, row, ROW), "weft_external_read");
    for (uint32_t word = 0; word < ROW; word++) {
        wrong += row[word] != ~sample(place, word);
    }
    return wrong;
}

static void invert_row(uint32_t place)
{
    must(weft_external_read(place, row, ROW), "weft_external_read");
    for (uint32_t word = 0; word < ROW; word++) {
        row[word] = ~row[word];
    }
    must(weft_external_write(place, row, ROW), "weft_external_write");
    tell(place);
}

static void give_and_check(void)
{
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < ROWS + AHEAD; i++) {
        if (i < ROWS) {
            write_row(FIRST + 4 * ROW * i);
        }
        if (i >= AHEAD) {
            wrong += check_row(hear());
        }
    }
    const uint32_t start = *COUNTER;
    weft_external_read(FIRST, row, ROW);
    const uint32_t cycles = *COUNTER - start;
    printf("%u rows, %lu words wrong\n", ROWS, (unsigned long)wrong);
    printf("a row of %u bytes is read in %lu cycles\n", 4 * ROW, (unsigned long)cycles);
}

int main(void)
{
    const uint32_t node = weft_node();
    mcapi_status_t status;
    set_up(node);
    if (node == NEAR) {
        must(!weft_external_read(WEFT_EXTERNAL_SIZE - 4, row, 2), "the refusal of what is not there");
        give_and_check();
    } else {
        for (uint32_t i = 0; i < ROWS; i++) {
            invert_row(hear());
        }
    }
    mcapi_finalize(&status);
    return 0;
}
