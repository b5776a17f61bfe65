// Every rank knows itself and how many there are.
//
// ranks: 1 2 3 5 8
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    say("rank %d of %d", rank, size);
    end();
}
