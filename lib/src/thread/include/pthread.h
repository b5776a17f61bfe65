/* POSIX threads, the part that this library provides: mutexes and barriers. Each core of a machine is a thread that was
 * there from the start. What they are made of (a synchronization controller, registers that are polled, interrupts) the
 * platform chooses: <weft/pthread_port.h>.
 *
 * Memories are private, so that an address names nothing on another core: a mutex is a *number* of a lock of the
 * platform. A statically initialized mutex gets its number from the linker, equal on all cores that run the same
 * image: its initializer points to a byte in the section .weft_mutexes, which is loaded nowhere, and the number is that
 * byte's place there. More of them than there are locks is an error of the linker. Different images name common locks
 * with WEFT_MUTEX_NUMBER. See docs/library/overview.md.
 */
#ifndef WEFT_PTHREAD_H
#define WEFT_PTHREAD_H

#include <errno.h>
#include <stdint.h>
#include <weft/pthread_port.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    const char *weft_place; /* WEFT_MUTEX_BASE + number; negative: a name, see below; null: not initialized */
} pthread_mutex_t;

typedef struct {
    uint8_t weft_number; /* of the platform's barrier */
    uint8_t weft_count;  /* cores that meet; 0: not initialized */
} pthread_barrier_t;

/* There are no attributes yet: the argument must be a null pointer. */
typedef struct weft_mutex_attribute pthread_mutexattr_t;
typedef struct weft_barrier_attribute pthread_barrierattr_t;

#define PTHREAD_BARRIER_SERIAL_THREAD (-1)

/* `static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;`: at most 32 in one C file. */
#define PTHREAD_MUTEX_INITIALIZER WEFT_MUTEX_AT(__COUNTER__)
#define WEFT_MUTEX_NAMED UINT32_C(0x80000000)
/* A mutex of a given number, for images that differ. Every use fails with EINVAL if the number is that of a statically
 * initialized mutex of the same image, or not below WEFT_PTHREAD_MUTEXES. */
#define WEFT_MUTEX_NUMBER(number)                                                                                      \
    {                                                                                                                  \
        (const char *)(uintptr_t)(WEFT_MUTEX_NAMED | (uint32_t)(number))                                               \
    }

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attr);
int pthread_mutex_destroy(pthread_mutex_t *mutex);
int pthread_mutex_trylock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attr, unsigned count);
int pthread_barrier_destroy(pthread_barrier_t *barrier);
int pthread_barrier_wait(pthread_barrier_t *barrier);

/* The places for this C file: 32 sections of one byte. The initializers refer to those that are used, and the linker
 * drops the others. */
#define WEFT_MUTEX_AT(counter) WEFT_MUTEX_PASTE(counter)
#define WEFT_MUTEX_PASTE(counter)                                                                                      \
    {                                                                                                                  \
        weft_mutex_place_##counter                                                                                     \
    }
__asm__(".set weft_mutex_count, 0\n\t"
        ".altmacro\n\t"
        ".macro weft_mutex_place number\n\t"
        ".pushsection .weft_mutexes.\\number, \"a\", @progbits\n\t"
        "weft_mutex_place_\\number: .byte 0\n\t"
        ".popsection\n\t"
        ".endm\n\t"
        ".rept 32\n\t"
        "weft_mutex_place %weft_mutex_count\n\t"
        ".set weft_mutex_count, weft_mutex_count + 1\n\t"
        ".endr\n\t"
        ".noaltmacro");
#define WEFT_MUTEX_DECLARE(n) extern const char weft_mutex_place_##n[]
#define WEFT_MUTEX_DECLARE_10(n)                                                                                       \
    WEFT_MUTEX_DECLARE(n##0);                                                                                          \
    WEFT_MUTEX_DECLARE(n##1);                                                                                          \
    WEFT_MUTEX_DECLARE(n##2);                                                                                          \
    WEFT_MUTEX_DECLARE(n##3);                                                                                          \
    WEFT_MUTEX_DECLARE(n##4);                                                                                          \
    WEFT_MUTEX_DECLARE(n##5);                                                                                          \
    WEFT_MUTEX_DECLARE(n##6);                                                                                          \
    WEFT_MUTEX_DECLARE(n##7);                                                                                          \
    WEFT_MUTEX_DECLARE(n##8);                                                                                          \
    WEFT_MUTEX_DECLARE(n##9)
WEFT_MUTEX_DECLARE_10();
WEFT_MUTEX_DECLARE_10(1);
WEFT_MUTEX_DECLARE_10(2);
WEFT_MUTEX_DECLARE(30);
WEFT_MUTEX_DECLARE(31);

/* The intrinsics need an optimizing compiler; without one, the library's function is called. */
#if defined(__OPTIMIZE__) && !defined(WEFT_PTHREAD_OUT_OF_LINE)
#include <weft/pthread_inline.h>
#else
int pthread_mutex_lock(pthread_mutex_t *mutex);
#endif

#ifdef __cplusplus
}
#endif

#endif
