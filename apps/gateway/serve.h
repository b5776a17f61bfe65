/* The DSP's side of the gateway. */
#ifndef GATEWAY_SERVE_H
#define GATEWAY_SERVE_H

/* Serves requests until the GPP disconnects; what strategy_serve returns. */
int serve(void);

#endif
