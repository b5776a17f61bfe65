/* A program that uses nothing. */
int main(void)
{
    return 0;
}
