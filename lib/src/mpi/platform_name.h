/* The part of a processor's name after the core number: " of asip8". */
#ifndef WEFT_MPI_PLATFORM_NAME_H
#define WEFT_MPI_PLATFORM_NAME_H

extern const char weft_of_platform[];

#endif
