/* Start, sleep, and credits. */
#include "link_port.h"

#include <weft/boot.h>
#include <weft/interrupt.h>
#include <weft/msip.h>

#ifdef __riscv
__attribute__((section(".sbss.weft_dma")))
#endif
struct weft_dma weft_dma;

/* The platform's linker script puts this section at the start of the data memory, so that its address is the same in
 * all cores. */
__attribute__((section(".bss.weft_link"))) struct weft_dma_landing weft_dma_landing;

void weft_link_start(uint32_t node, uint32_t count)
{
    weft_dma.node = node;
    weft_dma.count = 0;
    for (uint32_t rank = 0; rank < count; rank++) {
        const weft_rank other = weft_boot.core_of_rank[rank];
        if (other != node) {
            weft_dma.nodes[weft_dma.count++] = other;
            weft_dma.peers[other].landing = (struct weft_dma_landing *)weft_bus_address(other, &weft_dma_landing);
        }
    }
    weft_pl080_enable((struct weft_pl080 *)WEFT_DMA_BASE);
}

/* Sleeps until another core wakes this one. Returns at once if that has happened since this core last slept: there may
 * be something that its caller has not seen. Interrupts are off, so that the software interrupt is not taken; others
 * are taken when they are on again. */
void weft_dma_sleep(void)
{
    const uint32_t software = WEFT_INTERRUPT_BIT(WEFT_CAUSE_SOFTWARE);
    const uint32_t on = weft_interrupts_off();
    if ((weft_interrupt_pending() & software) != 0) {
        *weft_msip(weft_dma.node) = 0;
        __asm__ volatile("fence" : : : "memory");
    } else {
        weft_interrupt_sleep(software);
    }
    weft_interrupts_restore(on);
}

void weft_link_give_credit(uint32_t node)
{
    struct weft_dma_peer *const peer = &weft_dma.peers[node];
    peer->given++;
    peer->landing->credits[weft_dma.node] = peer->given;
}
