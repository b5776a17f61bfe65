/* Of packet channels. */
#include "channels.h"

static char data[MCAPI_MAX_PACKET_SIZE + 1];

static void of_use(const struct ends *open, const struct ends *closed)
{
    mcapi_request_t request;
    size_t size;
    void *packet;
    PROVOKE_USING(pktchan_send, open->receiver, open->other_sender, closed->sender, data, 4);
    PROVOKE_USING(pktchan_send_i, open->receiver, open->other_sender, closed->sender, data, 4, &request);
    PROVOKE_USING(pktchan_recv, open->sender, open->other_receiver, closed->receiver, &packet, &size);
    PROVOKE_USING(pktchan_recv_i, open->sender, open->other_receiver, closed->receiver, &packet, &request);
    PROVOKE_USING(pktchan_available, open->sender, open->other_receiver, closed->receiver);
    PROVOKE(pktchan_send, PARAMETER, open->sender, NULL, 4);
    PROVOKE(pktchan_send_i, PARAMETER, open->sender, NULL, 4, &request);
    PROVOKE(pktchan_send_i, PARAMETER, open->sender, data, 4, NULL);
    PROVOKE(pktchan_recv, PARAMETER, open->receiver, NULL, &size);
    PROVOKE(pktchan_recv, PARAMETER, open->receiver, &packet, NULL);
    PROVOKE(pktchan_recv_i, PARAMETER, open->receiver, NULL, &request);
    PROVOKE(pktchan_recv_i, PARAMETER, open->receiver, &packet, NULL);
    PROVOKE(pktchan_send, PKT_SIZE, open->sender, data, sizeof data);
    PROVOKE(pktchan_send_i, PKT_SIZE, open->sender, data, sizeof data, &request);
    take_all_requests();
    PROVOKE(pktchan_send_i, REQUEST_LIMIT, open->sender, data, 4, &request);
    PROVOKE(pktchan_recv_i, REQUEST_LIMIT, open->receiver, &packet, &request);
    give_requests_back();
}

/* A node that sends to itself has only so much memory; nor has it more than its buffers for packets. */
static void of_memory(const struct ends *open)
{
    void *packets[WEFT_MCAPI_PACKET_BUFFERS];
    mcapi_status_t status = MCAPI_SUCCESS;
    mcapi_request_t request;
    size_t size;
    void *packet;
    while (status == MCAPI_SUCCESS) {
        mcapi_pktchan_send(open->sender, data, 4, &status);
    }
    expect(status, MCAPI_ERR_MEM_LIMIT, "pktchan_send", "MEM_LIMIT", __LINE__);
    PROVOKE(pktchan_send_i, MEM_LIMIT, open->sender, data, 4, &request);
    for (unsigned i = 0; i < WEFT_MCAPI_PACKET_BUFFERS; i++) {
        MUST(pktchan_recv, open->receiver, &packets[i], &size);
    }
    PROVOKE(pktchan_recv, MEM_LIMIT, open->receiver, &packet, &size);
    for (unsigned i = 0; i < WEFT_MCAPI_PACKET_BUFFERS; i++) {
        MUST(pktchan_release, packets[i]);
    }
    PROVOKE(pktchan_release, BUF_INVALID, packets[0]);
    PROVOKE(pktchan_release, BUF_INVALID, data);
    PROVOKE(pktchan_release, BUF_INVALID, (char *)packets[0] + 1);
    PROVOKE(pktchan_release_test, BUF_INVALID, data);
}

void of_packet_channels(void)
{
    const mcapi_uint_t fails = MCAPI_ENDP_ATTR_FAIL_ON_MEM_LIMIT;
    struct ends closed = {.from = create(10), .to = create(11)};
    struct ends open = {.from = create(12), .to = create(13)};
    struct ends other = {.from = create(14), .to = create(15)};
    MUST(endpoint_set_attribute, open.from, MCAPI_ENDP_ATTR_MEMORY_TYPE, &fails, sizeof fails);
    MUST(endpoint_set_attribute, open.to, MCAPI_ENDP_ATTR_MEMORY_TYPE, &fails, sizeof fails);
    OPEN_CHANNEL(pktchan, &closed);
    OPEN_CHANNEL(pktchan, &open);
    OPEN_CHANNEL(sclchan, &other);
    open.other_sender = other.sender;
    open.other_receiver = other.receiver;
    mcapi_request_t request;
    PROVOKE(pktchan_recv_close_i, PARAMETER, closed.receiver, NULL);
    PROVOKE(pktchan_send_close_i, PARAMETER, closed.sender, NULL);
    CARRY_OUT(pktchan_recv_close_i, closed.receiver);
    PROVOKE(pktchan_recv_close_i, CHAN_CLOSEPENDING, closed.receiver, &request);
    CARRY_OUT(pktchan_send_close_i, closed.sender);
    take_notes();
    PROVOKE_USING(pktchan_recv_close_i, open.sender, other.receiver, closed.receiver, &request);
    PROVOKE_USING(pktchan_send_close_i, open.receiver, other.sender, closed.sender, &request);
    PROVOKE_CONNECTING(pktchan, &open);
    PROVOKE_OPENING(pktchan_recv_open_i, open.to, open.from, other.to);
    PROVOKE_OPENING(pktchan_send_open_i, open.from, open.to, other.from);
    of_use(&open, &closed);
    of_memory(&open);
    CARRY_OUT(pktchan_send_close_i, open.sender);
    PROVOKE(pktchan_send_close_i, CHAN_CLOSEPENDING, open.sender, &request);
    CARRY_OUT(pktchan_recv_close_i, open.receiver);
    CARRY_OUT(sclchan_send_close_i, other.sender);
    CARRY_OUT(sclchan_recv_close_i, other.receiver);
    const mcapi_endpoint_t made[] = {closed.from, closed.to, open.from, open.to, other.from, other.to};
    for (unsigned i = 0; i < sizeof made / sizeof *made; i++) {
        MUST(endpoint_delete, made[i]);
    }
}
