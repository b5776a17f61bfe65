/* A hardware accelerator as a node: blocks of 8 x 8 samples are sent to the DCT accelerator of funcapi by
 * mcapi_msg_send(), and their coefficients come back as messages from that node. Each is compared with the definition
 * of the transform.
 *
 *     weft run --platform funcapi apps/mcapi/dct.c
 *
 * The program does not know that node 2 is no processor: the platform file describes the nodes and their ports.
 */
#include <math.h>
#include <mcapi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <weft/node.h>

#define SIDE 8
#define BLOCKS 4
#define DCT_NODE 2
#define PORT 1 /* of the accelerator; it answers to the same port here */

typedef int16_t block[SIDE][SIDE];

static void must(mcapi_status_t status, const char *what)
{
    char text[MCAPI_MAX_STATUS_SIZE];
    if (status != MCAPI_SUCCESS) {
        printf("%s: %s\n", what, mcapi_display_status(status, text, sizeof text));
        exit(1);
    }
}

/* A ramp, steps, and what looks like noise. */
static void fill(block samples, uint32_t number)
{
    uint32_t state = number;
    for (uint32_t y = 0; y < SIDE; y++) {
        for (uint32_t x = 0; x < SIDE; x++) {
            state = state * 1664525 + 1013904223;
            samples[y][x] = (int16_t)(number == 0 ? 8 * x : number == 1 ? (y / 4) * 100 : (state >> 24) - 128);
        }
    }
}

/* The weight of sample x in coefficient u. */
static double basis[SIDE][SIDE];

static void compute_basis(void)
{
    for (uint32_t u = 0; u < SIDE; u++) {
        for (uint32_t x = 0; x < SIDE; x++) {
            basis[u][x] = (u == 0 ? sqrt(1.0 / SIDE) : 0.5) * cos((2 * x + 1) * u * acos(-1) / (2 * SIDE));
        }
    }
}

/* Returns one coefficient of the two-dimensional DCT-II with orthonormal basis, by its definition. */
static double coefficient(block samples, uint32_t v, uint32_t u)
{
    double sum = 0;
    for (uint32_t y = 0; y < SIDE; y++) {
        for (uint32_t x = 0; x < SIDE; x++) {
            sum += samples[y][x] * basis[v][y] * basis[u][x];
        }
    }
    return sum;
}

static double largest_error(block samples, block coefficients)
{
    double largest = 0;
    for (uint32_t v = 0; v < SIDE; v++) {
        for (uint32_t u = 0; u < SIDE; u++) {
            largest = fmax(largest, fabs(coefficient(samples, v, u) - coefficients[v][u]));
        }
    }
    return largest;
}

static void transform(mcapi_endpoint_t own, mcapi_endpoint_t accelerator, uint32_t number)
{
    static block samples, coefficients;
    mcapi_status_t status;
    size_t size;
    fill(samples, number);
    mcapi_msg_send(own, accelerator, samples, sizeof samples, 0, &status);
    must(status, "mcapi_msg_send");
    mcapi_msg_recv(own, coefficients, sizeof coefficients, &size, &status);
    must(status, "mcapi_msg_recv");
    const int thousandths = (int)(1000 * largest_error(samples, coefficients));
    printf("block %u: first coefficient %d, %s\n", (unsigned)number, coefficients[0][0],
           size == sizeof coefficients && thousandths <= 1000 ? "right" : "wrong");
}

int main(void)
{
    mcapi_status_t status;
    mcapi_info_t info;
    mcapi_initialize(0, weft_node(), NULL, NULL, &info, &status);
    must(status, "mcapi_initialize");
    if (weft_node() == 0) {
        const mcapi_endpoint_t own = mcapi_endpoint_create(PORT, &status);
        must(status, "mcapi_endpoint_create");
        const mcapi_endpoint_t accelerator = mcapi_endpoint_get(0, DCT_NODE, PORT, MCAPI_TIMEOUT_INFINITE, &status);
        must(status, "mcapi_endpoint_get");
        compute_basis();
        for (uint32_t number = 0; number < BLOCKS; number++) {
            transform(own, accelerator, number);
        }
    }
    mcapi_finalize(&status);
    must(status, "mcapi_finalize");
    return 0;
}
