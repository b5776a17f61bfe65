/* Random messages between all ranks: every size class, aligned and unaligned, in private and in shared memory, with
 * wildcards.
 *
 * All ranks compute the same list of transfers, so that sends and receives match; both sides know the bytes of each
 * message.
 */
#include "check.h"

#include <stdint.h>
#include <string.h>
#include <weft/shared.h>

#define TRANSFERS 400
#define LARGEST 40000

static WEFT_SHARED uint8_t shared[64][2048];
static uint8_t private[LARGEST + 8];
static uint32_t state = 1;

static uint32_t draw(uint32_t below)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % below;
}

struct transfer {
    int from, to, bytes, tag;
    uint32_t offset[2];
    int in_shared[2];
    int any_source, any_tag;
    uint8_t seed;
};

static struct transfer next_transfer(void)
{
    static const int limits[] = {5, 65, 65, 300, 2000, LARGEST};
    struct transfer t = {(int)draw((uint32_t)size), 0, 0, 0, {0, 0}, {0, 0}, 0, 0, 0};
    t.to = (t.from + 1 + (int)draw((uint32_t)size - 1)) % size;
    const int class = (int)draw(50) == 0 ? 5 : (int)draw(5);
    t.bytes = (int)draw((uint32_t)limits[class]);
    t.tag = (int)(draw(4) == 0 ? draw(100000) : draw(128));
    for (int side = 0; side < 2; side++) {
        t.offset[side] = draw(2) ? 0 : draw(4);
        t.in_shared[side] = t.bytes < 2000 && draw(5) == 0;
    }
    t.any_source = draw(3) == 0;
    t.any_tag = draw(3) == 0;
    t.seed = (uint8_t)draw(256);
    return t;
}

static uint8_t *buffer(const struct transfer *t, int side)
{
    return (t->in_shared[side] ? shared[rank] : private) + t->offset[side];
}

static void send(const struct transfer *t)
{
    uint8_t *const data = buffer(t, 0);
    for (int i = 0; i < t->bytes; i++) {
        data[i] = (uint8_t)(t->seed + i * 3 + i / 200);
    }
    MPI_Send(data, t->bytes, MPI_BYTE, t->to, t->tag, MPI_COMM_WORLD);
}

static void receive(const struct transfer *t)
{
    MPI_Status status;
    int count;
    int wrong = 0;
    uint8_t *const data = buffer(t, 1);
    const int room = t->bytes + (t->seed % 3 == 0 ? 4 : 0);
    data[t->bytes] = 0xA5;
    MPI_Recv(data, room, MPI_BYTE, t->any_source ? MPI_ANY_SOURCE : t->from, t->any_tag ? MPI_ANY_TAG : t->tag,
             MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_BYTE, &count);
    CHECK(status.MPI_SOURCE == t->from && status.MPI_TAG == t->tag && count == t->bytes);
    for (int i = 0; i < t->bytes; i++) {
        wrong += data[i] != (uint8_t)(t->seed + i * 3 + i / 200);
    }
    CHECK(wrong == 0);
    CHECK(data[t->bytes] == 0xA5);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    for (int i = 0; i < TRANSFERS && size > 1; i++) {
        const struct transfer t = next_transfer();
        if (rank == t.from) {
            send(&t);
        } else if (rank == t.to) {
            receive(&t);
        }
        if (t.any_source || t.any_tag) {
            MPI_Barrier(MPI_COMM_WORLD);
        }
    }
    return finish();
}
