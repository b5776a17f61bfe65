// The clock does not go backwards, has a resolution, and moves.
//
// ranks: 1 2
// covers: MPI_Wtick MPI_Wtime
#include "say.h"
#include <stdbool.h>

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    double first = MPI_Wtime(), last = first;
    bool backwards = false;
    for (int i = 0; i < 10000000 && last == first; i++) {
        double now = MPI_Wtime();
        backwards = backwards || now < last;
        last = now;
    }
    double tick = MPI_Wtick();
    say("moves %d, backwards %d, resolution between 0 and a second: %d", last > first, backwards, tick > 0 && tick < 1);
    end();
}
