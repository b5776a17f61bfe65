/* The MAC unit with the test bench's air: beacons to their ring, a payload to memory, a frame from memory to the air
 * and alarms, in superframes of 12,000 cycles. All cores compete for its interrupt, and keep the bus busy. */
#include <mpi.h>
#include <stdio.h>
#include <weft/interrupt.h>
#include <weft/platform.h>

#define MAC(offset) (*(volatile uint32_t *)(WEFT_MAC_BASE + (offset)))
#define CONTROLLER(offset) (*(volatile uint32_t *)(WEFT_INTERRUPT_CONTROLLER_BASE + (offset)))
#define MEMORY ((volatile uint32_t *)(WEFT_SHARED_BASE + 0x100000u))

enum {
    RING = 0,           /* words of MEMORY */
    PAYLOAD = 2048 + 2, /* no burst of four begins at a multiple of 16 bytes */
    FRAME = 3072 + 253, /* a boundary of 1 KiB after three words */
    CELLS = 4096,
};
enum { BEACON = 0, DATA = 0x40 }; /* frame control */
enum { BEACON_RECEIVED = 1, DATA_RECEIVED = 2, MOVED = 4, SENT = 8, ALARM = 16 };

static volatile uint32_t happened; /* events that this core has served */

static void serve(void *argument)
{
    (void)argument;
    uint32_t events = MAC(0x004);
    MAC(0x004) = events;
    happened = happened | events;
    __atomic_fetch_or(&MEMORY[CELLS], events, __ATOMIC_RELAXED);
}

/* A frame of another device, at a time of the next superframe. */
static void put(uint32_t time, uint32_t control, uint32_t octets)
{
    MAC(0x100) = time;
    for (uint32_t at = 0; at < octets; at += 4)
        MAC(0x104) = at ? at * 0x01010101u : control;
    MAC(0x108) = octets;
}

/* Waits for an event that any core has served. */
static void await(uint32_t event)
{
    while (!(MEMORY[CELLS] & event))
        ;
    __atomic_fetch_and(&MEMORY[CELLS], ~event, __ATOMIC_RELAXED);
}

static uint32_t sum_of(const volatile uint32_t *words, uint32_t count, uint32_t step)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum = 31 * sum + words[i * step];
    return sum;
}

static void drive(void)
{
    MAC(0x030) = (uint32_t)(uintptr_t)(MEMORY + RING);
    MAC(0x014) = 12000;
    MAC(0x020) = 700;
    MAC(0x008) = 0x1f;
    put(100, BEACON, 45);
    put(4500, DATA, 75);
    put(8000, BEACON, 26);
    MAC(0x000) = 1;
    await(BEACON_RECEIVED);
    await(DATA_RECEIVED);
    MAC(0x0c0) = (uint32_t)(uintptr_t)(MEMORY + PAYLOAD);
    MAC(0x0c4) = 100;
    MAC(0x0c8) = 1;
    await(MOVED);
    for (uint32_t i = 0; i < 25; i++)
        MEMORY[FRAME + i] = i * 0x01000193u;
    MAC(0x0c0) = (uint32_t)(uintptr_t)(MEMORY + FRAME);
    MAC(0x0c8) = 2;
    await(MOVED);
    while (MAC(0x034) < 2)
        ;
    MAC(0x090) = DATA;
    MAC(0x080) = 97;
    await(SENT);
    await(ALARM);
    MAC(0x0c0) = WEFT_CONSOLE_BASE;
    MAC(0x0c8) = 1;
    await(MOVED);
    printf("%u beacons, error %u, %u octets sent\n", (unsigned)MAC(0x034), (unsigned)(MAC(0x0c8) >> 30),
           (unsigned)MAC(0x110));
    printf("%08x %08x %08x\n", (unsigned)sum_of(MEMORY + RING, 256, 1), (unsigned)sum_of(MEMORY + PAYLOAD, 25, 1),
           (unsigned)sum_of(&MAC(0x118), 27, 0));
    MAC(0x000) = 0;
    MEMORY[CELLS + 1] = 1;
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Barrier(MPI_COMM_WORLD);
    weft_interrupt_attach(WEFT_SOURCE_MAC, serve, NULL);
    CONTROLLER(0x200000u + 0x1000u * (uint32_t)rank) = rank == 2; /* this core's threshold holds the source back */
    weft_interrupts_on();
    if (rank == 0)
        drive();
    else
        for (uint32_t i = 0; !MEMORY[CELLS + 1]; i++)
            __atomic_fetch_add(&MEMORY[CELLS + 2], i, __ATOMIC_RELAXED);
    weft_interrupts_off();
    uint32_t mine = happened, all = 0;
    MPI_Reduce(&mine, &all, 1, MPI_UINT32_T, MPI_BOR, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("events %02x, core 0 has seen %u\n", (unsigned)all, mine != 0);
    MPI_Finalize();
    return 0;
}
