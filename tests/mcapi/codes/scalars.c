/* Of scalar channels. */
#include "channels.h"

#define OF_WIDTH(bits, other_bits, open, closed)                                                                       \
    do {                                                                                                               \
        PROVOKE_USING(sclchan_send_uint##bits, (open)->receiver, (open)->other_sender, (closed)->sender, 1);           \
        PROVOKE_USING(sclchan_recv_uint##bits, (open)->sender, (open)->other_receiver, (closed)->receiver);            \
        MUST(sclchan_send_uint##other_bits, (open)->sender, 77);                                                       \
        PROVOKE(sclchan_recv_uint##bits, SCL_SIZE, (open)->receiver);                                                  \
        expect_value(mcapi_sclchan_recv_uint##other_bits((open)->receiver, NULL));                                     \
        FILL(sclchan_send_uint##bits, (open)->sender);                                                                 \
        EMPTY(sclchan_recv_uint##bits, (open)->receiver);                                                              \
    } while (0)

/* The scalar of another width has stayed where it was. */
static void expect_value(uint64_t value)
{
    if (value != 77) {
        printf("a scalar was lost\n");
        exit(1);
    }
}

#define FILL(function, handle)                                                                                         \
    do {                                                                                                               \
        mcapi_status_t status = MCAPI_SUCCESS;                                                                         \
        while (status == MCAPI_SUCCESS) {                                                                              \
            mcapi_##function(handle, 1, &status);                                                                      \
        }                                                                                                              \
        expect(status, MCAPI_ERR_MEM_LIMIT, #function, "MEM_LIMIT", __LINE__);                                         \
    } while (0)

#define EMPTY(function, handle)                                                                                        \
    do {                                                                                                               \
        while (mcapi_sclchan_available(handle, NULL) > 0) {                                                            \
            MUST(function, handle);                                                                                    \
        }                                                                                                              \
    } while (0)

void of_scalar_channels(void)
{
    struct ends closed = {.from = create(10), .to = create(11)};
    struct ends open = {.from = create(12), .to = create(13)};
    struct ends other = {.from = create(14), .to = create(15)};
    mcapi_request_t request;
    OPEN_CHANNEL(sclchan, &closed);
    OPEN_CHANNEL(sclchan, &open);
    OPEN_CHANNEL(pktchan, &other);
    open.other_sender = other.sender;
    open.other_receiver = other.receiver;
    PROVOKE(sclchan_recv_close_i, PARAMETER, closed.receiver, NULL);
    PROVOKE(sclchan_send_close_i, PARAMETER, closed.sender, NULL);
    CARRY_OUT(sclchan_send_close_i, closed.sender);
    PROVOKE(sclchan_send_close_i, CHAN_CLOSEPENDING, closed.sender, &request);
    CARRY_OUT(sclchan_recv_close_i, closed.receiver);
    take_notes();
    PROVOKE_USING(sclchan_recv_close_i, open.sender, other.receiver, closed.receiver, &request);
    PROVOKE_USING(sclchan_send_close_i, open.receiver, other.sender, closed.sender, &request);
    PROVOKE_CONNECTING(sclchan, &open);
    PROVOKE_OPENING(sclchan_recv_open_i, open.to, open.from, other.to);
    PROVOKE_OPENING(sclchan_send_open_i, open.from, open.to, other.from);
    PROVOKE_USING(sclchan_available, open.sender, other.receiver, closed.receiver);
    OF_WIDTH(64, 32, &open, &closed);
    OF_WIDTH(32, 16, &open, &closed);
    OF_WIDTH(16, 8, &open, &closed);
    OF_WIDTH(8, 64, &open, &closed);
    CARRY_OUT(sclchan_recv_close_i, open.receiver);
    PROVOKE(sclchan_recv_close_i, CHAN_CLOSEPENDING, open.receiver, &request);
    CARRY_OUT(sclchan_send_close_i, open.sender);
}
