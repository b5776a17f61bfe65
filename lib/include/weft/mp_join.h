/* Included by <mp.h>: a program with this header joins the task graph before main. So tasks know of each other from the
 * beginning, and a task that has ended is told from one that has not come yet. */
#ifndef WEFT_MP_JOIN_H
#define WEFT_MP_JOIN_H

void weft_mp_join(void);

__attribute__((constructor)) static void weft_mp_join_before_main(void)
{
    weft_mp_join();
}

#endif
