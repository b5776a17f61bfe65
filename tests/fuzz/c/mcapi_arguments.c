/* Calls of MCAPI with right and wrong arguments by the only node that does anything. Each sets a status that has a
 * text, a call with a wrong argument an error, and after each case a message still goes from one endpoint to another.
 */
#include "calls.h"

#include <mcapi.h>
#include <string.h>
#include <weft/node.h>

#define NOTHING 0xABCDEFu

static mcapi_endpoint_t ends[2];
static mcapi_request_t request;
static mcapi_status_t status;
static uint32_t words[64];
static size_t size;
static void *packet;
static uint32_t handle;

static mcapi_endpoint_t own(struct draw *draw)
{
    static const mcapi_endpoint_t wrong[] = {0, ~0u, 1, 0x7FFFFFFF, 0x12345678};
    return DRAW(draw, ends, wrong);
}

static uint32_t no_handle(struct draw *draw)
{
    static const uint32_t wrong[] = {0, ~0u, 1, 2, 0x80000000, 0x12345678};
    draw->wrong = true;
    return wrong[draw_byte(draw) % LENGTH(wrong)];
}

static mcapi_priority_t priority(struct draw *draw)
{
    static const mcapi_priority_t right[] = {0, 1, 3};
    static const mcapi_priority_t wrong[] = {4, 7, ~0u, 0x80000000};
    return DRAW(draw, right, wrong);
}

static size_t bytes(struct draw *draw)
{
    static const size_t right[] = {0, 1, 4, 17};
    static const size_t wrong[] = {~0u, 0x7FFFFFFF};
    return DRAW(draw, right, wrong);
}

static mcapi_request_t *place(struct draw *draw)
{
    return draw_place(draw, &request);
}

static void *buffer(struct draw *draw, size_t room)
{
    return room > 0 && draw_wrong(draw) ? NULL : words;
}

/* A blocking call is drawn with a wrong argument at least: nothing comes. A receive may have room for more than any
 * message. */
static void messages(struct draw *draw)
{
    const uint8_t which = draw_byte(draw) % 4;
    const size_t room = which < 2 ? bytes(draw) : sizeof words;
    void *const data = buffer(draw, room);
    switch (which) {
    case 0:
        mcapi_msg_send_i(own(draw), own(draw), data, room, priority(draw), place(draw), &status);
        break;
    case 1:
        mcapi_msg_send(own(draw), own(draw), data, room, priority(draw), &status);
        break;
    case 2:
        mcapi_msg_recv_i(own(draw), data, room, place(draw), &status);
        break;
    default:
        mcapi_msg_recv(no_handle(draw), data, room, draw_byte(draw) & 1 ? &size : NULL, &status);
        break;
    }
}

static void endpoints(struct draw *draw)
{
    static const mcapi_port_t taken[] = {1, 2, 0x7FFFFFFF};
    static const mcapi_domain_t domains[] = {1, 7, ~0u};
    static const mcapi_node_t nodes[] = {1000, ~0u, 0x80000000};
    static const mcapi_uint_t numbers[] = {12, 64, 1000, ~0u};
    const mcapi_domain_t domain = draw_wrong(draw) ? domains[draw_byte(draw) % LENGTH(domains)] : 0;
    const mcapi_node_t node = draw_wrong(draw) ? nodes[draw_byte(draw) % LENGTH(nodes)] : weft_node();
    const mcapi_uint_t number = draw_wrong(draw) ? numbers[draw_byte(draw) % LENGTH(numbers)] : 0;
    switch (draw_byte(draw) % 7) {
    case 0:
        draw->wrong = true;
        mcapi_endpoint_create(taken[draw_byte(draw) % 2], &status);
        break;
    case 1:
        draw->wrong = domain != 0 || node != weft_node();
        mcapi_endpoint_get(domain, node, 1, MCAPI_TIMEOUT_IMMEDIATE, &status);
        break;
    case 2:
        draw->wrong = domain != 0 || node != weft_node();
        mcapi_endpoint_get_i(domain, node, 1, draw_place(draw, &handle), place(draw), &status);
        break;
    case 3:
        mcapi_endpoint_delete(no_handle(draw), &status);
        break;
    case 4:
        draw->wrong = number != 0;
        mcapi_endpoint_get_attribute(own(draw), number, draw_place(draw, words), 4, &status);
        break;
    case 5:
        draw->wrong = true;
        mcapi_endpoint_set_attribute(own(draw), number, words, 4 + draw_byte(draw) % 3, &status);
        break;
    default:
        draw->wrong = false;
        mcapi_msg_available(own(draw), &status);
    }
}

static void channels(struct draw *draw)
{
    const uint8_t which = draw_byte(draw);
    const size_t room = bytes(draw);
    switch (which % 12) {
    case 0:
        mcapi_pktchan_send(no_handle(draw), words, room, &status);
        break;
    case 1:
        mcapi_pktchan_send_i(no_handle(draw), words, room, place(draw), &status);
        break;
    case 2:
        mcapi_pktchan_recv(no_handle(draw), draw_place(draw, &packet), &size, &status);
        break;
    case 3:
        mcapi_pktchan_recv_i(no_handle(draw), &packet, place(draw), &status);
        break;
    case 4:
        mcapi_pktchan_available(no_handle(draw), &status);
        break;
    case 5:
        mcapi_pktchan_recv_close_i(no_handle(draw), place(draw), &status);
        break;
    case 6:
        mcapi_pktchan_send_close_i(no_handle(draw), place(draw), &status);
        break;
    case 7:
        mcapi_sclchan_send_uint32(no_handle(draw), 5, &status);
        break;
    case 8:
        mcapi_sclchan_recv_uint16(no_handle(draw), &status);
        break;
    case 9:
        mcapi_sclchan_available(no_handle(draw), &status);
        break;
    case 10:
        draw->wrong = true;
        mcapi_pktchan_release(draw_byte(draw) & 1 ? NULL : (void *)&words[draw_byte(draw) % 8], &status);
        break;
    default:
        mcapi_pktchan_connect_i(no_handle(draw), own(draw), place(draw), &status);
        break;
    }
}

static void requests(struct draw *draw)
{
    mcapi_request_t wrong = no_handle(draw);
    mcapi_request_t *list[2] = {&wrong, &wrong};
    mcapi_request_t *const which = draw_wrong(draw) ? NULL : &wrong;
    switch (draw_byte(draw) % 4) {
    case 0:
        mcapi_wait(which, &size, MCAPI_TIMEOUT_INFINITE, &status);
        break;
    case 1:
        mcapi_test(which, draw_place(draw, &size), &status);
        break;
    case 2:
        mcapi_cancel(which, &status);
        break;
    default:
        mcapi_wait_any(2, list, &size, MCAPI_TIMEOUT_IMMEDIATE, &status);
        break;
    }
}

static void nodes(struct draw *draw)
{
    mcapi_node_attributes_t attributes;
    mcapi_info_t info;
    switch (draw_byte(draw) % 4) {
    case 0:
        draw->wrong = true;
        mcapi_initialize(draw_byte(draw), draw_byte(draw), NULL, NULL, draw_place(draw, &info), &status);
        break;
    case 1:
        mcapi_node_id_get(&status);
        break;
    case 2:
        mcapi_node_init_attributes(draw_place(draw, &attributes), &status);
        break;
    default:
        draw->wrong = true;
        mcapi_node_get_attribute(7 + draw_byte(draw), weft_node(), 0, words, 4, &status);
    }
}

static void (*const CALLS[])(struct draw *) = {messages, endpoints, channels, requests, nodes};

static bool is_error(mcapi_status_t code)
{
    return code != MCAPI_SUCCESS && code != MCAPI_PENDING && code != MCAPI_TIMEOUT;
}

/* Takes back what the call has begun, and every message that it has sent. */
static void clean(void)
{
    mcapi_status_t ignored;
    if (request != 0 && mcapi_test(&request, &size, &ignored) == MCAPI_FALSE) {
        mcapi_cancel(&request, &ignored);
    }
    request = 0;
    for (int i = 0; i < 2; i++) {
        while (mcapi_msg_available(ends[i], &ignored) > 0) {
            mcapi_msg_recv(ends[i], words, sizeof words, &size, &ignored);
        }
    }
}

static const char *one_call(struct draw *draw, bool *refused)
{
    static char text[MCAPI_MAX_STATUS_SIZE];
    draw->wrong = false;
    status = (mcapi_status_t)NOTHING;
    CALLS[draw_byte(draw) % LENGTH(CALLS)](draw);
    const mcapi_status_t code = status;
    clean();
    if (code == (mcapi_status_t)NOTHING) {
        return "no status was set";
    }
    if (mcapi_display_status(code, text, sizeof text) == NULL || text[0] == '\0') {
        return "a status has no text";
    }
    *refused |= is_error(code);
    return draw->wrong && !is_error(code) ? "a wrong argument was taken" : NULL;
}

static const char *still_works(void)
{
    const uint32_t sent = 77;
    uint32_t received = 0;
    mcapi_msg_send(ends[0], ends[1], &sent, sizeof sent, 1, &status);
    if (status == MCAPI_SUCCESS) {
        mcapi_msg_recv(ends[1], &received, sizeof received, &size, &status);
    }
    return status == MCAPI_SUCCESS && received == 77 ? NULL : "messages do not arrive any longer";
}

int main(void)
{
    mcapi_info_t info;
    mcapi_initialize(0, weft_node(), NULL, NULL, &info, &status);
    for (mcapi_port_t port = 1; port <= 2; port++) {
        ends[port - 1] = mcapi_endpoint_create(port, &status);
    }
    for (struct weft_case given; weft_node() == 0 && next_case(&given); free(given.bytes)) {
        give(&given, (unsigned)LENGTH(CALLS));
    }
    mcapi_finalize(&status);
    return status != MCAPI_SUCCESS;
}
