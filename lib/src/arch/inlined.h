/* Functions of an interface that are short once their arguments are known. Link-time optimization puts them into their
 * callers, even where the compiler considers the call rare. For programs that must be small there is a second copy of
 * the same functions (WEFT_CALLS_ARE_SMALL), which the compiler inlines only if that makes the program smaller. */
#ifndef WEFT_INLINED_H
#define WEFT_INLINED_H

#if defined __riscv && !defined WEFT_CALLS_ARE_SMALL
#define WEFT_INLINED inline __attribute__((always_inline))
#else
#define WEFT_INLINED inline
#endif

#endif
