/* Reads the script of a live gateway. */
#include "script.h"
#include <stdio.h>

#define LATEST_MS 60000u

static bool is_written(struct event *event, const char *word)
{
    unsigned long ms = 0;
    int length = 0;
    *event = (struct event){0, 0, 0};
    if (sscanf(word, "%5lu:%1uA+%1uV%n", &ms, &event->audio, &event->video, &length) != 3 || word[length] != '\0') {
        event->video = 0;
        length = 0;
        if (sscanf(word, "%5lu:%1uA%n", &ms, &event->audio, &length) != 2 || word[length] != '\0' || length == 0) {
            event->audio = 0;
            length = 0;
            sscanf(word, "%5lu:0%n", &ms, &length);
        }
    }
    event->ms = (uint32_t)ms;
    return length != 0 && word[length] == '\0';
}

bool script_read(struct event *event, const char *word, const struct event *before, unsigned most)
{
    return is_written(event, word) && event->ms <= LATEST_MS && event->audio <= most && event->video <= most &&
           (before == NULL || event->ms >= before->ms + EVENTS_APART_MS);
}
