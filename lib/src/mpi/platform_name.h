/* What follows the number of a core in its name: " of asip8". */
#ifndef WEFT_MPI_PLATFORM_NAME_H
#define WEFT_MPI_PLATFORM_NAME_H

extern const char weft_of_platform[];

#endif
