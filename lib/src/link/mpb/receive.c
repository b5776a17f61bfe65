/* Incoming blocks, and sleep; see link_port.h. */
#include "link_port.h"

#include <weft/boot.h>
#include <weft/mpb.h>

#include "arch/copy.h"

#ifdef __riscv
__attribute__((section(".sbss.weft_mpb")))
#endif
struct weft_mpb weft_mpb;

void weft_link_start(uint32_t node, uint32_t count)
{
    weft_mpb.word = WEFT_FIELD_PUT(WEFT_REQUEST_KIND, 1) | WEFT_FIELD_PUT(WEFT_REQUEST_SOURCE, node);
    for (uint32_t rank = 0; rank < count; rank++) {
        const weft_rank core = weft_boot.core_of_rank[rank];
        weft_mpb.task_of_node[core] = (weft_rank)rank;
        weft_mpb.node_of_task[rank] = core;
    }
}

/* Takes the oldest block; returns when it has been copied to `place`. */
static void fetch(void *place)
{
    weft_mpb_write(WEFT_MPB_TAKE, (uint32_t)(uintptr_t)place);
    __asm__ volatile("" : : : "memory");
}

/* Returns the request word that a bare block lacks. */
static weft_word bare_word(uint32_t node, uint32_t bytes)
{
    return WEFT_FIELD_PUT(WEFT_REQUEST_KIND, 1) | WEFT_FIELD_PUT(WEFT_REQUEST_SOURCE, node) |
           WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, WEFT_LABEL_DATA) | bytes;
}

static uint32_t node_of(uint32_t arrived)
{
    return weft_mpb.node_of_task[weft_mpb_source(arrived)];
}

/* Makes a block that has come the head; returns its request word, or 0 if it is a credit. A bare block stays in the
 * input buffer until its destination is known. */
static weft_word hear(uint32_t arrived)
{
    weft_word head;
    if (weft_mpb_bytes(arrived) > WEFT_MPB_BLOCK) {
        head = bare_word(node_of(arrived), weft_mpb_bytes(arrived));
    } else {
        fetch(weft_mpb.incoming);
        head = weft_mpb.incoming[0];
        if (!WEFT_LIKELY(head != 0)) {
            weft_mpb.given[node_of(arrived)] = true;
        }
    }
    weft_mpb.head = head;
    return head;
}

weft_word weft_mpb_look(void)
{
    uint32_t arrived;
    do {
        arrived = weft_mpb_read(WEFT_MPB_ARRIVED);
    } while (weft_mpb_has_arrived(arrived) && hear(arrived) == 0);
    return weft_mpb.head;
}

/* Register WAIT_ROOM is 0 except during a wait for room. */
__attribute__((noinline)) uint32_t weft_mpb_sleep(uint32_t room)
{
    if (weft_mpb.owing > 0) {
        weft_mpb_offer_credits(0);
        room = weft_mpb.owing > 0 ? sizeof(weft_word) : room;
    }
    if (room == 0) {
        return weft_mpb_read(WEFT_MPB_WAIT);
    }
    weft_mpb_write(WEFT_MPB_WAIT_ROOM, room);
    const uint32_t arrived = weft_mpb_read(WEFT_MPB_WAIT);
    weft_mpb_write(WEFT_MPB_WAIT_ROOM, 0);
    return arrived;
}

weft_word weft_link_wait_head(void)
{
    weft_word head = weft_mpb.head;
    while (head == 0) {
        const uint32_t arrived = weft_mpb.owing == 0 ? weft_mpb_read(WEFT_MPB_WAIT) : weft_mpb_sleep(0);
        head = weft_mpb_has_arrived(arrived) ? hear(arrived) : 0;
    }
    return head;
}

void weft_link_take(void *buffer)
{
    const uint32_t length = (uint32_t)WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, weft_mpb.head);
    if (length > WEFT_LINK_BLOCK) {
        fetch(buffer);
    } else if (length % 4 == 0) {
        weft_copy_words(buffer, &weft_mpb.incoming[1], length / 4);
    } else {
        weft_copy(buffer, &weft_mpb.incoming[1], length);
    }
    weft_mpb.head = 0;
}

/* A credit may precede the next message. */
bool weft_link_take_credit(uint32_t node)
{
    weft_link_head();
    const bool given = weft_mpb.given[node];
    weft_mpb.given[node] = false;
    return given;
}
