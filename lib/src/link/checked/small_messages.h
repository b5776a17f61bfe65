/* Precedes the header of the same name of the platform's link on the include path. With -D WEFT_CHECKED_LINK=1 no
 * message takes the fast paths, since each needs a checksum; with -D WEFT_TIMEOUT=CYCLES none does, since the fast
 * paths wait without a time limit. */
#include_next "small_messages.h"

#if (defined WEFT_CHECKED_LINK && WEFT_CHECKED_LINK) || (defined WEFT_TIMEOUT && WEFT_TIMEOUT > 0)
#include_next "link_port.h"

#include "link/checked/plain.h"
#endif
