/* The checked link on top of a link that loses, damages and repeats messages. All nodes, in one process, send to each
 * other; each message must arrive once, in order and undamaged, and so must each batch of credit.
 *
 *     test_checked [messages [seed]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "link/checked/crc.h"
#include <link_port.h>

#include "link/checked/checked.h"

enum { NODES = 3, ROOM = 6 };

struct packet {
    uint32_t length;
    uint32_t label;
    uint8_t bytes[WEFT_CHECKED_FRAME];
};

/* From each node to each other. */
static struct {
    struct packet packets[ROOM];
    uint32_t first, count;
} wires[NODES][NODES];

static struct weft_checked nodes[NODES];
static uint32_t now_at; /* the node whose code runs */
static uint32_t time_now;
static uint64_t state;
static uint32_t one_in;
static uint32_t faults;
static uint32_t turn;

static uint32_t chance(uint32_t most)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % most;
}

_Noreturn static void fail(const char *what, unsigned from, unsigned to, unsigned number)
{
    printf("FAILED %s: message %u from node %u to node %u, one fault in %u messages\n", what, number, from, to, one_in);
    exit(1);
}

uint32_t weft_timer_cycles(void)
{
    return time_now += 1 + chance(20);
}

_Noreturn void lossy_would_hang(void)
{
    fail("sleeps for ever", now_at, now_at, 0);
}

/* The underlying link: each node takes messages from the others in turn. */
weft_word lossy_head(void)
{
    for (uint32_t i = 0; i < NODES; i++) {
        const uint32_t from = (turn + i) % NODES;
        if (wires[from][now_at].count > 0) {
            const struct packet *const packet = &wires[from][now_at].packets[wires[from][now_at].first];
            turn = from;
            return WEFT_FIELD_PUT(WEFT_REQUEST_KIND, 1) | WEFT_FIELD_PUT(WEFT_REQUEST_SOURCE, from) |
                   WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, packet->label) | packet->length;
        }
    }
    return 0;
}

void lossy_take(void *buffer)
{
    const uint32_t from = (uint32_t)WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, lossy_head());
    const struct packet *const packet = &wires[from][now_at].packets[wires[from][now_at].first];
    memcpy(buffer, packet->bytes, packet->length);
    wires[from][now_at].first = (wires[from][now_at].first + 1) % ROOM;
    wires[from][now_at].count--;
    turn = from + 1;
}

static struct packet *put(uint32_t to, weft_word label, const void *buffer, uint32_t length)
{
    struct packet *const packet =
        &wires[now_at][to].packets[(wires[now_at][to].first + wires[now_at][to].count++) % ROOM];
    packet->label = (uint32_t)label;
    packet->length = length;
    memcpy(packet->bytes, buffer, length);
    return packet;
}

/* Flips one bit, or a random set of bits in a burst of 2 to 31. */
static void damage(struct packet *packet)
{
    const uint32_t bits = packet->length * 8;
    const uint32_t burst = chance(2) ? 1 : 2 + chance(30);
    const uint32_t first = chance(bits);
    for (uint32_t i = 0; i < burst; i++) {
        const uint32_t bit = (first + i) % bits;
        packet->bytes[bit / 8] ^= (uint8_t)((i == 0 || chance(2) ? 1 : 0) << bit % 8);
    }
}

bool lossy_try_send(uint32_t to, weft_word label, const void *buffer, uint32_t length)
{
    if (wires[now_at][to].count + 2 > ROOM) {
        return false;
    }
    const bool is_faulty = chance(one_in) == 0;
    const uint32_t fault = is_faulty ? faults++ % 3 : 3;
    if (fault != 0) {
        struct packet *const packet = put(to, label, buffer, length);
        if (fault == 1) {
            damage(packet);
        }
    }
    if (fault == 2) {
        put(to, label, buffer, length);
    }
    return true;
}

static void become(uint32_t node)
{
    nodes[now_at] = weft_checked;
    weft_checked = nodes[node];
    now_at = node;
}

/* The contents of message `number` between two nodes. */
struct message {
    uint32_t label, length;
    uint32_t words[WEFT_CHECKED_FRAME / 4];
};

static void make(struct message *message, uint32_t from, uint32_t to, uint32_t number)
{
    uint32_t word = (number * 4 + from) * 4 + to + 1;
    memset(message, 0, sizeof *message);
    for (size_t i = 0; i < sizeof message->words / 4; i++) {
        word = word * 1664525u + 1013904223u;
        message->words[i] = word;
    }
    message->length = word >> 8 & 0xffu;
    message->length = message->length % (WEFT_LINK_BLOCK + 1);
    message->label = word >> 20 & 0x3ffu;
    memset((uint8_t *)message->words + message->length, 0, sizeof message->words - message->length);
}

static uint32_t sent[NODES][NODES], received[NODES][NODES], given[NODES][NODES], collected[NODES][NODES];

static void try_send(uint32_t to, uint32_t messages)
{
    struct message message;
    make(&message, now_at, to, sent[now_at][to]);
    if (sent[now_at][to] < messages && weft_checked_try_send(to, message.label, message.words, message.length)) {
        sent[now_at][to]++;
    }
    if (chance(16) == 0 && given[now_at][to] - collected[to][now_at] < 8) {
        weft_checked_give_credit(to);
        given[now_at][to]++;
    }
}

static uint32_t try_receive(void)
{
    const weft_word head = weft_checked_head();
    if (head == 0) {
        return 0;
    }
    const uint32_t from = (uint32_t)WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, head);
    const uint32_t number = received[from][now_at]++;
    struct message expected;
    uint32_t words[WEFT_CHECKED_FRAME / 4] = {0};
    make(&expected, from, now_at, number);
    if (WEFT_FIELD_GET(WEFT_BLOCK_LABEL, head) != expected.label ||
        WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, head) != expected.length) {
        fail("another message", from, now_at, number);
    }
    weft_checked_take(words);
    if (memcmp(words, expected.words, sizeof words) != 0) {
        fail("other data", from, now_at, number);
    }
    return 1;
}

static void collect(uint32_t from)
{
    if (weft_checked.head == 0 && weft_checked_take_credit(from)) {
        collected[now_at][from]++;
    }
}

static void step(uint32_t messages, uint32_t *left)
{
    const uint32_t other = (now_at + 1 + chance(NODES - 1)) % NODES;
    become(chance(8) == 0 ? (now_at + 1) % NODES : now_at);
    if (chance(2) && other != now_at) {
        try_send(other, messages);
    } else {
        *left -= try_receive();
    }
    if (other != now_at) {
        collect(other);
    }
}

/* Waits for credits that are still in transit, then ends all nodes. */
static void end(void)
{
    for (int round = 0; round < 200000; round++) {
        become((now_at + 1) % NODES);
        for (uint32_t node = 0; node < NODES; node++) {
            if (node != now_at) {
                collect(node);
            }
        }
        time_now += 100;
    }
    for (uint32_t from = 0; from < NODES; from++) {
        for (uint32_t to = 0; to < NODES; to++) {
            if (given[from][to] != collected[to][from]) {
                fail("lost or more credit", from, to, given[from][to]);
            }
        }
    }
    for (uint32_t node = 0; node < NODES; node++) {
        become(node);
        if (weft_checked.kept > 0) {
            fail("not acknowledged", node, node, weft_checked.kept);
        }
        weft_checked_stop();
    }
}

static void run(uint32_t messages, uint64_t seed, uint32_t rate)
{
    memset(wires, 0, sizeof wires);
    memset(sent, 0, sizeof sent);
    memset(received, 0, sizeof received);
    memset(given, 0, sizeof given);
    memset(collected, 0, sizeof collected);
    state = seed * 977 + rate;
    one_in = rate;
    faults = 0;
    for (uint32_t node = 0; node < NODES; node++) {
        now_at = node;
        memset(&weft_checked, 0, sizeof weft_checked);
        weft_checked_start(node, NODES);
        nodes[node] = weft_checked;
    }
    const uint32_t each = messages / (NODES * (NODES - 1));
    uint32_t left = each * NODES * (NODES - 1);
    for (uint64_t steps = 0; left > 0; steps++) {
        step(each, &left);
        if (steps > (uint64_t)messages * 10000) {
            fail("does not arrive", now_at, now_at, left);
        }
    }
    end();
    become((now_at + 1) % NODES);
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("ok     %u messages, one fault in %u: %u lost, damaged or repeated; at node %u %u frames sent again\n",
           each * NODES * (NODES - 1), rate, faults, now_at, weft_checked.counts.again);
}

/* The check value of this CRC: that of the digits 1 to 9 is 0xCBF43926. Here of eight of them, since words are counted.
 */
static void checksum(void)
{
    const uint32_t digits[2] = {0x34333231, 0x38373635};
    if (weft_crc32(0, digits, 2) != 0x9AE0DAAF || weft_crc32(weft_crc32(0, digits, 1), digits + 1, 1) != 0x9AE0DAAF) {
        fail("another checksum", 0, 0, 0);
    }
}

int main(int argc, char **argv)
{
    const uint32_t messages = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 30000;
    const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    static const uint32_t rates[] = {10000, 100, 10, 3};
    checksum();
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        run(messages, seed, rates[i]);
    }
    return 0;
}
