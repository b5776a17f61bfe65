/* See window.h. */
#define _GNU_SOURCE
#include "link/window/window.h"

#include <errno.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arch/diagnostic.h"

static _Atomic uint32_t *words;

static int descriptor(void)
{
    const char *const text = getenv("WEFT_WINDOW");
    char *end;
    errno = 0;
    const long number = text ? strtol(text, &end, 10) : -1;
    if (!text || errno != 0 || end == text || *end != '\0' || number < 0 || number > 1 << 20) {
        weft_fatal("this program runs beside a simulated chip: start it with weft run --core pc=FILE");
    }
    return (int)number;
}

void weft_window_open(void)
{
    const size_t bytes = WEFT_WINDOW_WORDS * sizeof *words;
    void *const memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor(), 0);
    if (memory == MAP_FAILED) {
        weft_fatal("the window to the chip was not inherited: start the program with weft run --core pc=FILE");
    }
    words = memory;
    if (atomic_load(&words[WEFT_WINDOW_VERSION]) != WEFT_WINDOW_IS_VERSION) {
        weft_fatal("the simulation is of another version than this program: build both with one");
    }
}

/* Returns the room for words to the chip. */
static uint32_t room(void)
{
    _Atomic uint32_t *const ring = words + WEFT_WINDOW_TO_CHIP;
    const uint32_t written = atomic_load_explicit(&ring[WEFT_WINDOW_RING_WRITTEN], memory_order_relaxed);
    return WEFT_WINDOW_RING_PAIRS - (written - atomic_load(&ring[WEFT_WINDOW_RING_TAKEN]));
}

static _Atomic uint32_t *pair(_Atomic uint32_t *ring, uint32_t number)
{
    return &ring[WEFT_WINDOW_RING_FIRST + 2u * (number % WEFT_WINDOW_RING_PAIRS)];
}

/* Sends a word to an address of the bus. There must be room. */
static void write_word(uint32_t address, uint32_t data)
{
    _Atomic uint32_t *const ring = words + WEFT_WINDOW_TO_CHIP;
    const uint32_t written = atomic_load_explicit(&ring[WEFT_WINDOW_RING_WRITTEN], memory_order_relaxed);
    _Atomic uint32_t *const place = pair(ring, written);
    atomic_store_explicit(&place[0], address, memory_order_relaxed);
    atomic_store_explicit(&place[1], data, memory_order_relaxed);
    atomic_store_explicit(&ring[WEFT_WINDOW_RING_WRITTEN], written + 1, memory_order_release);
}

void weft_window_write_words(uint32_t address, const uint32_t *data, uint32_t count)
{
    for (uint32_t word = 0; word < count; word++) {
        while (room() == 0) {
            weft_window_wait(WEFT_WINDOW_LOOKS);
        }
        write_word(address, data[word]);
    }
}

bool weft_window_read(uint32_t *address, uint32_t *data)
{
    _Atomic uint32_t *const ring = words + WEFT_WINDOW_TO_PC;
    const uint32_t taken = atomic_load_explicit(&ring[WEFT_WINDOW_RING_TAKEN], memory_order_relaxed);
    if (atomic_load_explicit(&ring[WEFT_WINDOW_RING_WRITTEN], memory_order_acquire) == taken) {
        return false;
    }
    _Atomic uint32_t *const place = pair(ring, taken);
    *address = atomic_load_explicit(&place[0], memory_order_relaxed);
    *data = atomic_load_explicit(&place[1], memory_order_relaxed);
    atomic_store_explicit(&ring[WEFT_WINDOW_RING_TAKEN], taken + 1, memory_order_release);
    return true;
}

/* Only the simulation ends the state that is stored here, before it begins the next turn. */
void weft_window_wait(uint32_t doing)
{
    _Atomic uint32_t *const turn = &words[WEFT_WINDOW_TURN];
    const uint32_t before = atomic_load(turn);
    atomic_store(&words[WEFT_WINDOW_DOING], doing);
    syscall(SYS_futex, &words[WEFT_WINDOW_DOING], FUTEX_WAKE, 1, NULL, NULL, 0);
    while (atomic_load(turn) == before) {
        syscall(SYS_futex, turn, FUTEX_WAIT, before, NULL, NULL, 0);
    }
}
