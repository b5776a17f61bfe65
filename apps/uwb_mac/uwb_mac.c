/* The MAC of a WiMedia ultra-wideband device on four processors: uwb_mac [SUPERFRAMES [NEIGHBOURS]]
 *
 * The main processor (rank 0) takes the events of the MAC hardware and activates the others by a block transfer: the
 * beacon processor (1), the receive processor (2) and the transmit processor (3), as H. Xiao et al. describe it (asip
 * 5.3, figures 16 to 18). After one superframe in which the devices find each other, SUPERFRAMES (36) are measured,
 * with NEIGHBOURS (3) devices near by. docs/guides/uwb.md describes the work in each event.
 *
 * For each event and payload it prints how often each primitive is used, and a breakdown of the average cycles:
 *
 *     primitives EVENT PAYLOAD block|lock|barrier COUNT
 *     uwb EVENT PAYLOAD block|lock|barrier|busy CYCLES
 *
 * The exit status is 0 if all data received were correct, all data sent could be read by the other devices, and each
 * primitive is used as often as in asip's table 9.
 */
#include "activation.h"
#include "air.h"
#include "measure.h"
#include "upper.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/report.h>

WEFT_SHARED struct shared shared;
pthread_mutex_t devices_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t slots_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t reservations_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t streams_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t traffic_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t delivered_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t network_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t notices_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_barrier_t receive_barrier, transmit_barrier, everybody;

struct row {
    const char *event;
    uint32_t blocks, locks, barriers; /* expected uses of each primitive */
};
static const struct row rows[] = {
    [BEACON_SEND] = {"beacon-tx", 1, 0, 0},
    [BEACON_RECEIVE] = {"beacon-rx", 1, 2, 0},
    [BEACON_PROCESS] = {"beacon-process", 1, 7, 0},
    [DATA_RECEIVE] = {"data-rx", 1, 3, 2},
    [DATA_SEND] = {"data-tx", 1, 3, 2},
};
/* The sums over all events of a kind; primitives are those of the last one, and must be the same in all. */
struct sums {
    uint32_t events;
    uint32_t blocks, locks, barriers;
    uint32_t uneven;
    uint32_t cycles[ACTIVITIES];
};
static struct sums sums[DATA_SEND + 1][PAYLOADS];

static uint32_t payload_index(const struct task *task)
{
    uint32_t index = 0;
    const bool data = task->event == DATA_RECEIVE || task->event == DATA_SEND;
    while (data && index + 1 < PAYLOADS && payload_bytes[index] != (task->argument & 0xFFFFu)) {
        index++;
    }
    return index;
}

static void record(const struct task *task, const struct account *account)
{
    struct sums *const sum = &sums[task->event][payload_index(task)];
    if (task->superframe == 0) {
        return; /* the devices only find each other */
    }
    sum->uneven += sum->events != 0 && (account->blocks != sum->blocks || account->locks != sum->locks ||
                                        account->barriers != sum->barriers);
    sum->events++;
    sum->blocks = account->blocks;
    sum->locks = account->locks;
    sum->barriers = account->barriers;
    for (uint32_t activity = 0; activity < ACTIVITIES; activity++) {
        sum->cycles[activity] += account->cycles[activity];
    }
}

/* Serves tasks until there are no more. An event lasts from the cycle in which the main processor sends the task to
 * that in which the task is done; the block transfer, to the cycle in which the task has arrived.
 */
static void serve(void)
{
    static void (*const work[])(const struct task *, struct account *) = {
        [BEACON_SEND] = send_beacon,   [BEACON_RECEIVE] = receive_beacon, [BEACON_PROCESS] = process_beacons,
        [DATA_RECEIVE] = receive_data, [DATA_SEND] = send_data,
    };
    for (;;) {
        struct task task;
        struct account account = {{0}, 0, 0, 1};
        await_task(&task);
        account.cycles[IN_BLOCK] = weft_timer_cycles() - task.start;
        if (task.event == FINISH) {
            return;
        }
        work[task.event](&task, &account);
        account.cycles[BUSY] = weft_timer_cycles() - task.start - account.cycles[IN_BLOCK] - account.cycles[IN_LOCK] -
                               account.cycles[IN_BARRIER];
        record(&task, &account);
    }
}

static uint32_t mean_cycles(const struct sums *sum, uint32_t activity)
{
    return sum->events == 0 ? 0 : (sum->cycles[activity] + sum->events / 2) / sum->events;
}

/* Reports one event; returns the number of wrong figures. */
static uint32_t report_event(uint32_t event)
{
    uint32_t faults = 0;
    const struct row *const row = &rows[event];
    for (uint32_t index = 0; index < PAYLOADS; index++) {
        const struct sums *const sum = &sums[event][index];
        const uint32_t payload = event == DATA_RECEIVE || event == DATA_SEND ? payload_bytes[index] : 0;
        if (payload == 0 && index > 0) {
            break;
        }
        weft_report_at2("primitives # # block", row->event, payload, sum->blocks);
        weft_report_at2("primitives # # lock", row->event, payload, sum->locks);
        weft_report_at2("primitives # # barrier", row->event, payload, sum->barriers);
        faults += sum->events == 0 || sum->uneven != 0 || sum->blocks != row->blocks || sum->locks != row->locks ||
                  sum->barriers != row->barriers;
        weft_report_at2("uwb # # busy", row->event, payload, mean_cycles(sum, BUSY));
        weft_report_at2("uwb # # block", row->event, payload, mean_cycles(sum, IN_BLOCK));
        weft_report_at2("uwb # # lock", row->event, payload, mean_cycles(sum, IN_LOCK));
        weft_report_at2("uwb # # barrier", row->event, payload, mean_cycles(sum, IN_BARRIER));
    }
    return faults;
}

/* Collects what the processors have measured, and reports it. */
static uint32_t report(void)
{
    uint32_t faults = 0;
    for (uint32_t event = BEACON_SEND; event < FINISH; event++) {
        const int processor = event == DATA_RECEIVE ? RECEIVE : event == DATA_SEND ? TRANSMIT : BEACON;
        MPI_Recv(sums[event], sizeof sums[event], MPI_BYTE, processor, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        faults += report_event(event);
    }
    if (faults != 0) {
        fprintf(stderr, "uwb_mac: primitives were not used as often as they should be\n");
    }
    return faults;
}

static void send_measurements(int rank)
{
    for (uint32_t event = BEACON_SEND; event < FINISH; event++) {
        const int processor = event == DATA_RECEIVE ? RECEIVE : event == DATA_SEND ? TRANSMIT : BEACON;
        if (processor == rank) {
            MPI_Send(sums[event], sizeof sums[event], MPI_BYTE, MAIN, 1, MPI_COMM_WORLD);
        }
    }
}

static int usage(int rank)
{
    if (rank == MAIN) {
        fprintf(stderr, "usage: uwb_mac [SUPERFRAMES [NEIGHBOURS]], on 4 processors, with 1 to %u neighbours\n",
                NEIGHBOURS_MOST);
    }
    MPI_Finalize();
    return 2;
}

int main(int argc, char **argv)
{
    int rank;
    int size;
    uint32_t faults = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const uint32_t superframes = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 36;
    const uint32_t neighbours = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 3;
    if (size != PROCESSORS || superframes < 1 || neighbours < 1 || neighbours > NEIGHBOURS_MOST) {
        return usage(rank);
    }
    pthread_barrier_init(&receive_barrier, NULL, 2);
    pthread_barrier_init(&transmit_barrier, NULL, 2);
    pthread_barrier_init(&everybody, NULL, PROCESSORS);
    if (rank == BEACON) {
        prepare_first_beacon(OWN_SLOT(neighbours));
    }
    activation_begin((enum processor)rank);
    pthread_barrier_wait(&everybody);
    if (rank == MAIN) {
        faults = run_superframes(superframes, neighbours) + report();
    } else {
        serve();
        activation_end((enum processor)rank);
        send_measurements(rank);
    }
    MPI_Finalize();
    return faults != 0;
}
