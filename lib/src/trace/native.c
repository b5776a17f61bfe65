/* Writing of traces on the host: see <weft/trace.h>. Only the program's first thread is traced. */
#define _POSIX_C_SOURCE 200809L
#include <weft/trace.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <weft/boot.h>

#include "arch/diagnostic.h"

/* Records that are buffered before they are written: 128 KiB. */
#define KEPT 4096u

#define UNTRACED __attribute__((no_instrument_function))

bool weft_trace_is_on;

static struct weft_trace_record kept[KEPT];
static uint32_t count;
static uint32_t names;
static FILE *file;
static _Thread_local bool is_first_thread;

UNTRACED static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * UINT64_C(1000000000) + (uint64_t)time.tv_nsec;
}

UNTRACED static void write_out(void)
{
    const uint32_t written = (uint32_t)fwrite(kept, sizeof *kept, count, file);
    if (written != count) {
        weft_trace_is_on = false;
        weft_diagnostic("the trace cannot be written; it ends here");
    }
    count = 0;
}

UNTRACED static void add(struct weft_trace_record record)
{
    kept[count] = record;
    count++;
    if (count == KEPT) {
        write_out();
    }
}

UNTRACED void weft_trace_event(enum weft_trace_kind kind, uint32_t peer, int32_t tag, uint32_t context, uint64_t value)
{
    if (weft_trace_is_on && is_first_thread) {
        add((struct weft_trace_record){now(), kind, peer, tag, context, value});
    }
}

/* Writes a record that numbers a name; the characters follow in the next records. */
UNTRACED static uint32_t number_name(const char *name)
{
    const size_t length = strlen(name);
    names++;
    weft_trace_event(WEFT_TRACE_NAME, names, 0, 0, length);
    for (size_t at = 0; at < length; at += sizeof(struct weft_trace_record)) {
        struct weft_trace_record part = {0};
        const size_t left = length - at;
        memcpy(&part, name + at, left < sizeof part ? left : sizeof part);
        add(part);
    }
    return names;
}

UNTRACED void weft_trace_named(enum weft_trace_kind kind, const char *name, uint32_t *number)
{
    if (!is_first_thread) {
        return;
    }
    if (*number == 0) {
        *number = number_name(name);
    }
    weft_trace_event(kind, *number, 0, 0, 0);
}

UNTRACED static void finish(void)
{
    if (weft_trace_is_on) {
        weft_trace_event(WEFT_TRACE_FINISH, 0, 0, 0, 0);
        weft_trace_is_on = false;
        write_out();
        fclose(file);
    }
}

/* The order relative to the constructor that reads the boot record (arch/linux/job.c), which has a default priority,
 * too, depends on the link order; so the rank is read from the environment. */
UNTRACED __attribute__((constructor)) void weft_trace_begin(void)
{
    const char *const folder = getenv("WEFT_TRACE");
    const char *const rank = getenv("WEFT_RANK");
    char path[4096];
    if (!folder || !rank || (size_t)snprintf(path, sizeof path, "%s/%s", folder, rank) >= sizeof path) {
        return;
    }
    file = fopen(path, "wb");
    if (!file) {
        weft_diagnostic("the trace %s cannot be written", path);
        return;
    }
    is_first_thread = true;
    weft_trace_is_on = true;
    weft_trace_event(WEFT_TRACE_BEGIN, (uint32_t)strtoul(rank, NULL, 10), 0, 0, (uint64_t)(uintptr_t)weft_trace_begin);
    atexit(finish);
}

/* Called by compiled code where functions begin and end (-finstrument-functions). */
void __cyg_profile_func_enter(void *function, void *call);
void __cyg_profile_func_exit(void *function, void *call);

UNTRACED void __cyg_profile_func_enter(void *function, void *call)
{
    (void)call;
    WEFT_TRACE_EVENT(WEFT_TRACE_ENTER, 0, 0, 0, (uintptr_t)function);
}

UNTRACED void __cyg_profile_func_exit(void *function, void *call)
{
    (void)call;
    WEFT_TRACE_EVENT(WEFT_TRACE_LEAVE, 0, 0, 0, (uintptr_t)function);
}
