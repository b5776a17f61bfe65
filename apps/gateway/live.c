/* A media gateway whose sessions start and stop while it runs, after S.-L. Tsao and S.-Y. Lee, "Performance Evaluation
 * of Inter-Processor Communication for an Embedded Heterogeneous Multi-Core Processor", sections 4 and 5.2: at each
 * such event the strategies of all sessions are chosen again, and the running ones are switched.
 *
 *     live PLACE BYTES POLICY RESULTS MS:SET...
 *
 * PLACE, gpp or dsp, has the internal memory, of which each DSP may use BYTES. POLICY and the sets: see policy.h and
 * script.h; the last event ends the run. RESULTS is the prefix of the names of files for the sessions' encoded data,
 * numbered in the order in which they start; - for none.
 */
#include "exchange.h"
#include "memory.h"
#include "policy.h"
#include "serve.h"
#include <stdio.h>
#include <string.h>
#include <weft/core.h>
#include <weft/kernel.h>
#include <weft/platform.h>
#include <weft/shared.h>

#define STACK_BYTES 4096u
#define WORDS_BEFORE_EVENTS 5
#define KEPT_MOST 24       /* sessions whose results are kept */
#define KEPT_BYTES 0x8000u /* of each */

static WEFT_SHARED uint8_t results[KEPT_MOST][KEPT_BYTES];
static struct kept kept[KEPT_MOST];
static const struct kind *kinds[KEPT_MOST];
static bool is_kept;

struct kept *exchange_keep(const struct kind *kind, unsigned started)
{
    if (!is_kept || started >= KEPT_MOST) {
        return NULL;
    }
    kinds[started] = kind;
    kept[started] = (struct kept){results[started], 0, KEPT_BYTES};
    return &kept[started];
}

static bool refuse(const char *word, const char *why)
{
    fprintf(stderr, "%s: %s\n", word, why);
    return false;
}

static bool read_words(int words, char **word)
{
    if (words < WORDS_BEFORE_EVENTS + 2 || words > WORDS_BEFORE_EVENTS + EVENTS_MOST ||
        (strcmp(word[1], "gpp") != 0 && strcmp(word[1], "dsp") != 0)) {
        return refuse("arguments", "gpp|dsp BYTES POLICY RESULTS MS:SET... (2 to 16 events)");
    }
    if (!policy_read(word[2], word[3], INTERNAL_BYTES)) {
        return refuse(word[3], "is not replan or audio:POLLING:BLOCKS+video:POLLING:BLOCKS, with at most 32768 bytes");
    }
    is_kept = strcmp(word[4], "-") != 0;
    for (int i = WORDS_BEFORE_EVENTS; i < words; i++) {
        struct event *const event = &exchange_events[exchange_count++];
        if (!script_read(event, word[i], i > WORDS_BEFORE_EVENTS ? event - 1 : NULL, SESSIONS_OF_A_KIND)) {
            return refuse(word[i],
                          "is not MS:SET, such as 600:2A+1V, 900:1A or 1200:0, 150 ms after the one before, with "
                          "four sessions of a kind at most");
        }
    }
    return true;
}

static void run(void)
{
    static uint32_t stack[STACK_BYTES / sizeof(uint32_t)] __attribute__((aligned(16)));
    video_show();
    attend_all();
    weft_kernel_add(exchange, NULL, stack, STACK_BYTES, 0);
    weft_kernel_run();
}

/* Ticks of the timer are cycles of the fastest core. */
static void tell_session(const struct served *served)
{
    printf("  %s.%u dsp %u polling %.1f ms internal %lu B: %lu requests, longest %.4f ms, %lu put off%s\n",
           served->kind->name, served->number, served->dsp, served->polling_ticks * 1e3 / WEFT_CLOCK_HZ,
           (unsigned long)served->internal_bytes, (unsigned long)served->requests,
           (double)served->longest * 1e3 / WEFT_CLOCK_HZ, (unsigned long)served->postponed,
           served->is_misplaced ? ", no room" : "");
}

static void tell_interval(const struct interval *interval)
{
    const double us = 1e6 / WEFT_CLOCK_HZ;
    printf("%lu to %lu ms %uA+%uV: load %.4f %%, planned %.4f %%", (unsigned long)interval->begin_ms,
           (unsigned long)interval->end_ms, interval->event.audio, interval->event.video,
           100 - 100 * (double)interval->idle / (double)interval->elapsed, interval->planned / 1e4);
    printf("; started in %.1f us, replanned in %.1f us, %u switched in %.1f us\n", interval->starting * us,
           interval->replanning * us, interval->switched, interval->switching * us);
    for (unsigned i = 0; i < interval->count; i++) {
        tell_session(&interval->sessions[i]);
    }
}

static bool write_results(const char *begin)
{
    char path[256];
    for (unsigned i = 0; i < KEPT_MOST && kinds[i] != NULL; i++) {
        snprintf(path, sizeof path, "%s%u.%s", begin, i, kinds[i]->name);
        FILE *const file = fopen(path, "wb");
        if (file == NULL) {
            return refuse(path, "cannot be written");
        }
        fwrite(kept[i].data, 1, kept[i].bytes, file);
        fclose(file);
    }
    return true;
}

static void disconnect(void)
{
    for (unsigned i = 0; i < SESSIONS_MOST; i++) {
        strategy_close(seats[i].session.stream);
    }
    disconnect_dsps();
}

int main(int words, char **word)
{
    if (weft_core() != 0) {
        return serve();
    }
    const bool is_read = read_words(words, word);
    if (!connect_dsps(is_read && strcmp(word[1], "gpp") == 0)) {
        return 1;
    }
    if (is_read) {
        run();
    }
    for (unsigned i = 0; i < EVENTS_MOST && exchange_intervals[i].end_ms != 0; i++) {
        tell_interval(&exchange_intervals[i]);
    }
    const bool is_written = is_read && write_results(word[4]);
    disconnect();
    if (exchange_failure != NULL) {
        refuse("live", exchange_failure);
        return 1;
    }
    return is_written ? 0 : 2;
}
