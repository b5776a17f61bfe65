/* A media gateway on a GPP with DSPs, after S.-L. Tsao and S.-Y. Lee, "Performance Evaluation of Inter-Processor
 * Communication for an Embedded Heterogeneous Multi-Core Processor", section 5.2: sessions of audio (G.711) and video
 * (H.263), each encoded by a DSP and served by a given strategy.
 *
 *     gateway PLACE MILLISECONDS STREAM SESSION...
 *
 * PLACE, gpp or dsp, has the internal memory. The load is measured for MILLISECONDS, after a start-up time. STREAM is a
 * file for the first video session's bits, - for none. A SESSION is words with colons between them:
 *
 *     KIND:DSP:POLLING:BLOCKS
 *
 * KIND: audio or video; POLLING: microseconds between polls, 0 for interrupts; BLOCKS: of internal memory, 0 for
 * external.
 */
#include "../number.h"
#include "memory.h"
#include "serve.h"
#include <stdio.h>
#include <string.h>
#include <weft/core.h>
#include <weft/kernel.h>
#include <weft/report.h>
#include <weft/timer.h>

#define DSPS (WEFT_CORES - 1)
#define MS (WEFT_CLOCK_HZ / 1000u)
#define STEP_MS 100u    /* between two checks of the time */
#define WARM_MS STEP_MS /* until results come back from all stages */
#define STACK_BYTES 1024u
#define FIELDS 4

static struct session sessions[SESSIONS_MOST];
static unsigned count;
static uint32_t measured_ms;
static double load;                                               /* in per cent */
static struct kept stream = {memory.gpp.stream, 0, STREAM_BYTES}; /* of the first session of video */

static bool is_done(void)
{
    unsigned under_way = 0;
    for (unsigned i = 0; i < count; i++) {
        under_way += strategy_under_way(sessions[i].stream);
    }
    return under_way == 0;
}

static double load_since(struct weft_kernel_load begin)
{
    const struct weft_kernel_load now = weft_kernel_load();
    return 100 - 100 * (double)(now.idle - begin.idle) / (double)(now.elapsed - begin.elapsed);
}

static void wait_ms(uint32_t ms)
{
    for (uint32_t waited = 0; waited < ms; waited += STEP_MS) {
        weft_kernel_next();
    }
}

/* Measures the load, and ends the run when all results have arrived. */
static void watch(void *argument)
{
    (void)argument;
    wait_ms(WARM_MS);
    const struct weft_kernel_load begin = weft_kernel_load();
    wait_ms(measured_ms);
    load = load_since(begin);
    for (unsigned i = 0; i < count; i++) {
        sessions[i].is_over = true;
    }
    while (!is_done()) {
        weft_kernel_next();
    }
    weft_kernel_stop();
}

static bool refuse(const char *word, const char *why)
{
    fprintf(stderr, "%s: %s\n", word, why);
    return false;
}

/* Reads the numbers after the kind. */
static bool read_numbers(const char *word, uint32_t numbers[FIELDS - 1])
{
    static const long most[FIELDS - 1] = {DSPS - 1, 1000000, 8};
    char field[16];
    for (int i = 0; i < FIELDS - 1; i++) {
        word += strcspn(word, ":");
        word += *word == ':';
        const size_t length = strcspn(word, ":");
        snprintf(field, sizeof field, "%.*s", (int)length, word);
        const long number = number_from(field, 0, most[i]);
        if (number < 0) {
            return false;
        }
        numbers[i] = (uint32_t)number;
    }
    return word[strcspn(word, ":")] == '\0';
}

static bool read_session(struct session *session, const char *word)
{
    const bool is_audio = strncmp(word, "audio:", 6) == 0;
    if (!is_audio && strncmp(word, "video:", 6) != 0) {
        return refuse(word, "unknown codec; there are audio (G.711) and video (H.263)");
    }
    uint32_t numbers[FIELDS - 1];
    if (!read_numbers(word, numbers)) {
        return refuse(word, "is not KIND:DSP:POLLING:BLOCKS, with a DSP there is, at most 1000000 us and 8 blocks");
    }
    session->kind = is_audio ? &audio : &video;
    session->dsp = numbers[0];
    session->polling_ticks = numbers[1] * (MS / 1000);
    session->internal = numbers[2] > 0;
    session->blocks = numbers[2];
    for (unsigned i = 0; i < count; i++) {
        session->number += sessions[i].kind == session->kind;
    }
    session->kept = !is_audio && session->number == 0 ? &stream : NULL;
    if (session->number >= SESSIONS_OF_A_KIND) {
        fprintf(stderr, "%s: there are %d sessions of a kind at most\n", word, SESSIONS_OF_A_KIND);
        return false;
    }
    return true;
}

static bool read_words(int words, char **word)
{
    const long ms = words < 5 || words - 4 > SESSIONS_MOST ? -1 : number_from(word[2], 100, 10000);
    if (ms < 0 || ms % STEP_MS != 0 || (strcmp(word[1], "gpp") != 0 && strcmp(word[1], "dsp") != 0)) {
        fprintf(stderr, "arguments: gpp|dsp MILLISECONDS (100 to 10000, by hundreds) STREAM SESSION... (up to %d)\n",
                SESSIONS_MOST);
        return false;
    }
    measured_ms = (uint32_t)ms;
    for (; (int)count < words - 4; count++) {
        if (!read_session(&sessions[count], word[4 + count])) {
            return false;
        }
    }
    return true;
}

static void disconnect(void)
{
    for (unsigned i = 0; i < count; i++) {
        strategy_close(sessions[i].stream);
    }
    disconnect_dsps();
}

static bool open_all(void)
{
    video_show();
    for (unsigned i = 0; i < count; i++) {
        const char *const obstacle = session_open(&sessions[i]);
        if (obstacle != NULL) {
            return refuse(sessions[i].kind->name, obstacle);
        }
    }
    return true;
}

static void tell(void)
{
    weft_report("load", load); /* per cent */
    for (unsigned i = 0; i < count; i++) {
        const struct session *session = &sessions[i];
        const char *const name = session->kind->name;
        const unsigned number = (unsigned)session->number;
        weft_report_at2("# # longest", name, number, (double)session->longest / MS); /* milliseconds */
        weft_report_at2("# # mean", name, number, (double)session->sum / session->taken / MS);
        weft_report_at2("# # requests", name, number, (unsigned)session->taken);
        weft_report_at2("# # postponed", name, number, (unsigned)session->postponed);
    }
}

static bool write_stream(const char *path)
{
    if (strcmp(path, "-") == 0) {
        return true;
    }
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        return refuse(path, "cannot be written");
    }
    fwrite(stream.data, 1, stream.bytes, file);
    return fclose(file) == 0;
}

int main(int words, char **word)
{
    static uint32_t stack[STACK_BYTES / sizeof(uint32_t)] __attribute__((aligned(16)));
    if (weft_core() != 0) {
        return serve();
    }
    const bool is_read = read_words(words, word);
    if (!connect_dsps(is_read && strcmp(word[1], "gpp") == 0)) {
        return 1;
    }
    const bool is_good = is_read && open_all() &&
                         (weft_kernel_add(watch, NULL, stack, STACK_BYTES, STEP_MS * MS) >= 0 ||
                          refuse("the task that measures", session_too_many_tasks));
    if (is_good) {
        weft_kernel_run();
        tell();
    }
    const bool is_written = is_good && write_stream(word[3]);
    disconnect();
    return is_written ? 0 : 2;
}
