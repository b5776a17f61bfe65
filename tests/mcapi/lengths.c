/* Messages of adjacent lengths, from and to every place within a word, of two priorities in turn: each comes whole, and
 * no other byte is written. The receiver has room for as much, or for a little more; a few lengths are around a
 * block. What is late is taken where it lies, what is early where it comes.
 */
#include "codes/provoke.h"

#include <stdint.h>
#include <string.h>
#include <weft/node.h>

#define SHORT 230 /* lengths from 1 on; four times as many messages go round a ring several times */
#define AROUND_A_BLOCK 6
#define LENGTHS (SHORT + AROUND_A_BLOCK)
#define GUARD 8
#define UNTOUCHED 0xA5

static uint32_t out[300], in[300];

static size_t length_of(unsigned number)
{
    return number < SHORT ? number + 1 : 1024 - AROUND_A_BLOCK / 2 + (number - SHORT);
}

static uint8_t byte_of(unsigned number, unsigned place, size_t i)
{
    return (uint8_t)(number * 7 + place * 3 + i * 5);
}

static void compute(unsigned turns)
{
    for (volatile unsigned turn = 0; turn < turns; turn++) {
    }
}

static void send_one(mcapi_endpoint_t own, mcapi_endpoint_t other, unsigned number, unsigned place)
{
    uint8_t *const bytes = (uint8_t *)out + place;
    for (size_t i = 0; i < length_of(number); i++) {
        bytes[i] = byte_of(number, place, i);
    }
    compute(number % 3 == 0 ? 60 : 0);
    MUST(msg_send, own, other, bytes, length_of(number), number % 2);
}

static void receive_one(mcapi_endpoint_t own, unsigned number, unsigned place)
{
    const size_t length = length_of(number);
    uint8_t *const bytes = (uint8_t *)in + GUARD + place;
    size_t size = 0;
    size_t wrong = 0;
    memset(in, UNTOUCHED, sizeof in);
    compute(number % 5 == 0 ? 200 : 0);
    MUST(msg_recv, own, bytes, length + number % 4, &size);
    for (size_t i = 0; i < sizeof in; i++) {
        const size_t at = i - (size_t)(bytes - (uint8_t *)in);
        wrong += ((uint8_t *)in)[i] != (at < length ? byte_of(number, place, at) : UNTOUCHED);
    }
    if (size != length || wrong > 0) {
        printf("%u bytes at %u: %u came, %u bytes are wrong\n", (unsigned)length, place, (unsigned)size,
               (unsigned)wrong);
        exit(1);
    }
}

/* An answer to every message: no two are under way, so that priorities change no order. */
static void exchange(mcapi_endpoint_t own, mcapi_endpoint_t other, unsigned number, unsigned place)
{
    if (weft_node() == 0) {
        send_one(own, other, number, place);
        receive_one(own, number, 3 - place);
    } else {
        receive_one(own, number, place);
        send_one(own, other, number, 3 - place);
    }
}

int main(void)
{
    mcapi_info_t info;
    mcapi_status_t status;
    MUST(initialize, 0, weft_node(), NULL, NULL, &info);
    const mcapi_endpoint_t own = create(1);
    const mcapi_endpoint_t other = mcapi_endpoint_get(0, 1 - weft_node(), 1, FOREVER, &status);
    must(status, "endpoint_get", __LINE__);
    for (unsigned place = 0; place < 4; place++) {
        for (unsigned number = 0; number < LENGTHS; number++) {
            exchange(own, other, number, place);
        }
    }
    if (weft_node() == 0) {
        printf("%u messages\n", 4 * LENGTHS);
    }
    mcapi_finalize(&status);
    return status != MCAPI_SUCCESS;
}
