/* Functions of an interface that are short once their arguments are known: the compiler puts them into the functions
 * that call them (link-time optimization), also where it does not expect a call to be made often. For programs that are
 * to be small there are the same functions once more, which it puts there only if that makes the program smaller. */
#ifndef WEFT_INLINED_H
#define WEFT_INLINED_H

#if defined __riscv && !defined WEFT_CALLS_ARE_SMALL
#define WEFT_INLINED inline __attribute__((always_inline))
#else
#define WEFT_INLINED inline
#endif

#endif
