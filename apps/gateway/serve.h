/* The DSPs of the gateway: their side, and connecting them to the GPP. */
#ifndef GATEWAY_SERVE_H
#define GATEWAY_SERVE_H

#include <stdbool.h>

/* DSP: serves requests until the GPP disconnects; returns the result of strategy_serve. */
int serve(void);

/* GPP: connects to all DSPs, with internal memory of its own or of theirs; false if one does not serve. When it
 * disconnects, all streams must be closed. */
bool connect_dsps(bool in_gpp);
void disconnect_dsps(void);

#endif
