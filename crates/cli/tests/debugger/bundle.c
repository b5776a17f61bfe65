/* Four instructions that issue in one cycle of a core that is wide enough, with labels between them. */
unsigned bundle(void);

__asm__(".globl bundle\n"
        "bundle: li a0, 1\n"
        "        li a1, 2\n"
        "inside: li a2, 3\n"
        "        li a3, 4\n"
        "behind: add a0, a0, a1\n"
        "        ret\n");

int main(void)
{
    return (int)bundle();
}
