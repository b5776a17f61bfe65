/* The library's strategy_replan, or fixed strategies. */
#include "policy.h"
#include "../number.h"
#include <stdio.h>
#include <string.h>
#include <weft/platform.h>
#if WEFT_CORES > 2
#include "strategies_davinci2.h"
#else
#include "strategies_davinci.h"
#endif

_Static_assert(WEFT_CORES <= 3, "the strategies are those of one DSP and of two: weft tune --header writes others");

#define DSPS (WEFT_CORES - 1)
#define NS_PER_S UINT64_C(1000000000)

static bool is_fixed;
static struct strategy_choice fixed_audio, fixed_video;

static const struct strategy_task *planned(const struct kind *kind)
{
    return kind == &audio ? &strategies_audio : &strategies_video;
}

/* Returns the kind's task for a stream. The plan uses the mean size of results; a stream must have room for the
 * largest. */
struct strategy_task policy_task(const struct kind *kind)
{
    struct strategy_task task = *planned(kind);
    task.output_bytes = kind->output_bytes;
    return task;
}

/* The choice with this number of microseconds between polls and blocks of internal memory; false if the task does not
 * offer it. */
static bool fix(struct strategy_choice *choice, const struct strategy_task *task, unsigned polling_us, unsigned blocks)
{
    const uint32_t larger = task->input_bytes > task->output_bytes ? task->input_bytes : task->output_bytes;
    *choice = (struct strategy_choice){.blocks = 1, .internal = blocks != 0, .internal_bytes = blocks * larger};
    for (uint8_t i = 0; i < task->pollings; i++) {
        if (task->polling_ns[i] == polling_us * 1000) {
            choice->polling = (uint8_t)(i + 1);
        }
    }
    return choice->polling != 0 || polling_us == 0;
}

bool policy_read(const char *bytes, const char *policy, uint32_t bytes_most)
{
    struct strategy_platform platform = strategies_platform;
    unsigned audio_us, audio_blocks, video_us, video_blocks;
    int length = 0;
    const long internal = number_from(bytes, 0, (long)bytes_most);
    is_fixed = strcmp(policy, "replan") != 0;
    platform.internal_bytes = (uint32_t)internal;
    if (internal < 0 || strategy_begin(&platform) != 0) {
        return false;
    }
    return !is_fixed || (sscanf(policy, "audio:%6u:%1u+video:%6u:%1u%n", &audio_us, &audio_blocks, &video_us,
                                &video_blocks, &length) == 4 &&
                         policy[length] == '\0' && fix(&fixed_audio, &strategies_audio, audio_us, audio_blocks) &&
                         fix(&fixed_video, &strategies_video, video_us, video_blocks));
}

int policy_start(const struct kind *kind)
{
    return is_fixed ? 0 : strategy_start(planned(kind));
}

void policy_stop(int task)
{
    if (!is_fixed) {
        strategy_stop(task);
    }
}

int32_t policy_replan(void)
{
    return is_fixed ? 0 : strategy_replan();
}

void policy_keep(int task)
{
    if (!is_fixed) {
        strategy_keep(task);
    }
}

struct strategy_choice policy_of(const struct session *session, int task)
{
    struct strategy_choice choice = session->kind == &audio ? fixed_audio : fixed_video;
    choice.dsp = (uint8_t)(session->number % DSPS);
    return is_fixed ? choice : *strategy_of(task);
}

uint32_t policy_polling_ticks(const struct kind *kind, const struct strategy_choice *choice)
{
    if (choice->polling == 0) {
        return 0;
    }
    return (uint32_t)(planned(kind)->polling_ns[choice->polling - 1] * (uint64_t)WEFT_CLOCK_HZ / NS_PER_S);
}
