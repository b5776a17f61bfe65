/* What marks a program that has a function whose operation outlives its call: see request.h. */
#include "request.h"

const char weft_mpi_outlives = 1;
