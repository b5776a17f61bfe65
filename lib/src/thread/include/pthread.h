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

#include <weft/pthread_port.h>

/* A section of a byte for each mutex of this C file. The initializers refer to those that are used, and the linker
 * drops the others. */
#define WEFT_MUTEX_PLACE(n)                                                                                            \
    __attribute__((unused, aligned(1), section(".weft_mutexes." #n))) static const char weft_mutex_place_##n[1] = {0}
#include <weft/pthread_calls.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The linker script: where the places begin and end. */
extern const char __weft_mutexes_start[];
extern const char __weft_mutexes_end[];

int pthread_mutex_lock(pthread_mutex_t *mutex);

#ifdef __cplusplus
}
#endif

#endif
