/* Measured values for the launcher (<weft/report.h>). Each is appended as a record to the file whose descriptor is in
 * the environment variable WEFT_REPORTS. The launcher opens it in append mode, so that concurrent records of several
 * ranks do not overwrite each other.
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
    uint64_t value;
    int32_t numbers[2];     /* values of the labels */
    uint32_t labels[2];     /* their kinds: WEFT_REPORT_NUMBER, ... */
    uint32_t name_bytes;    /* of the name that follows the record */
    uint32_t text_bytes[2]; /* of those labels that are texts, which follow the name */
    uint32_t unused;
};

struct label {
    int what;
    int64_t value;
};

static const char *text_of(struct label label)
{
    return label.what == WEFT_REPORT_TEXT ? (const char *)(intptr_t)label.value : "";
}

static void hand_over(struct record record, const char *name, struct label first, struct label second)
{
    const char *const descriptor = getenv("WEFT_REPORTS");
    const struct label labels[] = {first, second};
    struct iovec parts[4] = {{&record, sizeof record}, {(void *)(uintptr_t)name, strlen(name)}};
    if (descriptor == NULL) {
        return;
    }
    record.rank = weft_boot.rank;
    record.name_bytes = (uint32_t)parts[1].iov_len;
    size_t bytes = sizeof record + parts[1].iov_len;
    for (unsigned i = 0; i < 2; i++) {
        const char *const text = text_of(labels[i]);
        parts[2 + i] = (struct iovec){(void *)(uintptr_t)text, strlen(text)};
        record.labels[i] = (uint32_t)labels[i].what;
        record.numbers[i] = (int32_t)labels[i].value;
        record.text_bytes[i] = (uint32_t)parts[2 + i].iov_len;
        bytes += parts[2 + i].iov_len;
    }
    if (writev(atoi(descriptor), parts, 4) != (ssize_t)bytes) {
        abort();
    }
}

void weft_report_integer(const char *name, int first, int64_t label, int second, int64_t other, int64_t value)
{
    const struct record record = {.kind = INTEGER, .value = (uint64_t)value};
    hand_over(record, name, (struct label){first, label}, (struct label){second, other});
}

void weft_report_real(const char *name, int first, int64_t label, int second, int64_t other, double value)
{
    struct record record = {.kind = REAL};
    memcpy(&record.value, &value, sizeof record.value);
    hand_over(record, name, (struct label){first, label}, (struct label){second, other});
}
