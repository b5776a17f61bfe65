/* Outgoing blocks; see link_port.h. */
#include "link_port.h"

#include <weft/mpb.h>

#include "arch/copy.h"

#define CREDIT 0u /* in place of a request word, which is never 0 */

/* Has the output buffer room for this number of bytes? While the unit copies a block into the buffer it reports no
 * room: this ends by itself. On true, the last block has been copied. */
static bool has_room(uint32_t bytes)
{
    if (WEFT_LIKELY(weft_mpb_read(WEFT_MPB_ROOM) >= bytes)) {
        return true;
    }
    weft_mpb_read(WEFT_MPB_SENT);
    return weft_mpb_read(WEFT_MPB_ROOM) >= bytes;
}

/* Starts to send a block. The unit reads it from memory, where all earlier stores must be. */
static void put(uint32_t node, const void *block, uint32_t bytes)
{
    weft_mpb_write(WEFT_MPB_SEND_TASK, weft_mpb.task_of_node[node]);
    weft_mpb_write(WEFT_MPB_SEND_ADDRESS, (uint32_t)(uintptr_t)block);
    __asm__ volatile("" : : : "memory");
    weft_mpb_write(WEFT_MPB_SEND, bytes);
}

/* Sends a block with a request word. The last block must have been copied. Of the data's last word, all is read. */
static void put_headed(uint32_t node, weft_word label, const void *data, uint32_t length)
{
    weft_mpb.outgoing[0] = weft_mpb.word | WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label) | length;
    weft_copy_words(&weft_mpb.outgoing[1], data, (length + 3) / 4);
    put(node, weft_mpb.outgoing, 4 + length);
}

static bool is_bare(uint32_t length)
{
    return length > WEFT_MPB_BLOCK;
}

/* Returns the room that a message needs: as one block with its request word, as two, or as a bare block. */
static uint32_t room_for(uint32_t length)
{
    return is_bare(length) ? length : length + (length > WEFT_LINK_BLOCK ? 8u : 4u);
}

/* Sends a message for which there is room. */
static void send(uint32_t node, weft_word label, const uint8_t *data, uint32_t length)
{
    if (is_bare(length)) {
        put(node, data, length);
        return;
    }
    if (length > WEFT_LINK_BLOCK) {
        put_headed(node, label, data, WEFT_LINK_BLOCK);
        weft_mpb_read(WEFT_MPB_SENT);
        data += WEFT_LINK_BLOCK;
        length -= WEFT_LINK_BLOCK;
    }
    put_headed(node, label, data, length);
}

__attribute__((noinline)) static bool refuse(uint32_t bytes)
{
    weft_mpb.wanted = weft_mpb.wanted == 0 || bytes < weft_mpb.wanted ? bytes : weft_mpb.wanted;
    return false;
}

bool weft_mpb_try_send_block(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    const uint32_t bytes = 4 + length;
    if (!has_room(bytes)) {
        return refuse(bytes);
    }
    put_headed(node, label, buffer, length);
    return true;
}

bool weft_link_try_send(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    const uint32_t bytes = room_for(length);
    if (!has_room(bytes)) {
        return refuse(bytes);
    }
    send(node, label, buffer, length);
    if (is_bare(length)) {
        weft_mpb_read(WEFT_MPB_SENT);
    }
    return true;
}

bool weft_link_stream(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    const uint32_t bytes = room_for(length);
    while (!has_room(bytes)) {
        if (weft_link_head() != 0) {
            return false;
        }
        weft_mpb_sleep(bytes);
    }
    send(node, label, buffer, length);
    weft_mpb_read(WEFT_MPB_SENT);
    return true;
}

void weft_mpb_offer_credits(uint32_t first)
{
    for (uint32_t node = first; weft_mpb.owing > 0 && node < WEFT_CORES; node++) {
        if (weft_mpb.owed[node]) {
            if (!has_room(sizeof(weft_word))) {
                return;
            }
            weft_mpb.outgoing[0] = CREDIT;
            put(node, weft_mpb.outgoing, sizeof(weft_word));
            weft_mpb.owed[node] = false;
            weft_mpb.owing--;
        }
    }
}

void weft_link_give_credit(uint32_t node)
{
    weft_mpb.owed[node] = true;
    weft_mpb.owing++;
    weft_mpb_offer_credits(node);
}
