int main(void)
{
    for (volatile unsigned turn = 0;; turn++) {
    }
}
