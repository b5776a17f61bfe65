// The version of the standard, at compile time and at run time.
//
// ranks: 1 2
// covers: MPI_Get_version
#include "say.h"

int main(int argc, char **argv)
{
    int version = 0, subversion = -1;
    MPI_Get_version(&version, &subversion);
    begin(&argc, &argv);
    say("as in the header: %d", version == MPI_VERSION && subversion == MPI_SUBVERSION);
    say("3.1 or later: %d", version * 10 + subversion >= 31);
    end();
}
