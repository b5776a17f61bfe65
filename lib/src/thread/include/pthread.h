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

/* Of the places below, the one of a mutex. */
#define WEFT_MUTEX_PLACE(n) extern const char weft_mutex_place_##n[]
#include <weft/pthread_calls.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The linker script: where the places begin and end. */
extern const char __weft_mutexes_start[];
extern const char __weft_mutexes_end[];

/* The places for this C file: 32 sections of one byte. The initializers refer to those that are used, and the linker
 * drops the others. */
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
