// The job's exit status is that of its ranks, here all the same.
//
// ranks: 1 3
// exit:  7
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    say("ends with 7");
    end();
    return 7;
}
