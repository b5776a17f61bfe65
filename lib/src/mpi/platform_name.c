/* The platform's name, in a file of its own: the rest of the library is compiled only once for platforms that differ in
 * nothing else. */
#include "platform_name.h"

#ifndef WEFT_PLATFORM_NAME
#include <weft/platform.h>
#endif

const char weft_of_platform[] = " of " WEFT_PLATFORM_NAME;
