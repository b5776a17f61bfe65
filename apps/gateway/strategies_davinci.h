/* gateway-live: by weft tune --header, for <strategy.h>. */
#ifndef STRATEGIES_H
#define STRATEGIES_H

#include <strategy.h>

static const struct strategy_platform strategies_platform = {
    .request_ns = 2307,
    .interrupt_ns = 1274,
    .poll_ns = 133,
    .external_ns_per_kib = 16177,
    .internal_ns_per_kib = 1993,
    .dsp_request_ns = 485,
    .internal_bytes = 32768,
    .dsp_limit = 1000000,
    .timer_ns = 1683,
    .dsps = 1,
};

static const struct strategy_task strategies_audio = {
    .period_ns = 20000000,
    .input_bytes = 320,
    .output_bytes = 160,
    .deadline_ns = 40000000,
    .work_ns = 32579,
    .granularities = 1,
    .pollings = 1,
    .blocks = {1},
    .polling_ns = {20000000},
};

static const struct strategy_task strategies_video = {
    .period_ns = 4166667,
    .input_bytes = 6144,
    .output_bytes = 4641,
    .deadline_ns = 20000000,
    .work_ns = 1158327,
    .granularities = 1,
    .pollings = 5,
    .blocks = {1},
    .polling_ns = {2500000, 5000000, 10000000, 15000000, 20000000},
};

#endif
