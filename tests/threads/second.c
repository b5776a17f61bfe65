/* The other of two images that differ: see image.h. */
#define OWN_MUTEXES 3
#define OWN_WORDS 500
#include "image.h"
