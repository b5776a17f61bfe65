/* The macros of the unit tests: RUN runs a test, which is a function; CHECK states what must be true in it. */
#ifndef WEFT_TEST_H
#define WEFT_TEST_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>

#define CHECK(condition) test_check((condition), #condition, __FILE__, __LINE__)
#define RUN(test) test_run(#test, test)

/* Does `statement` reach a point at which the engine would sleep forever, or end the run? */
#define HANGS(statement) (setjmp(test_escape) == 0 ? (test_expects_escape = true, (statement), false) : test_escaped())
#define STOPS(statement) HANGS(statement)

extern jmp_buf test_escape;
extern bool test_expects_escape;

void test_check(bool good, const char *what, const char *file, int line);
/* Resets the engine and the context to their state before the engine starts. */
void test_as_at_first(void);

void test_run(const char *name, void (*test)(void));
bool test_escaped(void);
int test_result(void);

#endif
