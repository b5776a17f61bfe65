/* The script of a live gateway: sessions that start and stop. */
#ifndef GATEWAY_SCRIPT_H
#define GATEWAY_SCRIPT_H

#include <stdbool.h>
#include <stdint.h>

#define EVENTS_MOST 16
#define EVENTS_APART_MS 150u /* minimum distance of events */

/* From the time `ms` on, these numbers of sessions of each kind run. */
struct event {
    uint32_t ms;
    unsigned audio, video;
};

/* Reads MS:SET, where SET is 2A, 2A+1V or 0; false if the word is something else, more than `most` sessions of a kind,
 * or too soon after `before` (NULL: it is the first). */
bool script_read(struct event *event, const char *word, const struct event *before, unsigned most);

#endif
