/* A reliable link over an unreliable one: each message arrives once, in order and intact, although the link below
 * loses, damages or repeats messages.
 *
 * Each message is a frame, which is a message of the link below:
 *
 *     word 0     number of the frame (8 bits), number of the frame awaited from its receiver (8), label (10), kind
 *     word 1     CRC-32 (IEEE 802.3) of the length, both nodes, word 0 and the data
 *     words 2..  data
 *
 * A sender keeps a frame until its receiver has acknowledged it: by a frame of its own, whose head names the one that
 * it awaits, or, if it has none to send, by a head alone. At most WEFT_CHECKED_WINDOW frames to a node are outstanding.
 * When the oldest is not acknowledged in time it is sent again, alone, with a timeout that doubles each time; once it
 * is acknowledged, all that are left are sent again. A receiver takes the frame that it awaits. It drops any other, and
 * acknowledges again what it has; it ignores a damaged frame altogether.
 *
 *     sender                            receiver, awaits n
 *     frame n       ------ lost
 *     frame n + 1   ----------------->  too early: dropped; acknowledges again: awaits n
 *     timeout
 *     frame n       ----------------->  taken; acknowledges: awaits n + 1
 *     frame n + 1   ----------------->  taken
 *
 * Timeouts are checked, and frames sent again, only while the program waits in the library. Credits are frames as well:
 * a signal of the link below could be lost.
 */
#ifndef WEFT_CHECKED_H
#define WEFT_CHECKED_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/context.h>

/* Frames outstanding to a node, and to all nodes; the sender's memory keeps each. */
#ifndef WEFT_CHECKED_WINDOW
#define WEFT_CHECKED_WINDOW 4u
#endif
#ifndef WEFT_CHECKED_FRAMES
#define WEFT_CHECKED_FRAMES (2u * WEFT_CHECKED_WINDOW)
#endif
_Static_assert(WEFT_CHECKED_WINDOW >= 1 && WEFT_CHECKED_WINDOW <= 127, "numbers of frames have 8 bits");
_Static_assert(WEFT_CHECKED_FRAMES >= 1, "a frame is sent from where it is kept");

/* Cycles until the oldest frame is sent again for the first time: several times what a frame and its acknowledgement
 * take. */
#ifndef WEFT_CHECKED_TIMEOUT
#define WEFT_CHECKED_TIMEOUT (4000u + 64u * (uint32_t)WEFT_CHECKED_FRAME)
#endif

struct weft_checked_frame {
    struct weft_checked_frame *next;
    uint32_t length; /* bytes, with the head */
    uint32_t words[WEFT_CHECKED_FRAME / 4];
};

struct weft_checked_peer {
    struct weft_checked_frame *first, *last; /* kept frames, the oldest first; null: none */
    uint32_t sent;                           /* time at which the oldest was sent */
    uint8_t number;                          /* of the next frame */
    uint8_t kept;                            /* frames without an acknowledgement */
    uint8_t unsent;                          /* of these, the last ones, which the link below has not accepted yet */
    uint8_t tries;                           /* how often the oldest was sent again */
    bool recovers;                           /* the oldest was sent again, and has not been acknowledged since */
    uint8_t awaited;                         /* the number of the frame to come */
    uint8_t owed;                            /* frames that have come since this node last acknowledged */
    uint8_t credits;                         /* batches of credits that have come */
    uint8_t given;                           /* batches of credits to it for which no frame has been free */
    bool is_unsettled;                       /* it is in the list `unsettled` */
    struct weft_checked_peer *next;          /* next in that list */
};

/* Counts of errors, for tests and for those who look after a chip. */
struct weft_checked_counts {
    uint32_t again;    /* frames sent again */
    uint32_t dropped;  /* frames that came twice, or too early */
    uint32_t damaged;  /* frames with another checksum */
    uint32_t received; /* frames that were taken */
};

struct weft_checked {
    weft_word head; /* the request word of the message that was received last, until it is taken; 0: none */
    uint32_t node;  /* this one */
    uint32_t kept;  /* frames without an acknowledgement, of all peers */
    struct weft_checked_peer *unsettled; /* peers that are owed an acknowledgement, or something that was refused */
    uint32_t looked;                     /* time of the last check for late frames */
    struct weft_checked_counts counts;
    struct weft_checked_frame *free;
    struct weft_checked_frame frames[WEFT_CHECKED_FRAMES];
    uint32_t incoming[WEFT_CHECKED_FRAME / 4];
    struct weft_checked_peer peers[WEFT_PEERS];
};
extern WEFT_PER_RANK struct weft_checked weft_checked;

/* The contract of link/link.h. weft_link_stream() is weft_checked_try_send() too: a piece has one frame. */
void weft_checked_start(uint32_t node, uint32_t count);
void weft_checked_stop(void);
void weft_checked_resume(void);
weft_word weft_checked_head(void);
weft_word weft_checked_wait_head(void);
void weft_checked_take(void *buffer);
bool weft_checked_try_send(uint32_t node, weft_word label, const void *buffer, uint32_t length);
void weft_checked_rest(void);
void weft_checked_give_credit(uint32_t node);
bool weft_checked_take_credit(uint32_t node);

#endif
