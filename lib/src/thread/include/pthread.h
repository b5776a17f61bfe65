/* POSIX threads, the part that this library provides: mutexes and barriers. Each core of a machine is a thread that
 * exists from the start. The platform determines the implementation (a synchronization controller, polled registers,
 * interrupts): <weft/pthread_port.h>.
 *
 * Data memories are private, so an address means nothing on another core: a mutex is the *number* of a lock of the
 * platform. The linker assigns the number of a statically initialized mutex, the same on all cores that run the same
 * image: the initializer points to a byte in the section .weft_mutexes, which is not loaded, and the number is that
 * byte's position there. More such mutexes than locks are a linker error. Different images name common locks with
 * WEFT_MUTEX_NUMBER. See docs/library/threads.md.
 */
#ifndef WEFT_PTHREAD_H
#define WEFT_PTHREAD_H

#include <weft/pthread_port.h>

/* A one-byte section for each mutex of this C file. Initializers refer to the sections in use; the linker drops the
 * others. */
#define WEFT_MUTEX_PLACE(n)                                                                                            \
    __attribute__((unused, aligned(1), section(".weft_mutexes." #n))) static const char weft_mutex_place_##n[1] = {0}
#include <weft/pthread_calls.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Linker script: begin and end of the places. */
extern const char __weft_mutexes_start[];
extern const char __weft_mutexes_end[];

int pthread_mutex_lock(pthread_mutex_t *mutex);

#ifdef __cplusplus
}
#endif

#endif
