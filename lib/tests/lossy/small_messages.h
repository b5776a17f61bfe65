/* The public header of the lossy link: request words and blocks are those of the fake link. */
#include "../fake/small_messages.h"
