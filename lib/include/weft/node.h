/* Nodes, the participants of MCAPI: each has a number in domain 0, the only one of a platform. The platform file places
 * nodes ([map] nodes); without that key, and on the host, node N is rank N.
 */
#ifndef WEFT_NODE_H
#define WEFT_NODE_H

#include <stdint.h>

/* The number of the node that this program runs as. */
uint32_t weft_node(void);

/* The number of nodes. */
uint32_t weft_nodes(void);

#endif
