/* Kernels 2, 3 and 6 of the Livermore loops in 32-bit integers, in parallel: livermore KERNEL [ELEMENTS [LOOPS
 * [shared]]]
 *
 *     weft run -n 7 apps/livermore/{livermore,kernel2,kernel3,kernel6}.c -- 6 1024 10
 *
 * ELEMENTS is 1,024 and LOOPS 1,000 unless given. Each core stores the data that only it needs in its own memory, and
 * data that pass between cores in the shared memory; with "shared" all data are there. Reports
 *
 *     livermore KERNEL RANKS own|shared barriers BARRIERS_A_LOOP
 *     livermore KERNEL RANKS own|shared cycles CYCLES_A_LOOP
 *
 * the latter from the first core's start to the last core's end. The result is compared with that of a sequential run
 * on core 0; the exit status is 1 if it differs. Each kernel's file describes how it is parallelized.
 */
#include "kernels.h"
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/report.h>
#include <weft/shared.h>
#include <weft/timer.h>

#define SHARED_WORDS (640 * 1024)

static const struct kernel *const kernels[] = {&kernel_2, &kernel_3, &kernel_6};
static pthread_barrier_t meeting;
static WEFT_SHARED uint32_t shared_room[SHARED_WORDS];

unsigned barriers_met;

void meet(void)
{
    pthread_barrier_wait(&meeting);
    barriers_met++;
}

static void fail(const char *why)
{
    fprintf(stderr, "livermore: %s\n", why);
    MPI_Abort(MPI_COMM_WORLD, 2);
}

uint32_t *room(const struct work *work, size_t words, enum sharers sharers)
{
    static size_t taken;
    if (!work->shared) {
        uint32_t *const own = malloc(words * sizeof *own);
        if (!own) {
            fail("a core's memory does not hold its part of so many elements");
        }
        return own;
    }
    const size_t rooms = sharers == ONE_FOR_EACH ? work->ranks : 1;
    if (taken + rooms * words > SHARED_WORDS) {
        fail("the shared memory does not hold so many elements");
    }
    uint32_t *const place = shared_room + taken + (sharers == ONE_FOR_EACH ? work->rank * words : 0);
    taken += rooms * words;
    return place;
}

static const struct kernel *kernel_named(const char *text)
{
    for (unsigned i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        if (text && atoi(text) == (int)kernels[i]->number) {
            return kernels[i];
        }
    }
    return NULL;
}

/* Reads the work from the arguments; false if they are not valid. */
static bool understand(int argc, char **argv, struct work *work)
{
    int rank;
    int ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int elements = argc > 2 ? atoi(argv[2]) : 1024;
    const int loops = argc > 3 ? atoi(argv[3]) : 1000;
    const bool shared = argc > 4 && strcmp(argv[4], "shared") == 0;
    *work = (struct work){(unsigned)rank, (unsigned)ranks, (unsigned)elements, (unsigned)loops, shared};
    return elements > 0 && loops > 0 && (argc <= 4 || shared) && argc <= 5;
}

/* Returns the time from the first core's start to the last core's end, at core 0. */
static uint64_t time_of(const struct kernel *kernel, const struct work *work)
{
    uint64_t first;
    uint64_t last;
    pthread_barrier_wait(&meeting);
    const uint64_t start = weft_timer_now();
    kernel->run(work);
    const uint64_t end = weft_timer_now();
    MPI_Reduce(&start, &first, 1, MPI_UINT64_T, MPI_MIN, 0, MPI_COMM_WORLD);
    MPI_Reduce(&end, &last, 1, MPI_UINT64_T, MPI_MAX, 0, MPI_COMM_WORLD);
    return last - first;
}

static bool measure(const struct kernel *kernel, const struct work *work)
{
    unsigned wrong;
    kernel->prepare(work);
    const uint64_t cycles = time_of(kernel, work);
    const unsigned wrong_here = kernel->check(work);
    MPI_Allreduce(&wrong_here, &wrong, 1, MPI_UNSIGNED, MPI_SUM, MPI_COMM_WORLD);
    if (work->rank == 0) {
        const double of_loop = (double)cycles / work->loops;
        if (work->shared) {
            weft_report_at2("livermore # # shared barriers", kernel->number, work->ranks, barriers_met / work->loops);
            weft_report_at2("livermore # # shared cycles", kernel->number, work->ranks, of_loop);
        } else {
            weft_report_at2("livermore # # own barriers", kernel->number, work->ranks, barriers_met / work->loops);
            weft_report_at2("livermore # # own cycles", kernel->number, work->ranks, of_loop);
        }
        if (wrong > 0) {
            fprintf(stderr, "livermore: %u values differ from those of the sequential run\n", wrong);
        }
    }
    return wrong == 0;
}

int main(int argc, char **argv)
{
    struct work work;
    MPI_Init(&argc, &argv);
    const struct kernel *const kernel = argc > 1 ? kernel_named(argv[1]) : NULL;
    const bool understood = kernel && understand(argc, argv, &work);
    if (!understood || work.elements < kernel->fewest_elements || work.elements > kernel->most_elements) {
        fail("give the kernel (2, 3 or 6), the elements (2 to 65,535, of kernel 6 to 8,192), the loops, and `shared` "
             "if all data shall lie in the shared memory");
    }
    pthread_barrier_init(&meeting, NULL, work.ranks);
    const bool right = measure(kernel, &work);
    MPI_Finalize();
    return right ? 0 : 1;
}
