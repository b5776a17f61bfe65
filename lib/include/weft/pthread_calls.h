/* The mutexes and barriers of <pthread.h>, on a chip and on a host alike (docs/library/threads.md). <pthread.h>
 * includes this header after it has defined how many there are, and WEFT_MUTEX_PLACE(n): the declaration of
 * weft_mutex_place_n, a byte whose position in its linker section numbers the n-th static mutex of this C file.
 */
#ifndef WEFT_PTHREAD_CALLS_H
#define WEFT_PTHREAD_CALLS_H

#include <errno.h>
#include <stdint.h>
#include <weft/rank.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    const char *weft_place; /* position that gives its number; negative: an explicit number; null: not initialized */
} pthread_mutex_t;

typedef struct {
    uint32_t weft_meeting; /* number of the platform's barrier + 256 * number of participants; 0: not initialized */
} pthread_barrier_t;

typedef struct {
    uint32_t weft_kind; /* kind of mutex; a value that is no kind: not initialized */
} pthread_mutexattr_t;

/* Barriers have no attributes: the argument must be a null pointer. */
typedef struct weft_barrier_attribute pthread_barrierattr_t;

#define PTHREAD_BARRIER_SERIAL_THREAD (-1)
#define PTHREAD_MUTEX_STALLED 0
#define PTHREAD_MUTEX_ROBUST 1

/* On a chip, robust mutexes are a build option, so that other mutexes stay small and fast. */
#if defined WEFT_ROBUST && WEFT_ROBUST > 0 && !defined WEFT_HAS_ROBUST_MUTEXES
#define WEFT_HAS_ROBUST_MUTEXES
#endif
#ifdef WEFT_HAS_ROBUST_MUTEXES
#define WEFT_OF_ROBUST_MUTEXES
#else
#define WEFT_OF_ROBUST_MUTEXES                                                                                         \
    __attribute__((error("attributes of mutexes need the option -D WEFT_ROBUST=CYCLES of the build")))
#endif

/* `static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;`, up to 32 in one C file. */
#define PTHREAD_MUTEX_INITIALIZER WEFT_MUTEX_AT(__COUNTER__)
#define WEFT_MUTEX_NAMED ((uintptr_t)INTPTR_MIN)
/* A mutex with an explicit number, for programs of several images, whose static mutexes are numbered separately. Every
 * use returns EINVAL if the number is that of a statically initialized mutex of the same image, or not below
 * WEFT_PTHREAD_MUTEXES. */
#define WEFT_MUTEX_NUMBER(number)                                                                                      \
    {                                                                                                                  \
        (const char *)(WEFT_MUTEX_NAMED | (uint32_t)(number))                                                          \
    }

/* In descending order: GCC emits static objects in reverse order of their declarations. */
#define WEFT_MUTEX_PLACES_10(n)                                                                                        \
    WEFT_MUTEX_PLACE(n##9);                                                                                            \
    WEFT_MUTEX_PLACE(n##8);                                                                                            \
    WEFT_MUTEX_PLACE(n##7);                                                                                            \
    WEFT_MUTEX_PLACE(n##6);                                                                                            \
    WEFT_MUTEX_PLACE(n##5);                                                                                            \
    WEFT_MUTEX_PLACE(n##4);                                                                                            \
    WEFT_MUTEX_PLACE(n##3);                                                                                            \
    WEFT_MUTEX_PLACE(n##2);                                                                                            \
    WEFT_MUTEX_PLACE(n##1);                                                                                            \
    WEFT_MUTEX_PLACE(n##0)
WEFT_MUTEX_PLACE(31);
WEFT_MUTEX_PLACE(30);
WEFT_MUTEX_PLACES_10(2);
WEFT_MUTEX_PLACES_10(1);
WEFT_MUTEX_PLACES_10();

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attr);
int pthread_mutex_destroy(pthread_mutex_t *mutex);
int pthread_mutex_trylock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
int pthread_mutexattr_init(pthread_mutexattr_t *attr) WEFT_OF_ROBUST_MUTEXES;
int pthread_mutexattr_destroy(pthread_mutexattr_t *attr) WEFT_OF_ROBUST_MUTEXES;
int pthread_mutexattr_setrobust(pthread_mutexattr_t *attr, int robustness) WEFT_OF_ROBUST_MUTEXES;
int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attr, int *robustness) WEFT_OF_ROBUST_MUTEXES;
int pthread_mutex_consistent(pthread_mutex_t *mutex) WEFT_OF_ROBUST_MUTEXES;
int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attr, unsigned count);
int pthread_barrier_destroy(pthread_barrier_t *barrier);
int pthread_barrier_wait(pthread_barrier_t *barrier);

#define WEFT_MUTEX_AT(counter) WEFT_MUTEX_PASTE(counter)
#define WEFT_MUTEX_PASTE(counter)                                                                                      \
    {                                                                                                                  \
        weft_mutex_place_##counter                                                                                     \
    }

#ifdef __cplusplus
}
#endif

#endif
