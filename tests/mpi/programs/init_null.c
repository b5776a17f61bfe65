// MPI_Init without the arguments of main.
//
// ranks: 1 2 5
#include "say.h"

int main(void)
{
    begin(NULL, NULL);
    say("started, %d ranks", size);
    end();
}
