/* Sorting: quicksort through a function pointer (the C library's), heapsort and insertion sort of its own. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 300 };

static uint32_t random_state = 2463534242u;

static int32_t next_random(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return (int32_t)random_state;
}

static int compare(const void *left, const void *right)
{
    const int32_t a = *(const int32_t *)left;
    const int32_t b = *(const int32_t *)right;
    return (a > b) - (a < b);
}

static void sift_down(int32_t *values, size_t root, size_t count)
{
    while (2 * root + 1 < count) {
        size_t child = 2 * root + 1;
        if (child + 1 < count && values[child] < values[child + 1])
            child++;
        if (values[root] >= values[child])
            return;
        const int32_t swapped = values[root];
        values[root] = values[child];
        values[child] = swapped;
        root = child;
    }
}

static void heapsort_values(int32_t *values, size_t count)
{
    for (size_t root = count / 2; root-- > 0;)
        sift_down(values, root, count);
    for (size_t end = count; end-- > 1;) {
        const int32_t largest = values[0];
        values[0] = values[end];
        values[end] = largest;
        sift_down(values, 0, end);
    }
}

static void insertion_sort_bytes(int8_t *values, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const int8_t value = values[i];
        size_t place = i;
        for (; place > 0 && values[place - 1] > value; place--)
            values[place] = values[place - 1];
        values[place] = value;
    }
}

static uint32_t digest(const void *data, size_t size)
{
    const uint8_t *bytes = data;
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 16777619u;
    return hash;
}

int main(void)
{
    static int32_t first[COUNT], second[COUNT];
    static int8_t narrow[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        first[i] = next_random();
        second[i] = first[i];
        narrow[i] = (int8_t)(first[i] >> 8);
    }
    qsort(first, COUNT, sizeof first[0], compare);
    heapsort_values(second, COUNT);
    insertion_sort_bytes(narrow, COUNT);
    printf("least %ld largest %ld\n", (long)first[0], (long)first[COUNT - 1]);
    printf("words %08lx bytes %08lx\n", (unsigned long)digest(first, sizeof first),
           (unsigned long)digest(narrow, sizeof narrow));
    return memcmp(first, second, sizeof first) == 0 ? 0 : 1;
}
