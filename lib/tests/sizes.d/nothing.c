/* A program that does not use the library. */
int main(void)
{
    return 0;
}
