// The processor's name is not empty, is terminated, and fits its longest length.
//
// ranks: 1 2 5
// covers: MPI_Get_processor_name
#include "say.h"
#include <string.h>

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    char name[MPI_MAX_PROCESSOR_NAME];
    int length = -1;
    memset(name, 'x', sizeof name);
    MPI_Get_processor_name(name, &length);
    say("named %d, terminated %d, fits %d", length > 0, name[length] == '\0' && strlen(name) == (size_t)length,
        length < MPI_MAX_PROCESSOR_NAME);
    end();
}
