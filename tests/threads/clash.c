/* A program with a vector of its own attaches a function to an interrupt. */
#include <stddef.h>
#include <weft/interrupt.h>

WEFT_INTERRUPT_HANDLER(own)
{
}

static void nothing(void *argument)
{
    (void)argument;
}

int main(void)
{
    weft_interrupt_vector(own);
    weft_interrupt_attach_cause(WEFT_CAUSE_TIMER, nothing, NULL);
    return 0;
}
