/* Start, sleep, and the signals beside messages. */
#include "link/link.h"

#include <weft/interrupt.h>

#include "driver/msip.h"

#ifdef __riscv
__attribute__((section(".sbss.weft_dma")))
#endif
struct weft_dma weft_dma;

/* The platform's linker script puts this section first into the data memory, for the sake of equal addresses. */
__attribute__((section(".bss.weft_link"))) struct weft_dma_landing weft_dma_landing;

void weft_dma_start(uint32_t node)
{
    weft_dma.node = node;
    weft_pl080_enable((struct weft_pl080 *)WEFT_DMA_BASE);
}

void weft_dma_wake(uint32_t node)
{
    *weft_msip(node) = 1;
}

/* Returns at once when this core was woken since it last slept: then there may be something that its caller has not
 * seen. Interrupts are off, so that nobody takes the one that wakes; others are taken when they are on again. */
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

void weft_dma_give_credit(uint32_t node)
{
    weft_dma.given[node]++;
    weft_dma_landing_of(node)->credits[weft_dma.node] = weft_dma.given[node];
}
