/* A fault in a program that has attached a function to an interrupt. */
#include <stddef.h>
#include <stdint.h>
#include <weft/interrupt.h>

static void nothing(void *argument)
{
    (void)argument;
}

int main(void)
{
    weft_interrupt_attach_cause(WEFT_CAUSE_TIMER, nothing, NULL);
    weft_interrupts_on();
    *(volatile uint32_t *)0x70000000u = 1;
    return 0;
}
