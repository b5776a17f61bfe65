/* Included by <mp.h>: makes a program join the task graph before main. So every task is known from the beginning, and a
 * task that has ended can be distinguished from one that has not started. */
#ifndef WEFT_MP_JOIN_H
#define WEFT_MP_JOIN_H

void weft_mp_join(void);

__attribute__((constructor)) static void weft_mp_join_before_main(void)
{
    weft_mp_join();
}

#endif
