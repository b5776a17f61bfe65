/* The public side of a link that loses messages: request words and blocks as the fake link has them. */
#include "../fake/small_messages.h"
