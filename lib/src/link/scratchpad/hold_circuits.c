/* Long messages whose words are written and read over circuits, where an annotation asks for it. The linker puts these
 * definitions into programs that include <weft/mpi_circuits.h>, in the place of the plain ones: others pay nothing
 * (docs/library/qos.md).
 *
 * A circuit shuts all other cores out of the memory, the other side of the message too. So it is held for a piece for
 * which there is room, or of which all words have come, and never while this core waits. If another core's circuit
 * blocks it, the piece goes as usual. */
#include <weft/core.h>

#include "link/circuits/hold.h"

#include "link_port.h"

/* Bytes that are moved at once: half of a ring, so that there is room again while the receiver reads the rest. A
 * multiple of that at which messages begin. */
#define WEFT_CIRCUIT_PIECE (WEFT_SCRATCHPAD_STREAM * 4 / 2)

const char weft_mpi_holds_circuits = 1;

static void weft_write_piece(struct weft_scratchpad_peer *peer, const void *piece, uint32_t length)
{
    const uint32_t memory = weft_qos_memory(weft_core(), weft_scratchpad_node_of(peer));
    for (uint32_t polls = 0; !weft_scratchpad_has_room(peer, length); polls++) {
        weft_scratchpad_ring(peer, peer->number_out); /* the receiver may not have seen that there is a message */
        weft_scratchpad_pause_long(polls);
    }
    const bool held = weft_hold_circuit(memory, WEFT_QOS_ONE_WAY);
    weft_scratchpad_write_plain(peer, piece, length);
    if (held) {
        weft_qos_close(memory);
    }
}

void weft_scratchpad_write(struct weft_scratchpad_peer *peer, const void *buffer, uint32_t length)
{
    const char *piece = buffer;
    /* What there is room for goes at once, as all of a message that is left near its receiver does. */
    while (length > WEFT_CIRCUIT_PIECE && !weft_scratchpad_has_room(peer, length)) {
        weft_write_piece(peer, piece, WEFT_CIRCUIT_PIECE);
        length -= WEFT_CIRCUIT_PIECE;
        piece += WEFT_CIRCUIT_PIECE;
    }
    weft_write_piece(peer, piece, length);
}

static void weft_read_piece(struct weft_scratchpad_peer *peer, void *piece, uint32_t length)
{
    const uint32_t memory = weft_qos_memory(weft_scratchpad_node_of(peer), weft_core());
    const bool wanted = memory < 32 && weft_mpi_circuits[memory] >= WEFT_QOS_BOTH_WAYS;
    if (wanted) {
        weft_scratchpad_await(peer, length);
    }
    const bool held = wanted && weft_hold_circuit(memory, WEFT_QOS_BOTH_WAYS);
    weft_scratchpad_read_plain(peer, piece, length);
    if (held) {
        weft_qos_close(memory);
    }
}

void weft_scratchpad_read(struct weft_scratchpad_peer *peer, void *buffer, uint32_t length)
{
    char *piece = buffer;
    for (; length > WEFT_CIRCUIT_PIECE; length -= WEFT_CIRCUIT_PIECE, piece += WEFT_CIRCUIT_PIECE) {
        weft_read_piece(peer, piece, WEFT_CIRCUIT_PIECE);
    }
    weft_read_piece(peer, piece, length);
}
