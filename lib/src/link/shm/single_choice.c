/* Chooses whether large messages are copied once, straight from memory to memory (single.h), or twice, through the
 * ring.
 *
 * The single copy must be permitted: the Yama security module, a container or a filter of system calls may forbid
 * reading another process's memory. So every rank tries to read others, and if one cannot, none uses the single copy.
 * And it must pay: ranks 0 and 1 send data by both methods, and the shortest times decide. The environment variable
 * WEFT_SINGLE_COPY replaces this measurement: `always` (where it is permitted) or `never`.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <weft/timer.h>

#include "arch/diagnostic.h"
#include "link_port.h"

#define TRIAL_BYTES (4 * WEFT_SINGLE_MOST)
#define TRIALS 5
#define TRIED 64u /* ranks */

/* A number that another process is very unlikely to have at the same address. */
static WEFT_PER_RANK uint64_t proof;

static uint64_t proof_of(uint32_t node)
{
    return UINT64_C(0x9E3779B97F4A7C15) * (node + 1);
}

static bool is_told(void)
{
    return weft_shm.node == 0 && getenv("WEFT_VERBOSE") != NULL;
}

static enum weft_single_wish read_wish(void)
{
    const char *const text = getenv("WEFT_SINGLE_COPY");
    if (text == NULL) {
        return WEFT_SINGLE_MEASURE;
    }
    if (strcmp(text, "always") != 0 && strcmp(text, "never") != 0) {
        weft_diagnostic("the environment variable WEFT_SINGLE_COPY is \"%s\"", text);
        weft_fatal("it can be always, never, or absent");
    }
    return strcmp(text, "always") == 0 ? WEFT_SINGLE_ALWAYS : WEFT_SINGLE_NEVER;
}

/* Yama may let a process be read only by those that it names: names the launcher, and with it all that this has
 * started. */
static void permit(void)
{
    const char *const launcher = getenv("WEFT_LAUNCHER");
    if (launcher != NULL) {
        prctl(PR_SET_PTRACER, strtoul(launcher, NULL, 10), 0, 0, 0);
    }
}

void weft_single_offer(void)
{
    const uint32_t node = weft_shm.node;
    proof = proof_of(node);
    weft_shm.single->ranks[node].process = getpid();
    weft_shm.single->ranks[node].proof = (uint64_t)(uintptr_t)&proof;
    if (node == 0) {
        atomic_store(&weft_shm.single->wish, read_wish());
    }
    permit();
}

/* Returns 0, or the errno that says why a rank cannot be read. */
static int try_to_read(uint32_t node)
{
    uint64_t seen;
    const int error = weft_single_read(node, weft_shm.single->ranks[node].proof, &seen, sizeof seen);
    return error != 0 ? error : seen == proof_of(node) ? 0 : ESRCH;
}

/* Tries to read this rank and those after it, up to TRIED: so each rank is tried by several. */
static void try_to_read_others(void)
{
    for (uint32_t i = 0; i < weft_shm.count && i < TRIED; i++) {
        const int error = try_to_read((weft_shm.node + i) % weft_shm.count);
        if (error != 0) {
            atomic_store(&weft_shm.single->error, error);
        }
    }
}

static void send_trial(uint32_t node, uint32_t piece, const uint8_t *data)
{
    for (uint32_t sent = 0; sent < TRIAL_BYTES; sent += piece) {
        weft_link_stream(node, WEFT_LABEL_DATA, data + sent, piece);
    }
}

static void receive_trial(uint8_t *data)
{
    uint32_t received = 0;
    while (received < TRIAL_BYTES) {
        const weft_word head = weft_link_wait_head();
        weft_link_take(data + received);
        received += (uint32_t)WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, head);
    }
}

/* Returns, at rank 0, the nanoseconds from requesting data of rank 1 until they have come. */
static uint32_t trial(uint8_t *data, uint32_t piece)
{
    const uint32_t other = 1 - weft_shm.node;
    const uint32_t start = weft_timer_cycles();
    if (weft_shm.node == 0) {
        weft_link_stream(other, WEFT_LABEL_CTS, data, 0);
        receive_trial(data);
    } else {
        weft_link_wait_head();
        weft_link_take(data);
        send_trial(other, piece, data);
    }
    return weft_timer_cycles() - start;
}

/* Returns the shortest time of all trials. The first ones also fault in the pages. */
static int least_of_trials(uint8_t *data, uint32_t piece)
{
    uint32_t least = INT32_MAX;
    for (int i = 0; i < TRIALS; i++) {
        const uint32_t time = trial(data, piece);
        least = time < least ? time : least;
    }
    return (int)least;
}

/* At ranks 0 and 1: is the single copy faster, by at least an eighth? */
static bool is_quicker(void)
{
    uint8_t *const data = mmap(NULL, TRIAL_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (data == MAP_FAILED) {
        weft_fatal("the system has no memory for the job");
    }
    const int twice = least_of_trials(data, weft_link_piece(TRIAL_BYTES));
    const int once = least_of_trials(data, WEFT_SINGLE_MOST);
    munmap(data, TRIAL_BYTES);
    if (is_told()) {
        weft_diagnostic("%d bytes take %d ns through the ring, %d ns in a single copy", (int)TRIAL_BYTES, twice, once);
    }
    return once < twice - twice / 8;
}

/* Chooses at ranks 0 and 1, where the single copy is permitted; the choice of rank 0 counts. */
static void choose(enum weft_single_wish wish)
{
    const bool once = wish == WEFT_SINGLE_ALWAYS || is_quicker();
    if (weft_shm.node == 0) {
        atomic_store(&weft_shm.single->chosen, once);
    }
}

static void choose_together(enum weft_single_wish wish)
{
    struct weft_single *const single = weft_shm.single;
    try_to_read_others();
    weft_shm_barrier(weft_shm.count);
    const int error = atomic_load(&single->error);
    if (error == 0 && weft_shm.node < 2) {
        choose(wish);
    } else if (error != 0 && is_told()) {
        weft_diagnostic("a single copy is not permitted: %s", strerror(error));
    }
    weft_shm_barrier(weft_shm.count);
    weft_shm.copies_once = atomic_load(&single->chosen) != 0;
}

void weft_single_decide(void)
{
    const enum weft_single_wish wish = atomic_load(&weft_shm.single->wish);
    if (weft_shm.count > 1 && wish != WEFT_SINGLE_NEVER) {
        choose_together(wish);
    }
    const bool as_wished = wish == (weft_shm.copies_once ? WEFT_SINGLE_ALWAYS : WEFT_SINGLE_NEVER);
    if (is_told()) {
        weft_diagnostic("messages of %d bytes or more are copied %s%s", (int)WEFT_SINGLE_LEAST,
                        weft_shm.copies_once ? "once, by process_vm_readv" : "through the ring",
                        as_wished ? ", as WEFT_SINGLE_COPY says" : "");
    }
}
