// An array of C structures; its members' places are found by MPI_Get_address.
//
// ranks: 2 3
// covers: MPI_Bcast MPI_Get_address MPI_Type_commit MPI_Type_create_resized MPI_Type_create_struct
// covers: MPI_Type_free
#include "say.h"

struct particle {
    char kind;
    double position[3];
    short charge;
    int number;
};

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    struct particle particles[4] = {{0, {0}, 0, 0}};
    MPI_Aint places[4], base;
    MPI_Get_address(&particles[0], &base);
    MPI_Get_address(&particles[0].kind, &places[0]);
    MPI_Get_address(particles[0].position, &places[1]);
    MPI_Get_address(&particles[0].charge, &places[2]);
    MPI_Get_address(&particles[0].number, &places[3]);
    for (int i = 0; i < 4; i++)
        places[i] -= base;
    const int lengths[4] = {1, 3, 1, 1};
    const MPI_Datatype members[4] = {MPI_CHAR, MPI_DOUBLE, MPI_SHORT, MPI_INT};
    MPI_Datatype packed, type;
    MPI_Type_create_struct(4, lengths, places, members, &packed);
    MPI_Type_create_resized(packed, 0, sizeof(struct particle), &type);
    MPI_Type_commit(&type);
    for (int i = 0; i < 4 && rank == 0; i++)
        particles[i] = (struct particle){(char)('a' + i), {i, i + 0.5, -i}, (short)(i - 2), 1000 * i};
    MPI_Bcast(particles, 4, type, 0, MPI_COMM_WORLD);
    for (int i = 0; i < 4; i++)
        say("%c: %d %d %d, charge %d, number %d", particles[i].kind, (int)particles[i].position[0],
            (int)(2 * particles[i].position[1]), (int)particles[i].position[2], particles[i].charge,
            particles[i].number);
    MPI_Type_free(&packed);
    MPI_Type_free(&type);
    end();
}
