/* Counts failures, and implements those functions of the architecture and the link that would not return. */
#include "test.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "arch/arch.h"
#include "engine/state.h"

jmp_buf test_escape;
bool test_expects_escape;
struct fake_link fake;

static int run;
static int failed;
static bool good_so_far;

void test_check(bool good, const char *what, const char *file, int line)
{
    if (!good) {
        printf("%s:%d: not so: %s\n", file, line, what);
        good_so_far = false;
    }
}

/* The initial values of the engine are in the image: the first call saves them, later calls restore them. */
void test_as_at_first(void)
{
    static struct weft_engine engine;
    static struct weft_context context;
    if (run == 0) {
        engine = weft_engine;
        context = weft_this_rank;
    }
    weft_engine = engine;
    weft_this_rank = context;
}

/* Runs a test with a newly started engine: rank 1 of 4; rank r is on node 3 - r. */
void test_run(const char *name, void (*test)(void))
{
    static const uint8_t nodes[] = {3, 2, 1, 0};
    setvbuf(stdout, NULL, _IOLBF, 0);
    memset(&fake, 0, sizeof fake);
    test_as_at_first();
    weft_engine_start(1, 4, nodes);
    good_so_far = true;
    test_expects_escape = false;
    test();
    run++;
    failed += !good_so_far;
    printf("%s %s\n", good_so_far ? "ok    " : "FAILED", name);
}

bool test_escaped(void)
{
    test_expects_escape = false;
    return true;
}

int test_result(void)
{
    printf("%d tests, %d failed\n", run, failed);
    return failed > 0;
}

static _Noreturn void escape(const char *what)
{
    if (test_expects_escape) {
        longjmp(test_escape, 1);
    }
    printf("%s\n", what);
    exit(1);
}

_Noreturn void fake_would_hang(void)
{
    escape("the engine waits for a message that does not come");
}

void weft_arch_write_error(const char *text, size_t length)
{
    (void)text;
    (void)length;
}

_Noreturn void weft_arch_abort(int status)
{
    (void)status;
    escape("the library gave up");
}
