// MPI_Pcontrol has no effect that a program sees, whatever the level.
//
// ranks: 1 2
// covers: MPI_Pcontrol
#include "errors.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    say_error("level 0", MPI_Pcontrol(0));
    say_error("level 1", MPI_Pcontrol(1));
    say_error("level 2", MPI_Pcontrol(2));
    end();
}
