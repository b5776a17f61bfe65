/* MPI_Dims_create against all products: no other one of as many factors has its largest and smallest closer together. */
#include "check.h"

#include <limits.h>

/* The least difference between the largest and the smallest of `left` factors of `rest`, in falling order, below those
 * that have been chosen. */
static int least_difference(int rest, int left, int largest, int most)
{
    int best = INT_MAX;
    if (left == 1) {
        return rest <= most ? (largest > 0 ? largest : rest) - rest : INT_MAX;
    }
    for (int factor = 1; factor <= rest && factor <= most; factor++) {
        if (rest % factor == 0) {
            const int found = least_difference(rest / factor, left - 1, largest > 0 ? largest : factor, factor);
            best = found < best ? found : best;
        }
    }
    return best;
}

static void check_balance(int nodes, int count)
{
    int dims[4] = {0};
    int product = 1;
    CHECK(MPI_Dims_create(nodes, count, dims) == MPI_SUCCESS);
    for (int i = 0; i < count; i++) {
        CHECK(dims[i] > 0 && (i == 0 || dims[i] <= dims[i - 1]));
        product *= dims[i];
    }
    CHECK(product == nodes && dims[0] - dims[count - 1] == least_difference(nodes, count, 0, nodes));
}

static void check_dims(int nodes, int first, int second, int third)
{
    int dims[3] = {0};
    CHECK(MPI_Dims_create(nodes, third > 0 ? 3 : 2, dims) == MPI_SUCCESS);
    CHECK(dims[0] == first && dims[1] == second && dims[2] == third);
}

/* The longest searches: primes, powers of two, numbers with many divisors. */
static void check_large(void)
{
    static const int numbers[] = {INT_MAX, 1 << 30, 735134400, 1396755360, 2147395600, 614889782};
    for (int i = 0; i < 6; i++) {
        for (int count = 1; count <= 32; count++) {
            int dims[32] = {0};
            int rest = numbers[i];
            CHECK(MPI_Dims_create(rest, count, dims) == MPI_SUCCESS);
            for (int place = 0; place < count; place++) {
                CHECK(rest % dims[place] == 0);
                rest /= dims[place];
            }
            CHECK(rest == 1);
        }
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    check_dims(450, 25, 18, 0);
    check_dims(360, 9, 8, 5);
    check_dims(2147395600, 46340, 46340, 0);
    check_large();
    for (int nodes = 1; nodes <= 500; nodes++) {
        for (int count = 1; count <= 4; count++) {
            check_balance(nodes, count);
        }
    }
    int fixed[3] = {0, 2, 0};
    CHECK(MPI_Dims_create(900, 3, fixed) == MPI_SUCCESS && fixed[0] == 25 && fixed[1] == 2 && fixed[2] == 18);
    return finish();
}
