/* Messages by the DMA controller, by the bare driver (weft/pl080.h): latency by phase of 16 to 4,096 words (asip, table
 * 6, column DMA), and of messages that the controller gathers from four places.
 *
 *     weft run -q -n 2 --platform asip8-dma apps/rivals/dma.c
 *
 * The sender has the controller copy from its own data memory to the receiver's; the end of the copy interrupts the
 * receiver, whose program goes on meanwhile. Lines "dma WORDS PHASE CYCLES": the number of words is known only at run
 * time. "dma-constant": it is a constant in the sender's program. "dma-list": the controller gathers it from four
 * places.
 */
#include "rivals.h"
#include <weft/bus_address.h>
#include <weft/pl080.h>

#define DMA ((struct weft_pl080 *)WEFT_DMA_BASE)
#define CHANNEL 0
#define LONGEST 4096
#define PLACES 4

static uint32_t message[LONGEST];
static uint32_t arrived[LONGEST];

static WEFT_SHARED volatile uint32_t received; /* the cycle in which the receiver had its data */
static WEFT_SHARED volatile bool wrong;

/* The sender's side. */

/* The list of pieces that the controller reads while it works. */
static struct weft_pl080_piece pieces[PLACES];

static uint32_t own(const void *place)
{
    return weft_bus_address(SENDER, place);
}

/* Describes a copy of any number of words up to LONGEST, in pieces within the controller's counter. Mostly there is one
 * piece, so that case is the straight path. */
static inline void issue(struct weft_pl080 *dma, uint32_t from, uint32_t to, uint32_t words)
{
    weft_pl080_clear(dma, CHANNEL);
    struct weft_pl080_piece first = weft_pl080_copy(from, to, words, 0);
    if (__builtin_expect(words > WEFT_PL080_LONGEST, 0)) {
        const uint32_t half = words / 2;
        pieces[1] = weft_pl080_copy(from + 4 * half, to + 4 * half, words - half, 0);
        pieces[1].Control |= WEFT_PL080_TERMINAL_COUNT;
        first = weft_pl080_copy(from, to, half, own(&pieces[1]));
    } else {
        first.Control |= WEFT_PL080_TERMINAL_COUNT;
    }
    weft_pl080_load(&dma->C[CHANNEL], &first);
}

static inline void start(struct weft_pl080 *dma)
{
    weft_pl080_start(&dma->C[CHANNEL], WEFT_PL080_ERROR_INTERRUPT | WEFT_PL080_TERMINAL_COUNT_INTERRUPT);
}

SIDE uint32_t send(counter *cycles, struct weft_pl080 *dma, const uint32_t *from, uint32_t to, uint32_t words)
{
    const uint32_t called = before(cycles);
    issue(dma, own(from), to, words);
    start(dma);
    return called;
}

#define SEND_CONSTANT(words)                                                                                           \
    SIDE uint32_t send_##words(counter *cycles, struct weft_pl080 *dma)                                                \
    {                                                                                                                  \
        const uint32_t called = before(cycles);                                                                        \
        issue(dma, own(message), weft_bus_address(RECEIVER, arrived), words);                                          \
        start(dma);                                                                                                    \
        return called;                                                                                                 \
    }
SEND_CONSTANT(16)
SEND_CONSTANT(1024)
SEND_CONSTANT(4096)

/* Sends an equal part from each of four places, which are known only at run time. */
SIDE uint32_t gather(counter *cycles, struct weft_pl080 *dma, const uint32_t *const *from, uint32_t to, uint32_t words)
{
    const uint32_t called = before(cycles);
    weft_pl080_clear(dma, CHANNEL);
    uint32_t next = 0;
    uint32_t last = WEFT_PL080_TERMINAL_COUNT;
    for (unsigned i = PLACES; i-- > 0;) {
        pieces[i] = weft_pl080_copy(own(from[i]), to + i * words, words / PLACES, next);
        pieces[i].Control |= last;
        next = own(&pieces[i]);
        last = 0;
    }
    weft_pl080_load(&dma->C[CHANNEL], &pieces[0]);
    start(dma);
    return called;
}

/* The times of the sender's phases, and the cycle in which the last one ended. */
struct phases {
    uint32_t issue;
    uint32_t setup;
    uint32_t started;
};

SIDE struct phases send_by_phase(counter *cycles, struct weft_pl080 *dma, const uint32_t *from, uint32_t to,
                                 uint32_t words)
{
    const uint32_t called = phase_end(cycles);
    issue(dma, own(from), to, words);
    const uint32_t issued = phase_end(cycles);
    start(dma);
    const uint32_t started = phase_end(cycles);
    return (struct phases){phase(called, issued), phase(issued, started), started - FENCE};
}

/* The receiver's side. */

static volatile bool complete;

static void end(void *argument, bool failed)
{
    (void)argument;
    complete = true;
    if (failed) {
        wrong = true;
    }
}

static const struct weft_pl080_client clients[8] = {[CHANNEL] = {end, NULL}};

static inline void take_interrupt(void)
{
    weft_pl080_serve(DMA, clients);
}

VECTOR(vector, RECEIVER, WEFT_SOURCE_DMA, take_interrupt)

static void attached(void *argument)
{
    (void)argument;
    take_interrupt();
}

SIDE void receive(counter *cycles)
{
    while (!complete) {
    }
    received = after(cycles);
}

/* Polls the last word until it has arrived: the end of the transfer itself. A poll takes five cycles, a load and a
 * branch, two of which are between the successful load and the reading; `late` shifts the polls. */
SIDE uint32_t watch(counter *cycles, const volatile uint32_t *last, uint32_t late)
{
    weft_interrupts_off();
    for (uint32_t i = 0; i < late; i++) {
        IN_ORDER;
    }
    while (*last == 0) {
    }
    const uint32_t seen = after(cycles);
    weft_interrupts_on();
    return seen - 3;
}

/* Sender and receiver. */

static void fill(unsigned words)
{
    for (unsigned i = 0; i < words; i++) {
        message[i] = i * 7 + words;
    }
}

static void check(unsigned words)
{
    for (unsigned i = 0; i < words; i++) {
        wrong |= arrived[i] != i * 7 + words;
        arrived[i] = 0;
    }
}

static void receive_one(unsigned words)
{
    complete = false;
    receive(COUNTER);
    check(words);
}

/* `send` is a call. */
#define MEASURE(words, send)                                                                                           \
    ({                                                                                                                 \
        uint32_t cycles = 0;                                                                                           \
        if (weft_core() == SENDER) {                                                                                   \
            fill(words);                                                                                               \
            pass(WAIT + 20 * (words));                                                                                 \
            cycles = (send);                                                                                           \
            pass(WAIT + 20 * (words));                                                                                 \
            cycles = received - cycles - 1;                                                                            \
        } else {                                                                                                       \
            receive_one(words);                                                                                        \
        }                                                                                                              \
        cycles;                                                                                                        \
    })

/* Returns the least of several trials: in that one the receiver has polled in the right cycle. */
static uint32_t measure_transfer(unsigned words, uint32_t to, struct phases *phases)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t late = 0; late < 5; late++) {
        if (weft_core() == SENDER) {
            fill(words);
            pass(WAIT + 20 * words);
            *phases = send_by_phase(COUNTER, DMA, message, to, words);
            pass(WAIT + 20 * words);
            const uint32_t transfer = received - phases->started;
            least = transfer < least ? transfer : least;
        } else {
            complete = false;
            received = watch(COUNTER, &arrived[words - 1], late);
            check(words);
        }
    }
    return least;
}

static void measure_phases(unsigned words, uint32_t to, const char *variant, uint32_t total)
{
    struct phases phases = {0, 0, 0};
    const uint32_t transfer = measure_transfer(words, to, &phases);
    report("dma", variant, words, "issue", phases.issue);
    report("dma", variant, words, "setup", phases.setup);
    report("dma", variant, words, "transfer", transfer);
    report("dma", variant, words, "completion", total - phases.issue - phases.setup - transfer);
}

static void measure_list(unsigned words, uint32_t to, const char *variant)
{
    static const uint32_t *places[PLACES];
    for (unsigned i = 0; i < PLACES; i++) {
        places[i] = message + i * words / PLACES;
    }
    report("dma-list", variant, words, "total", MEASURE(words, gather(COUNTER, DMA, places, to, words)));
}

static void measure_all(const char *variant)
{
    const uint32_t to = weft_bus_address(RECEIVER, arrived);
    for (unsigned words = 16; words <= LONGEST; words *= 4) {
        const uint32_t total = MEASURE(words, send(COUNTER, DMA, message, to, words));
        measure_phases(words, to, variant, total);
        report("dma", variant, words, "total", total);
        measure_list(words, to, variant);
    }
}

int main(void)
{
    const bool sends = weft_core() == SENDER;
    if (sends) {
        weft_pl080_enable(DMA);
    } else {
        take_by_vector(vector, WEFT_SOURCE_DMA);
    }
    report("dma", "-constant", 16, "total", MEASURE(16, send_16(COUNTER, DMA)));
    report("dma", "-constant", 1024, "total", MEASURE(1024, send_1024(COUNTER, DMA)));
    report("dma", "-constant", 4096, "total", MEASURE(4096, send_4096(COUNTER, DMA)));
    measure_all("");
    if (!sends) {
        take_by_attached(attached, WEFT_SOURCE_DMA);
    }
    measure_all("-attached");
    if (wrong && !sends) {
        printf("dma: an error, or wrong data\n");
        return 1;
    }
    return 0;
}
