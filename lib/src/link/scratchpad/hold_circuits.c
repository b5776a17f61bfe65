/* Long messages whose words are written over circuits, where an annotation asks for it. The linker puts these
 * definitions in the place of the plain ones into programs that include <weft/mpi_circuits.h>; other programs pay
 * nothing (docs/library/qos.md). If another core's circuit blocks a piece, this and all further pieces go without a
 * circuit. */
#include <qos.h>

#include "landing.h"

const char weft_mpi_holds_circuits = 1;

void weft_scratchpad_write(struct weft_scratchpad_peer *peer, const void *buffer, uint32_t length)
{
    const uint32_t memory = weft_qos_memory(weft_scratchpad.node, weft_scratchpad_node_of(peer));
    const bool wanted = memory < 32 && weft_mpi_circuits[memory] != 0;
    const uint32_t landed = wanted ? weft_scratchpad_land(peer, buffer, length) : 0;
    if (landed < length) {
        weft_scratchpad_write_plain(peer, (const char *)buffer + landed, length - landed);
    }
}

void weft_scratchpad_read(struct weft_scratchpad_peer *peer, void *buffer, uint32_t length)
{
    const uint32_t landed = weft_scratchpad_pick_up(peer, buffer, length);
    if (landed < length) {
        weft_scratchpad_read_plain(peer, (char *)buffer + landed, length - landed);
    }
}
