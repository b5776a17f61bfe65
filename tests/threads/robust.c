/* Rank 1 dies while it has two robust mutexes (on a chip by a fault; here its process ends). Each goes to one of the
 * others; one of them is made consistent, the other is not. Without the fault, rank 1 of a chip is only late, and is
 * told that it has lost both. */
#include "common.h"
#include <pthread.h>
#include <stdbool.h>
#include <unistd.h>
#include <weft/shared.h>

static pthread_mutex_t mended, lost;
static WEFT_SHARED volatile uint32_t held, counted, repairs, finished;

static void init(pthread_mutex_t *mutex)
{
    pthread_mutexattr_t attr;
    int robustness = -1;
    CHECK(pthread_mutexattr_init(&attr) == 0);
    CHECK(pthread_mutexattr_getrobust(&attr, &robustness) == 0 && robustness == PTHREAD_MUTEX_STALLED);
    CHECK(pthread_mutexattr_setrobust(&attr, 7) == EINVAL);
    CHECK(pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST) == 0);
    CHECK(pthread_mutexattr_getrobust(&attr, &robustness) == 0 && robustness == PTHREAD_MUTEX_ROBUST);
    CHECK(pthread_mutex_init(mutex, &attr) == 0);
    CHECK(pthread_mutexattr_destroy(&attr) == 0);
    CHECK(pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST) == EINVAL);
}

/* What holds of a robust mutex while all live. */
static void misuse(void)
{
    static pthread_mutex_t stalled = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_t own;
    init(&own);
    if (rank() == 0) {
        CHECK(pthread_mutex_unlock(&own) == EPERM);
        CHECK(pthread_mutex_lock(&own) == 0);
        CHECK(pthread_mutex_lock(&own) == EDEADLK);
        CHECK(pthread_mutex_trylock(&own) == EBUSY);
        CHECK(pthread_mutex_consistent(&own) == EINVAL);
        CHECK(pthread_mutex_unlock(&own) == 0);
        CHECK(pthread_mutex_consistent(&own) == EINVAL);
        CHECK(pthread_mutex_consistent(&stalled) == EINVAL);
    }
    CHECK(pthread_mutex_destroy(&own) == 0);
    CHECK(pthread_mutex_lock(&own) == EINVAL && pthread_mutex_consistent(&own) == EINVAL);
}

static void die(void)
{
    CHECK(pthread_mutex_lock(&mended) == 0);
    CHECK(pthread_mutex_lock(&lost) == 0);
    held = 1;
#ifdef __linux__
    _exit(0);
#endif
    while (finished < ranks() - 1) {
    }
    CHECK(pthread_mutex_unlock(&mended) == EPERM);
    CHECK(pthread_mutex_unlock(&lost) == EPERM);
}

/* Counts the ranks that have got the mutex: rank 1 left it in the middle of doing so. */
static void count(void)
{
    const int result = pthread_mutex_lock(&mended);
    CHECK(result == 0 || result == EOWNERDEAD);
    if (result == EOWNERDEAD) {
        repairs++;
        CHECK(pthread_mutex_consistent(&mended) == 0);
    }
    const uint32_t before = counted;
    delay(20);
    counted = before + 1;
    CHECK(pthread_mutex_unlock(&mended) == 0);
}

static void lose(void)
{
    const int result = pthread_mutex_lock(&lost);
    CHECK(result == EOWNERDEAD || result == ENOTRECOVERABLE);
    if (result == EOWNERDEAD) {
        CHECK(pthread_mutex_unlock(&lost) == 0);
    }
    CHECK(pthread_mutex_lock(&lost) == ENOTRECOVERABLE && pthread_mutex_trylock(&lost) == ENOTRECOVERABLE);
    CHECK(pthread_mutex_unlock(&lost) == EPERM);
}

int main(void)
{
    misuse();
    init(&mended);
    init(&lost);
    if (rank() == 1) {
        die();
        return failures;
    }
    while (held == 0) {
    }
    count();
    lose();
    CHECK(pthread_mutex_lock(&mended) == 0);
    finished = finished + 1;
    CHECK(pthread_mutex_unlock(&mended) == 0);
    while (finished < ranks() - 1) {
    }
    CHECK(counted == ranks() - 1 && repairs == 1);
    return failures;
}
