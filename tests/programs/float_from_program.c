/* Loads a register of the floating-point unit from the program memory, which has no path to it. */
int main(void)
{
    float value;
    __asm__ volatile("flw %0, 0(%1)" : "=f"(value) : "r"(&main));
    return (int)value;
}
