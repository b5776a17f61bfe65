/* Copying bytes, and splitting a command line. */
#include "test.h"

#include <string.h>

#include "arch/copy.h"
#include "arch/rv32/arguments.h"

static void every_length_and_alignment_is_copied_exactly(void)
{
    _Alignas(4) uint8_t from[96];
    _Alignas(4) uint8_t to[96];
    for (uint32_t i = 0; i < sizeof from; i++) {
        from[i] = (uint8_t)(i + 1);
    }
    for (uint32_t a = 0; a < 4; a++) {
        for (uint32_t b = 0; b < 4; b++) {
            for (uint32_t length = 0; length <= 70; length++) {
                memset(to, 0, sizeof to);
                weft_copy(to + 8 + a, from + b, length);
                CHECK(memcmp(to + 8 + a, from + b, length) == 0 && to[7 + a] == 0 && to[8 + a + length] == 0);
            }
        }
    }
}

static int split(const char *text, char *line, char **words, int capacity)
{
    strcpy(line, text);
    return weft_split_arguments(line, words, capacity);
}

static void blanks_separate_words(void)
{
    char line[64];
    char *words[5];
    CHECK(split("  edges in.pgm   out.pgm ", line, words, 4) == 3);
    CHECK(strcmp(words[0], "edges") == 0 && strcmp(words[2], "out.pgm") == 0 && words[3] == NULL);
    CHECK(split("", line, words, 4) == 0 && words[0] == NULL);
}

static void quotes_and_backslashes_keep_characters(void)
{
    char line[64];
    char *words[6];
    CHECK(split("a \"b c\" \"\" d\\\"e \"f\\\\g\"", line, words, 5) == 5);
    CHECK(strcmp(words[1], "b c") == 0 && strcmp(words[2], "") == 0);
    CHECK(strcmp(words[3], "d\"e") == 0 && strcmp(words[4], "f\\g") == 0);
}

static void too_many_words_are_refused(void)
{
    char line[64];
    char *words[4];
    CHECK(split("a b c d", line, words, 3) == -1);
}

int main(void)
{
    RUN(every_length_and_alignment_is_copied_exactly);
    RUN(blanks_separate_words);
    RUN(quotes_and_backslashes_keep_characters);
    RUN(too_many_words_are_refused);
    return test_result();
}
