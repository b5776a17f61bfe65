/* The DSPs of the gateway: their side, and how the GPP finds them. */
#ifndef GATEWAY_SERVE_H
#define GATEWAY_SERVE_H

#include <stdbool.h>

/* DSP: serves requests until the GPP disconnects; what strategy_serve returns. */
int serve(void);

/* GPP: connects to all DSPs, with internal memory of its own or of theirs; false if one does not serve. Every stream is
 * closed when it disconnects. */
bool connect_dsps(bool in_gpp);
void disconnect_dsps(void);

#endif
