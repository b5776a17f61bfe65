/* Messages whose words are written and read over circuits, where an annotation asks for it. The linker puts these
 * definitions in the place of the plain ones into programs that include <weft/mpi_circuits.h>; other programs pay
 * nothing (docs/library/qos.md).
 *
 * A circuit locks all other cores out of the memory, including the other side of the message. So a core holds it only
 * while it moves words and sets the flag after them, and never while it waits. */
#include "link/circuits/hold.h"

#include "poll.h"

const char weft_mpi_holds_circuits = 1;

void weft_rendezvous_write(const struct weft_rendezvous_peer *peer, const struct weft_rendezvous_header *header,
                           const void *payload, uint32_t length, enum weft_rendezvous_flag flag)
{
    const uint32_t memory = weft_qos_memory(weft_rendezvous.node, weft_rendezvous_node_of(peer));
    const bool held = weft_hold_circuit(memory, WEFT_QOS_ONE_WAY);
    weft_rendezvous_write_plain(peer, header, payload, length, flag);
    if (held) {
        weft_qos_close(memory);
    }
}

void weft_rendezvous_read(const struct weft_rendezvous_peer *peer, void *buffer, uint32_t length)
{
    const uint32_t memory = weft_qos_memory(weft_rendezvous_node_of(peer), weft_rendezvous.node);
    const bool held = length > WEFT_LINK_BLOCK && weft_hold_circuit(memory, WEFT_QOS_BOTH_WAYS);
    weft_rendezvous_read_plain(peer, buffer, length);
    if (held) {
        weft_qos_close(memory);
    }
}
