/* Messages as words: the request word and a block, or the request word and, separately, the words of a long message;
 * and notes. */
#include "link_port.h"

#include "arch/copy.h"
#include "link/accel/accelerator.h"
#include "link/window/inbox.h"
#include "link/window/window.h"

static const uint32_t addresses[WEFT_PEERS] = WEFT_HIBI_PEER_ADDRESSES;

uint32_t weft_pcie_own;

static weft_word head; /* request word of the message at the head; 0: none that we know of */
static uint32_t turn;  /* its sender, or that of the last message */

void weft_link_start(uint32_t node, uint32_t count)
{
    (void)count;
    weft_pcie_own = node;
    weft_window_open();
    weft_window_inboxes_reserve();
}

/* Sending. */

/* Sends the last bytes of a message, which are no whole word: the buffer ends with the last byte. */
static void write_rest(uint32_t address, const uint8_t *bytes, uint32_t count)
{
    uint32_t word = 0;
    if (count > 0) {
        weft_copy(&word, bytes, count);
        weft_window_write_words(address, &word, 1);
    }
}

/* Waits until the receiver of a long message is ready for it; messages that come meanwhile stay queued. */
static void await_ready(struct weft_window_queue *bulk)
{
    uint32_t ready;
    while (weft_window_held(bulk) == 0) {
        weft_window_wait(WEFT_WINDOW_RESTS);
        weft_window_sort(addresses[weft_pcie_own]);
    }
    weft_window_take(bulk, &ready, 1);
}

static void send(uint32_t node, weft_word word, const void *buffer, uint32_t length)
{
    const uint32_t stream = weft_wire_stream(addresses[node], weft_pcie_own);
    const uint32_t whole = length / 4;
    const uint8_t *const rest = (const uint8_t *)buffer + 4u * whole;
    weft_window_write_words(stream, &word, 1);
    if (length <= WEFT_LINK_BLOCK) {
        weft_window_write_words(stream, buffer, whole);
        write_rest(stream, rest, length % 4);
    } else {
        write_rest(stream, rest, length % 4);
        await_ready(&weft_window_inboxes[node].bulk);
        weft_window_write_words(weft_wire_bulk(addresses[node], weft_pcie_own), buffer, whole);
    }
}

bool weft_link_try_send(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    const weft_word word = weft_wire_head(weft_pcie_own, label, length);
    uint32_t *const data = &weft_window_inboxes[node].data;
    if (weft_accel_is(node)) {
        return weft_accel_try_send(weft_pcie_own, node, label, buffer, length);
    }
    if (weft_wire_is_data(word) && *data == WEFT_WIRE_DATA) {
        return false;
    }
    *data += weft_wire_is_data(word);
    send(node, word, buffer, length);
    return true;
}

/* Receiving. */

/* Returns the number of words of a message in its stream. */
static uint32_t size_of(weft_word word)
{
    return 1 + weft_wire_words((uint32_t)WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, word), WEFT_LINK_BLOCK);
}

/* Returns the request word of a node's next message if all of its words in the stream have come, or 0. */
static weft_word hear(uint32_t node)
{
    struct weft_window_inbox *const inbox = &weft_window_inboxes[node];
    struct weft_window_queue *const stream = &inbox->stream;
    if (weft_accel_is(node)) {
        return weft_accel_look(node);
    }
    while (weft_window_held(stream) > 0) {
        const weft_word word = weft_window_peek(stream, 0);
        if (weft_wire_is_message(word)) {
            return size_of(word) <= weft_window_held(stream) ? word : 0;
        }
        inbox->given |= weft_wire_is_credit(word);
        inbox->data -= !weft_wire_is_credit(word);
        stream->taken++;
    }
    return 0;
}

/* Polls the nodes round robin, from the one after the last that had a message. */
weft_word weft_pcie_look(void)
{
    weft_window_sort(addresses[weft_pcie_own]);
    for (uint32_t looks = 0; head == 0 && looks < WEFT_PEERS; looks++) {
        turn = turn + 1 < WEFT_PEERS ? turn + 1 : 0;
        head = hear(turn);
    }
    return head;
}

weft_word weft_pcie_look_again(uint32_t doing)
{
    weft_window_wait(doing);
    return weft_pcie_look();
}

weft_word weft_link_wait_head(void)
{
    weft_word word = weft_pcie_look();
    while (word == 0) {
        word = weft_pcie_look_again(WEFT_WINDOW_RESTS);
    }
    return word;
}

/* Tells the sender of a long message that this node is ready, and takes the words, which come then. */
static void take_bulk(struct weft_window_queue *bulk, uint32_t *words, uint32_t count)
{
    const uint32_t ready = WEFT_WIRE_READY;
    weft_window_write_words(weft_wire_bulk(addresses[turn], weft_pcie_own), &ready, 1);
    while (weft_window_held(bulk) < count) {
        weft_window_wait(WEFT_WINDOW_RESTS);
        weft_window_sort(addresses[weft_pcie_own]);
    }
    weft_window_take(bulk, words, count);
}

void weft_link_take(void *buffer)
{
    struct weft_window_inbox *const inbox = &weft_window_inboxes[turn];
    const uint32_t length = (uint32_t)WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, head);
    const bool is_data = weft_wire_is_data(head);
    uint32_t rest[2];
    head = 0;
    if (weft_accel_is(turn)) {
        weft_accel_take(turn, buffer);
        return;
    }
    inbox->stream.taken++;
    if (length <= WEFT_LINK_BLOCK) {
        weft_window_take(&inbox->stream, buffer, length / 4);
    } else {
        take_bulk(&inbox->bulk, buffer, length / 4);
    }
    weft_window_take(&inbox->stream, rest, length % 4 != 0);
    weft_copy((uint8_t *)buffer + length / 4 * 4, rest, length % 4);
    if (is_data) {
        weft_pcie_tell(turn, WEFT_WIRE_TAKEN);
    }
}

void weft_pcie_tell(uint32_t node, enum weft_wire_note note)
{
    const uint32_t word = weft_wire_note(weft_pcie_own, note);
    weft_window_write_words(weft_wire_stream(addresses[node], weft_pcie_own), &word, 1);
}

/* A credit may precede the next message of its node. */
bool weft_link_take_credit(uint32_t node)
{
    struct weft_window_inbox *const inbox = &weft_window_inboxes[node];
    weft_pcie_look();
    hear(node);
    const bool given = inbox->given;
    inbox->given = false;
    return given;
}
