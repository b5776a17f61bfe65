/* The vocabulary of the unit tests: a test is a function, CHECK says what must hold in it. */
#ifndef WEFT_TEST_H
#define WEFT_TEST_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>

#define CHECK(condition) test_check((condition), #condition, __FILE__, __LINE__)
#define RUN(test) test_run(#test, test)

/* Does `statement` come to a place where the engine would sleep for ever, or give up? */
#define HANGS(statement) (setjmp(test_escape) == 0 ? (test_expects_escape = true, (statement), false) : test_escaped())
#define STOPS(statement) HANGS(statement)

extern jmp_buf test_escape;
extern bool test_expects_escape;

void test_check(bool good, const char *what, const char *file, int line);
/* The engine and the context as they are before the engine starts. */
void test_as_at_first(void);

void test_run(const char *name, void (*test)(void));
bool test_escaped(void);
int test_result(void);

#endif
