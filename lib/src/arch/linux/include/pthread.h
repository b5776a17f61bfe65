/* POSIX threads on a host. As on a chip, the ranks of a run are the threads: a mutex and a barrier are indexes into the
 * state that all ranks share (arch/linux/common.h), and the linker assigns the index of a static mutex. All ranks run
 * the same executable, as all cores run the same image.
 *
 * A program whose processes have threads of their own is compiled with -pthread, as is usual for POSIX threads; for C++
 * that is always assumed. Mutexes are then those of the system, and each process has its own.
 */
#include_next <pthread.h>

#if !defined(WEFT_PTHREAD_H) && (defined(WEFT_PTHREAD_OF_RANKS) || !(defined(_REENTRANT) || defined(__cplusplus)))
#define WEFT_PTHREAD_H

#define WEFT_PTHREAD_MUTEXES 1024
#define WEFT_PTHREAD_BARRIERS 256
#define WEFT_MUTEX_BASE ((uintptr_t)__weft_mutexes_start)
/* The addresses of the linker differ from rank to rank. A mutex without an initializer may be in memory that ranks
 * share, so its index is stored relative to this constant, which is the same in all ranks. */
#define WEFT_MUTEX_SHARED_BASE ((uintptr_t)1)

/* The names that the header of the system has defined. */
#undef PTHREAD_MUTEX_INITIALIZER
#undef PTHREAD_BARRIER_SERIAL_THREAD
#undef PTHREAD_MUTEX_STALLED
#undef PTHREAD_MUTEX_ROBUST
#define pthread_mutex_t weft_pthread_mutex_t
#define pthread_mutexattr_t weft_pthread_mutexattr_t
#define pthread_mutex_init weft_pthread_mutex_init
#define pthread_mutex_destroy weft_pthread_mutex_destroy
#define pthread_mutex_lock weft_pthread_mutex_lock
#define pthread_mutex_trylock weft_pthread_mutex_trylock
#define pthread_mutex_unlock weft_pthread_mutex_unlock
#define pthread_mutex_consistent weft_pthread_mutex_consistent
#define pthread_mutexattr_init weft_pthread_mutexattr_init
#define pthread_mutexattr_destroy weft_pthread_mutexattr_destroy
#define pthread_mutexattr_setrobust weft_pthread_mutexattr_setrobust
#define pthread_mutexattr_getrobust weft_pthread_mutexattr_getrobust
#define pthread_barrier_t weft_pthread_barrier_t
#define pthread_barrierattr_t weft_pthread_barrierattr_t
#define pthread_barrier_init weft_pthread_barrier_init
#define pthread_barrier_destroy weft_pthread_barrier_destroy
#define pthread_barrier_wait weft_pthread_barrier_wait

/* Supported, since the operating system knows which ranks have ended. */
#define WEFT_HAS_ROBUST_MUTEXES

/* One byte in the section weft_mutexes for each possible static mutex. The compiler drops those that no initializer
 * refers to; without optimization it keeps all. The linker defines the bounds of the section. */
#define WEFT_MUTEX_PLACE(n)                                                                                            \
    __attribute__((unused, section("weft_mutexes"))) static const char weft_mutex_place_##n[1] = {0}
extern const char __weft_mutexes_start[] __asm__("__start_weft_mutexes");
extern const char __weft_mutexes_end[] __asm__("__stop_weft_mutexes");

#include <weft/pthread_calls.h>

int pthread_mutex_lock(pthread_mutex_t *mutex);

/* No threads other than the ranks. */
extern __typeof__(pthread_create) pthread_create
    __attribute__((error("the ranks are the threads: compile with -pthread for threads of a process's own")));

#endif
