// What an engine is told and tells: words of 32 bits on its standard input and output. It ends when its input does.

#ifndef WORDS_H
#define WORDS_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>

inline uint32_t word()
{
    uint32_t value;
    if (fread(&value, sizeof value, 1, stdin) != 1)
        exit(0);
    return value;
}

// The lower one first.
inline uint64_t two_words()
{
    uint64_t low = word();
    return low | uint64_t(word()) << 32;
}

// An engine has one thread, and need not lock its output for each word.
inline void put(uint32_t value)
{
    fwrite_unlocked(&value, sizeof value, 1, stdout);
}

inline void put_two(uint64_t value)
{
    put(uint32_t(value));
    put(uint32_t(value >> 32));
}

#endif
