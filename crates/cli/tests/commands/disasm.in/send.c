#include <weft/instructions.h>

__attribute__((noipa)) uint32_t grab(uint32_t lock)
{
    return weft_msg_receive(lock, 8, WEFT_TOKEN_LOCK_TRY);
}

int main(void)
{
    return (int)grab(5);
}
