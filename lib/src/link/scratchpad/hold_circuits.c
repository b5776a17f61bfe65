/* Long messages whose words are written over a circuit, where an annotation asks for it. The linker puts this
 * definition of weft_scratchpad_write() into programs that include <weft/mpi_circuits.h>, in the place of the plain
 * one: others pay nothing (docs/library/qos.md).
 *
 * A circuit is held for a piece for which there is room, never while this core waits for the receiver, which could not
 * reach the memory meanwhile. If another core's circuit blocks it, the piece goes as usual. */
#include <weft/core.h>

#include "link/circuits/hold.h"

#include "link_port.h"

/* Bytes that are written at once: half of a ring, so that there is room again while the receiver reads the rest. A
 * multiple of that at which messages begin. */
#define WEFT_CIRCUIT_PIECE 256u

const char weft_mpi_holds_circuits = 1;

static void weft_write_piece(struct weft_scratchpad_peer *peer, const void *piece, uint32_t length)
{
    const uint32_t memory = weft_qos_memory(weft_core(), (uint32_t)(peer - weft_scratchpad_peers));
    for (uint32_t polls = 0; !weft_scratchpad_has_room(peer, length); polls++) {
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
    for (; length > WEFT_CIRCUIT_PIECE; length -= WEFT_CIRCUIT_PIECE, piece += WEFT_CIRCUIT_PIECE) {
        weft_write_piece(peer, piece, WEFT_CIRCUIT_PIECE);
    }
    weft_write_piece(peer, piece, length);
}
