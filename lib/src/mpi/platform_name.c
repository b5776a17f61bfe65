/* The platform's name: in a source of its own, so that the rest of the library is compiled once for platforms that
 * differ only in it. */
#include "platform_name.h"

#ifndef WEFT_PLATFORM_NAME
#include <weft/platform.h>
#endif

const char weft_of_platform[] = " of " WEFT_PLATFORM_NAME;
