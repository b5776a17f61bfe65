/* Common to lines whose words are in memory that both sides share: the header of such a line includes this after its
 * structure. */
#ifndef WEFT_STRATEGY_MEMORY_LINE_H
#define WEFT_STRATEGY_MEMORY_LINE_H

static inline const weft_line_word *weft_line_answer(weft_line line)
{
    return line->answer;
}

static inline const weft_line_word *weft_line_called(weft_line line)
{
    return line->called;
}

/* Nothing to free: the bell has been silenced already; several pending signals count as one. */
static inline void weft_line_heard(weft_line line)
{
    (void)line;
}

static inline void weft_line_close(weft_line line)
{
    (void)line;
}

#endif
