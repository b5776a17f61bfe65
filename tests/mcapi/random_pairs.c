/* Random traffic between two nodes: messages of all priorities, packets and scalars, short and long, sent and received
 * in every way, held against what the standard says of their order, contents and codes. In the end nothing is lost, and
 * everything that was used up is there again.
 *
 *     weft run -n 2 tests/mcapi/random_pairs.c -- SEEDS [ROUNDS]     SEEDS as seeds.h has it
 *
 * Both nodes draw the same plan of each round from the seed. What is left to each, how it calls and how long it works
 * in between, it draws for itself.
 */
#include "../campaign/seeds.h"
#include "random_plan.h"

#include <weft/node.h>

enum { MEETING = 20, MANY = 40 }; /* ports, besides those of the queues: 2 * queue + the node that sends */

static mcapi_endpoint_t ends[QUEUES][2]; /* of this node: to send with, to receive with */
static mcapi_endpoint_t others[QUEUES];  /* that receive */
static mcapi_endpoint_t meeting, other_meeting;
static void *held[WEFT_MCAPI_PACKET_BUFFERS];
static unsigned holds;

static void work(void)
{
    for (volatile unsigned i = below(&own, 4) * below(&own, 300); i > 0; i--) {
    }
}

static void send_scalar(const struct item *item)
{
    const uint64_t value = scalar_of(item);
    const mcapi_endpoint_t end = ends[SCALARS][0];
    switch (item->size) {
    case 1:
        MUST(sclchan_send_uint8, end, (uint8_t)value);
        break;
    case 2:
        MUST(sclchan_send_uint16, end, (uint16_t)value);
        break;
    case 4:
        MUST(sclchan_send_uint32, end, (uint32_t)value);
        break;
    default:
        MUST(sclchan_send_uint64, end, value);
    }
}

/* Sends one; whether a request is under way now. */
static bool send(const struct item *item, uint32_t *data, mcapi_request_t *request)
{
    const mcapi_endpoint_t from = ends[item->queue][0];
    fill(item, data);
    if (item->queue == SCALARS) {
        send_scalar(item);
    } else if (item->queue == PACKETS && item->blocks) {
        MUST(pktchan_send, from, data, item->size);
    } else if (item->queue == PACKETS) {
        MUST(pktchan_send_i, from, data, item->size, request);
    } else if (item->blocks) {
        MUST(msg_send, from, others[item->queue], data, item->size, item->priority);
    } else {
        MUST(msg_send_i, from, others[item->queue], data, item->size, item->priority, request);
    }
    return !item->blocks;
}

static void send_all(void)
{
    static uint32_t data[PLANNED][(MOST > WEFT_MCAPI_PACKET_BYTES ? MOST : WEFT_MCAPI_PACKET_BYTES) / 4];
    mcapi_request_t requests[PLANNED];
    unsigned under_way[PLANNED];
    unsigned count = 0;
    for (unsigned i = 0; i < planned; i++) {
        work();
        if (send(&plan[i], data[i], &requests[count])) {
            under_way[count++] = i;
        }
    }
    for (unsigned i = 0; i < count; i++) {
        size_t size;
        MUST(wait, &requests[i], &size, FOREVER);
        check(size <= plan[under_way[i]].size, "a send's size"); /* as much as its receiver had room for */
    }
}

/* Finishes a receive by waiting or by testing. */
static mcapi_status_t finish(mcapi_request_t *request, size_t *size)
{
    mcapi_status_t status;
    if (below(&own, 2) == 0) {
        mcapi_wait(request, size, FOREVER, &status);
        return status;
    }
    do {
        mcapi_test(request, size, &status);
    } while (status == MCAPI_PENDING);
    return status;
}

static void receive_message(enum queue queue)
{
    static const unsigned rooms[] = {MOST, MOST, 4, 64};
    const mcapi_endpoint_t to = ends[queue][1];
    const size_t room = rooms[below(&own, sizeof rooms / sizeof *rooms)];
    uint32_t data[MOST / 4];
    mcapi_status_t status;
    mcapi_request_t request;
    size_t size;
    switch (below(&own, 3)) {
    case 0:
        while (mcapi_msg_available(to, NULL) == 0) {
        }
        mcapi_msg_recv(to, data, room, &size, &status);
        break;
    case 1:
        MUST(msg_recv_i, to, data, room, &request);
        status = finish(&request, &size);
        break;
    default:
        mcapi_msg_recv(to, data, room, &size, &status);
    }
    const struct item *const item = find(queue, data[0]);
    check(size == (item->size < room ? item->size : room), "a message's size");
    check(status == (item->size > room ? MCAPI_ERR_MSG_TRUNCATED : MCAPI_SUCCESS), "a message's code");
    compare(item, data, size);
}

static void release_one(void)
{
    MUST(pktchan_release, held[--holds]);
    mcapi_status_t status;
    mcapi_pktchan_release(held[holds], &status);
    check(status == MCAPI_ERR_BUF_INVALID, "release of what is free");
}

static void receive_packet(void)
{
    const mcapi_endpoint_t to = ends[PACKETS][1];
    mcapi_request_t request;
    mcapi_status_t status;
    void *packet;
    size_t size;
    if (holds == WEFT_MCAPI_PACKET_BUFFERS) {
        mcapi_pktchan_recv(to, &packet, &size, &status);
        check(status == MCAPI_ERR_MEM_LIMIT, "a receive without buffers");
        release_one();
    }
    if (below(&own, 2) == 0) {
        MUST(pktchan_recv, to, &packet, &size);
    } else {
        MUST(pktchan_recv_i, to, &packet, &request);
        check(finish(&request, &size) == MCAPI_SUCCESS, "pktchan_recv_i");
    }
    const struct item *const item = find(PACKETS, *(const uint32_t *)packet);
    check(size == item->size, "a packet's size");
    compare(item, packet, size);
    held[holds++] = packet;
    while (holds > 0 && below(&own, 3) > 0) {
        release_one();
    }
}

static uint64_t receive_width(unsigned width, mcapi_status_t *status)
{
    const mcapi_endpoint_t to = ends[SCALARS][1];
    return width == 1   ? mcapi_sclchan_recv_uint8(to, status)
           : width == 2 ? mcapi_sclchan_recv_uint16(to, status)
           : width == 4 ? mcapi_sclchan_recv_uint32(to, status)
                        : mcapi_sclchan_recv_uint64(to, status);
}

/* One of another width than is asked for stays where it is. */
static void receive_scalar(void)
{
    struct item *item = plan;
    while (item->queue != SCALARS || item->received) {
        item++;
    }
    mcapi_status_t status;
    const unsigned width = 1u << below(&own, 4);
    uint64_t value = receive_width(width, &status);
    check(status == (width == item->size ? MCAPI_SUCCESS : MCAPI_ERR_SCL_SIZE), "a scalar's code");
    if (status != MCAPI_SUCCESS) {
        value = receive_width(item->size, &status);
    }
    check(status == MCAPI_SUCCESS && value == scalar_of(find(SCALARS, item->number)), "a scalar");
}

static void receive(enum queue queue)
{
    work();
    if (queue == PACKETS) {
        receive_packet();
    } else if (queue == SCALARS) {
        receive_scalar();
    } else {
        receive_message(queue);
    }
}

/* As many of each queue as are planned, in their order or in any. */
static void receive_all(bool in_order)
{
    enum queue queues[PLANNED];
    for (unsigned i = 0; i < planned; i++) {
        const unsigned place = in_order ? i : below(&own, i + 1);
        queues[i] = queues[place];
        queues[place] = plan[i].queue;
    }
    for (unsigned i = 0; i < planned; i++) {
        receive(queues[i]);
    }
}

/* All requests, and one more. */
static void use_up_requests(void)
{
    mcapi_request_t requests[WEFT_MCAPI_REQUESTS + 1];
    mcapi_status_t status;
    size_t size;
    for (unsigned i = 0; i < WEFT_MCAPI_REQUESTS; i++) {
        MUST(msg_recv_i, ends[MESSAGES_A][0], &size, sizeof size, &requests[i]);
    }
    mcapi_msg_recv_i(ends[MESSAGES_A][0], &size, sizeof size, &requests[WEFT_MCAPI_REQUESTS], &status);
    check(status == MCAPI_ERR_REQUEST_LIMIT, "one request too many");
    for (unsigned i = 0; i < WEFT_MCAPI_REQUESTS; i++) {
        MUST(cancel, &requests[i]);
        mcapi_wait(&requests[i], &size, FOREVER, &status);
        check(status == MCAPI_ERR_REQUEST_CANCELLED, "cancel");
    }
}

static void use_up_endpoints(void)
{
    mcapi_endpoint_t more[WEFT_MCAPI_ENDPOINTS];
    mcapi_status_t status;
    unsigned count = 0;
    do {
        more[count] = mcapi_endpoint_create(MANY + count, &status);
        count += status == MCAPI_SUCCESS;
    } while (status == MCAPI_SUCCESS);
    check(status == MCAPI_ERR_ENDP_LIMIT && count == WEFT_MCAPI_ENDPOINTS - 2 * QUEUES - 1, "one endpoint too many");
    while (count > 0) {
        MUST(endpoint_delete, more[--count]);
    }
}

/* Both nodes have come here. */
static void meet(void)
{
    uint32_t word;
    size_t size;
    MUST(msg_send, meeting, other_meeting, &node, sizeof node, 0);
    MUST(msg_recv, meeting, &word, sizeof word, &size);
}

static void open_channels(void)
{
    mcapi_request_t requests[4];
    mcapi_endpoint_t handle;
    size_t size;
    CARRY_OUT(pktchan_connect_i, ends[PACKETS][0], others[PACKETS]);
    CARRY_OUT(sclchan_connect_i, ends[SCALARS][0], others[SCALARS]);
    MUST(pktchan_send_open_i, &handle, ends[PACKETS][0], &requests[0]);
    MUST(sclchan_recv_open_i, &handle, ends[SCALARS][1], &requests[1]);
    MUST(pktchan_recv_open_i, &handle, ends[PACKETS][1], &requests[2]);
    MUST(sclchan_send_open_i, &handle, ends[SCALARS][0], &requests[3]);
    for (unsigned i = 0; i < 4; i++) {
        MUST(wait, &requests[i], &size, FOREVER);
    }
}

static void close_channels(void)
{
    CARRY_OUT(pktchan_send_close_i, ends[PACKETS][0]);
    CARRY_OUT(sclchan_recv_close_i, ends[SCALARS][1]);
    CARRY_OUT(pktchan_recv_close_i, ends[PACKETS][1]);
    CARRY_OUT(sclchan_send_close_i, ends[SCALARS][0]);
    meet();
}

static mcapi_endpoint_t get(mcapi_port_t port)
{
    mcapi_status_t status;
    const mcapi_endpoint_t endpoint = mcapi_endpoint_get(0, 1 - node, port, FOREVER, &status);
    must(status, "endpoint_get", __LINE__);
    return endpoint;
}

static void set_up(void)
{
    mcapi_info_t info;
    node = weft_node();
    MUST(initialize, 0, node, NULL, NULL, &info);
    for (unsigned queue = 0; queue < QUEUES; queue++) {
        ends[queue][0] = create(2 * queue + node);
        ends[queue][1] = create(2 * queue + 1 - node);
    }
    meeting = create(MEETING);
    for (unsigned queue = 0; queue < QUEUES; queue++) {
        others[queue] = get(2 * queue + node);
    }
    other_meeting = get(MEETING);
}

/* Where credits are so few that a send may always wait for its receive, all rounds are received in order. */
static void play_round(void)
{
    const bool in_order = below(&shared, 3) > 0 || WITHOUT_CREDIT == 0;
    const unsigned sender = below(&shared, 2);
    draw(in_order);
    if (node == sender) {
        send_all();
    } else {
        receive_all(in_order);
    }
    meet();
    if (below(&shared, 16) == 0) {
        close_channels();
        open_channels();
        meet();
    }
    if (below(&own, 8) == 0) {
        use_up_requests();
        use_up_endpoints();
    }
}

static void play(uint32_t seed, unsigned rounds)
{
    shared = seed;
    own = seed * 2654435761u + node;
    number = 0;
    open_channels();
    for (unsigned i = 0; i < rounds; i++) {
        play_round();
    }
    meet();
    while (holds > 0) {
        release_one();
    }
    close_channels();
    use_up_requests();
    use_up_endpoints();
    if (node == 0) {
        printf("seed %u: %u items ok\n", (unsigned)seed, number);
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    const unsigned rounds = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 60;
    struct seeds seeds;
    check(read_seeds(argc > 1 ? argv[1] : "1", &seeds), "the seeds");
    set_up();
    for (uint32_t i = 0; i < seeds.count; i++) {
        play(seeds.first + i * seeds.step, rounds);
    }
    mcapi_status_t status;
    mcapi_finalize(&status);
    return status != MCAPI_SUCCESS;
}
