/* Shared data with an initial value, which no chip gives them. */
#include "common.h"
#include <weft/shared.h>

static WEFT_SHARED volatile uint32_t counter = 5;

int main(void)
{
    return counter != 5;
}
