/* Messages through a mailbox with interrupts, by the bare driver (weft/pl320.h): latency by phase of 1 to 7 words, and
 * of longer ones in pieces of 7 (asip, table 6, column IPCM).
 *
 *     weft run -q -n 2 --platform asip8-ipcm apps/rivals/ipcm.c
 *
 * The sender takes the mailbox, fills it and sends. The receiver, whose program continues meanwhile, is interrupted,
 * empties the mailbox and acknowledges. That interrupts the sender, which releases the mailbox. Lines "ipcm WORDS PHASE
 * CYCLES": the number of words is known only at run time. "ipcm-constant": it is a constant in the sender's program. In
 * addition to the phases of rivals.h there are "read", the copy of the words out of the mailbox, which uses the bus as
 * filling it does, and "notified", the total without "read".
 */
#include "rivals.h"
#include <weft/pl320.h>

#define IPCM ((struct weft_pl320 *)WEFT_MAILBOX_BASE)
#define NUMBER 0 /* of the mailbox */
#define LONGEST 256

static uint32_t message[LONGEST];

static WEFT_SHARED volatile uint32_t received; /* the cycle in which the receiver had its data */
static WEFT_SHARED volatile uint32_t reading;  /* cycles that it took to copy them out of the mailbox */
static WEFT_SHARED volatile bool wrong;

static bool has_interrupted(uint32_t channel)
{
    return (IPCM->CHANNEL[channel].MIS >> NUMBER & 1) != 0;
}

/* The sender's side. */

static volatile bool mailbox_is_free;

static inline void take_acknowledgement(void)
{
    if (has_interrupted(SENDER)) {
        weft_pl320_close(&IPCM->MAILBOX[NUMBER]);
        mailbox_is_free = true;
    }
}

VECTOR(sender_vector, SENDER, WEFT_SOURCE_MAILBOX + SENDER, take_acknowledgement)

static void sender_attached(void *argument)
{
    (void)argument;
    take_acknowledgement();
}

static inline void send_piece(struct weft_pl320_mailbox *mailbox, const uint32_t *words, uint32_t count)
{
    mailbox_is_free = false;
    weft_pl320_open(mailbox, SENDER, RECEIVER);
    weft_pl320_write(mailbox, words, count);
    weft_pl320_send(mailbox);
}

static inline void send(struct weft_pl320_mailbox *mailbox, const uint32_t *words, uint32_t count)
{
    for (; count > WEFT_PL320_WORDS; words += WEFT_PL320_WORDS, count -= WEFT_PL320_WORDS) {
        send_piece(mailbox, words, WEFT_PL320_WORDS);
        while (!mailbox_is_free) {
        }
    }
    send_piece(mailbox, words, count);
}

SIDE uint32_t send_at_run_time(counter *cycles, struct weft_pl320_mailbox *mailbox, uint32_t count)
{
    const uint32_t called = before(cycles);
    send(mailbox, message, count);
    return called;
}

#define SEND_CONSTANT(count)                                                                                           \
    SIDE uint32_t send_##count(counter *cycles, struct weft_pl320_mailbox *mailbox)                                    \
    {                                                                                                                  \
        const uint32_t called = before(cycles);                                                                        \
        send(mailbox, message, count);                                                                                 \
        return called;                                                                                                 \
    }
SEND_CONSTANT(1)
SEND_CONSTANT(4)
SEND_CONSTANT(7)

/* The times of the sender's phases. */
struct phases {
    uint32_t issue;
    uint32_t transfer;
    uint32_t setup;
};

SIDE struct phases send_by_phase(counter *cycles, struct weft_pl320_mailbox *mailbox, uint32_t count)
{
    const uint32_t called = phase_end(cycles);
    weft_pl320_open(mailbox, SENDER, RECEIVER);
    const uint32_t issued = phase_end(cycles);
    weft_pl320_write(mailbox, message, count);
    const uint32_t moved = phase_end(cycles);
    weft_pl320_send(mailbox);
    const uint32_t sent = phase_end(cycles);
    return (struct phases){phase(called, issued), phase(issued, moved), phase(moved, sent)};
}

/* The receiver's side. */

static struct {
    struct weft_pl320_mailbox *mailbox;
    uint32_t *to;
    volatile uint32_t left; /* words */
} inbox;

static inline void take_message(void)
{
    if (has_interrupted(RECEIVER)) {
        struct weft_pl320_mailbox *const mailbox = inbox.mailbox;
        const uint32_t left = inbox.left;
        const uint32_t count = left < WEFT_PL320_WORDS ? left : WEFT_PL320_WORDS;
        weft_pl320_read(mailbox, inbox.to, count);
        weft_pl320_acknowledge(mailbox);
        inbox.to += count;
        inbox.left = left - count;
    }
}

VECTOR(receiver_vector, RECEIVER, WEFT_SOURCE_MAILBOX + RECEIVER, take_message)

static void receiver_attached(void *argument)
{
    (void)argument;
    take_message();
}

SIDE void receive(counter *cycles)
{
    while (inbox.left != 0) {
    }
    received = after(cycles);
}

SIDE uint32_t time_reading(counter *cycles, const struct weft_pl320_mailbox *mailbox, uint32_t *to, uint32_t count)
{
    const uint32_t start = before(cycles);
    weft_pl320_read(mailbox, to, count);
    return after(cycles) - start - 1;
}

static uint32_t word(unsigned place, unsigned count)
{
    return place * 7 + count;
}

static void receive_one(unsigned count)
{
    inbox.to = message;
    inbox.left = count;
    receive(COUNTER);
    for (unsigned i = 0; i < count; i++) {
        wrong |= message[i] != word(i, count);
    }
    pass(WAIT / 2);
    reading = time_reading(COUNTER, inbox.mailbox, message, count % (WEFT_PL320_WORDS + 1));
}

/* Sender and receiver: the interval at the sender. `send` is a call. */
#define MEASURE(count, send)                                                                                           \
    ({                                                                                                                 \
        uint32_t cycles = 0;                                                                                           \
        if (weft_core() == SENDER) {                                                                                   \
            for (unsigned i = 0; i < (count); i++) {                                                                   \
                message[i] = word(i, count);                                                                           \
            }                                                                                                          \
            pass(WAIT);                                                                                                \
            cycles = (send);                                                                                           \
            pass(WAIT + 100 * (count));                                                                                \
            cycles = received - cycles - 1;                                                                            \
        } else {                                                                                                       \
            receive_one(count);                                                                                        \
        }                                                                                                              \
        cycles;                                                                                                        \
    })

static void measure_phases(struct weft_pl320_mailbox *mailbox, unsigned count, const char *variant, uint32_t total)
{
    struct phases phases = {0, 0, 0};
    MEASURE(count, (phases = send_by_phase(COUNTER, mailbox, count), 0));
    report("ipcm", variant, count, "issue", phases.issue);
    report("ipcm", variant, count, "setup", phases.setup);
    report("ipcm", variant, count, "transfer", phases.transfer);
    report("ipcm", variant, count, "completion", total - phases.issue - phases.setup - phases.transfer - reading);
    report("ipcm", variant, count, "read", reading);
    report("ipcm", variant, count, "notified", total - reading);
}

static void measure(struct weft_pl320_mailbox *mailbox, unsigned count, const char *variant)
{
    const uint32_t total = MEASURE(count, send_at_run_time(COUNTER, mailbox, count));
    if (count <= WEFT_PL320_WORDS) {
        measure_phases(mailbox, count, variant, total);
    }
    report("ipcm", variant, count, "total", total);
}

static void measure_all(struct weft_pl320_mailbox *mailbox, const char *variant)
{
    for (unsigned count = 1; count <= WEFT_PL320_WORDS; count++) {
        measure(mailbox, count, variant);
    }
    for (unsigned count = 16; count <= LONGEST; count *= 4) {
        measure(mailbox, count, variant);
    }
}

int main(void)
{
    struct weft_pl320_mailbox *const mailbox = &IPCM->MAILBOX[NUMBER];
    const bool sends = weft_core() == SENDER;
    inbox.mailbox = mailbox;
    const uint32_t source = WEFT_SOURCE_MAILBOX + weft_core();
    take_by_vector(sends ? sender_vector : receiver_vector, source);
    report("ipcm", "-constant", 1, "total", MEASURE(1, send_1(COUNTER, mailbox)));
    report("ipcm", "-constant", 4, "total", MEASURE(4, send_4(COUNTER, mailbox)));
    report("ipcm", "-constant", 7, "total", MEASURE(7, send_7(COUNTER, mailbox)));
    measure_all(mailbox, "");
    take_by_attached(sends ? sender_attached : receiver_attached, source);
    measure_all(mailbox, "-attached");
    if (wrong && !sends) {
        printf("ipcm: wrong data\n");
        return 1;
    }
    return 0;
}
