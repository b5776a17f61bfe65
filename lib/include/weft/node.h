/* Nodes, the participants of MCAPI: each has a number in the one domain that a platform is. Which place has which
 * number says the platform file ([map] nodes); where it says nothing, and on this machine, node N is rank N.
 */
#ifndef WEFT_NODE_H
#define WEFT_NODE_H

#include <stdint.h>

/* The number of the node that this program runs as. */
uint32_t weft_node(void);

/* The number of nodes. */
uint32_t weft_nodes(void);

#endif
