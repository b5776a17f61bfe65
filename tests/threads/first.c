/* One of two images that differ: see image.h. */
#define OWN_MUTEXES 1
#define OWN_WORDS 1
#include "image.h"
