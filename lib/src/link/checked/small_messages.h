/* In front of the header of the same name of the platform's link: with -D WEFT_CHECKED_LINK=1 no message takes its fast
 * paths, since each is to be checked; with -D WEFT_TIMEOUT=CYCLES none, since they wait without end. */
#include_next "small_messages.h"

#if (defined WEFT_CHECKED_LINK && WEFT_CHECKED_LINK) || (defined WEFT_TIMEOUT && WEFT_TIMEOUT > 0)
#include_next "link_port.h"

#include "link/checked/plain.h"
#endif
