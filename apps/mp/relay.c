/* The four calls of <mp.h> on one page: weft run --platform nagam -n 5 apps/mp/relay.c
 *
 * Task 0 reads a picture line from the memory at the edge of the mesh (after writing it there itself), every task in
 * the chain adds its number to each word, and the last one writes the line back and prints its sum.
 */
#include <mp.h>
#include <stdio.h>

#define WORDS 64
#define SOURCE 0x0000u
#define RESULT 0x1000u

static unsigned line[WORDS];

static void make_picture(void)
{
    for (unsigned i = 0; i < WORDS; i++) {
        line[i] = i;
    }
    MP_mwrite(line, sizeof line, SOURCE);
    MP_sent(); /* after this the line may be modified */
}

static unsigned add(unsigned number)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < WORDS; i++) {
        line[i] += number;
        sum += line[i];
    }
    return sum;
}

int main(void)
{
    const int self = MP_task();
    const int last = MP_tasks() - 1;
    if (self == 0) {
        make_picture();
        MP_mread(line, sizeof line, SOURCE);
    } else {
        MP_receive(self - 1, sizeof line, line);
    }
    const unsigned sum = add((unsigned)self);
    if (self < last) {
        return MP_send(self + 1, sizeof line, line);
    }
    printf("the sum behind %d tasks is %u\n", last + 1, sum);
    return MP_mwrite(line, sizeof line, RESULT);
}
