/* Figures for the launcher (<weft/report.h>): each is a record at the end of the file whose descriptor the environment
 * variable WEFT_REPORTS tells. The ranks inherit the file with its position, so that what one writes stands behind what
 * all have written before.
 *
 * crates/launch/src/report.rs reads the records.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>

#include <weft/boot.h>
#include <weft/report.h>

enum kind { INTEGER, REAL };

struct record {
    uint32_t rank;
    uint32_t kind;
    uint32_t name_bytes; /* of the name that follows */
    uint32_t labels;     /* how many of the next two count */
    int32_t label;
    int32_t other;
    uint64_t value;
};

static void hand_over(struct record record, const char *name)
{
    const char *const descriptor = getenv("WEFT_REPORTS");
    if (descriptor == NULL) {
        return;
    }
    record.rank = weft_boot.rank;
    record.name_bytes = (uint32_t)strlen(name);
    const struct iovec parts[] = {{&record, sizeof record}, {(void *)(uintptr_t)name, record.name_bytes}};
    if (writev(atoi(descriptor), parts, 2) != (ssize_t)(sizeof record + record.name_bytes)) {
        abort();
    }
}

void weft_report_integer(const char *name, unsigned labels, int32_t label, int32_t other, int64_t value)
{
    hand_over(
        (struct record){.kind = INTEGER, .labels = labels, .label = label, .other = other, .value = (uint64_t)value},
        name);
}

void weft_report_real(const char *name, unsigned labels, int32_t label, int32_t other, double value)
{
    struct record record = {.kind = REAL, .labels = labels, .label = label, .other = other};
    memcpy(&record.value, &value, sizeof record.value);
    hand_over(record, name);
}
