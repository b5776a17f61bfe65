/* See packet_buffers.h. */
#include "mcapi/packet_buffers.h"

#include "mcapi/armed.h"

#define BUFFERS (WEFT_MCAPI_PACKET_BUFFERS + WEFT_MCAPI_ARMED_BUFFERS)

static WEFT_PER_RANK struct weft_mcapi_buffer buffers[BUFFERS];
static WEFT_PER_RANK uint8_t uses[BUFFERS];

uint8_t *weft_mcapi_buffer_use(const void *buffer)
{
    const uintptr_t offset = (uintptr_t)buffer - (uintptr_t)buffers;
    return offset < sizeof buffers && offset % sizeof *buffers == 0 ? &uses[offset / sizeof *buffers] : NULL;
}

struct weft_mcapi_buffer *weft_mcapi_buffer_around(const void *packet)
{
    const uintptr_t offset = (uintptr_t)packet - (uintptr_t)buffers;
    return offset < sizeof buffers ? &buffers[offset / sizeof *buffers] : NULL;
}

struct weft_mcapi_buffer *weft_mcapi_buffer_free(void)
{
    for (uint32_t i = 0; i < BUFFERS; i++) {
        if (uses[i] == WEFT_MCAPI_FREE) {
            return &buffers[i];
        }
    }
    return NULL;
}

/* Counts the buffers that the program has or will get. */
static uint32_t count_taken(void)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < BUFFERS; i++) {
        count += uses[i] == WEFT_MCAPI_FILLING || uses[i] == WEFT_MCAPI_GIVEN;
    }
    return count;
}

struct weft_mcapi_buffer *weft_mcapi_buffer_find(void)
{
    const bool may = !weft_mcapi_arms() || count_taken() + weft_mcapi_armed_taken() < WEFT_MCAPI_PACKET_BUFFERS;
    return may ? weft_mcapi_buffer_free() : NULL;
}

void weft_mcapi_packet_give(void *buffer)
{
    if (!weft_mcapi_armed_has(buffer)) {
        *weft_mcapi_buffer_use(buffer) = WEFT_MCAPI_GIVEN;
    }
}

void weft_mcapi_packet_free(void *buffer)
{
    if (!weft_mcapi_armed_release(buffer)) {
        *weft_mcapi_buffer_use(buffer) = WEFT_MCAPI_FREE;
    }
}

/* Frees all buffers; armed ones stay armed. */
void weft_mcapi_packet_free_all(void)
{
    weft_mcapi_armed_release_all();
    for (uint32_t i = 0; i < BUFFERS; i++) {
        uses[i] = uses[i] == WEFT_MCAPI_ARMED ? WEFT_MCAPI_ARMED : WEFT_MCAPI_FREE;
    }
}
