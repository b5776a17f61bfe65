/* Precedes the header of the same name of the platform's link on the include path. With -D WEFT_CHECKED_LINK=1 the
 * engine uses the checked link, which in turn uses the platform's link. */
#ifndef WEFT_CHECKED_LINK_PORT_H
#define WEFT_CHECKED_LINK_PORT_H

#include_next "link_port.h"
#include <small_messages.h>

#if defined WEFT_CHECKED_LINK && WEFT_CHECKED_LINK
#include "link/checked/checked.h"

#define weft_link_start weft_checked_start
#define weft_link_stop weft_checked_stop
#define weft_link_resume weft_checked_resume
#define weft_link_head weft_checked_head
#define weft_link_wait_head weft_checked_wait_head
#define weft_link_take weft_checked_take
#define weft_link_try_send weft_checked_try_send
#define weft_link_stream weft_checked_try_send
#define weft_link_rest weft_checked_rest
#define weft_link_give_credit weft_checked_give_credit
#define weft_link_take_credit weft_checked_take_credit
#if defined WEFT_TIMEOUT && WEFT_TIMEOUT > 0
#undef weft_link_wait_head
#define weft_link_wait_head weft_checked_head
#endif
#elif defined WEFT_TIMEOUT && WEFT_TIMEOUT > 0
/* A wait with a time limit polls: it does not sleep. */
static inline void weft_plain_rest(void)
{
}
#define weft_link_wait_head weft_link_head
#define weft_link_stream weft_link_try_send
#define weft_link_rest weft_plain_rest
#endif

#endif
