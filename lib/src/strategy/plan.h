/* Shared by the files that choose strategies on the chip. */
#ifndef WEFT_STRATEGY_PLAN_H
#define WEFT_STRATEGY_PLAN_H

#include <strategy.h>

/* A running task: its choices that no other choice beats, by ascending internal memory. */
struct weft_strategy_task {
    struct strategy_choice choices[WEFT_STRATEGY_CHOICES];
    uint8_t count; /* 0 if there is no such task */
    uint8_t chosen;
    uint8_t home; /* the DSP to which it is bound; WEFT_STRATEGY_DSPS: any */
};

struct weft_strategy {
    struct strategy_platform platform;
    struct weft_strategy_task tasks[WEFT_STRATEGY_TASKS];
};

extern struct weft_strategy weft_strategy;

/* model.c: fills in the choices of a task. Returns 0, or an error. */
int weft_strategy_choices(const struct strategy_task *task, struct weft_strategy_task *into);

#endif
