/* What packet and scalar channels have in common: the same codes from functions of two names. */
#ifndef CHANNELS_H
#define CHANNELS_H

#include "provoke.h"

/* Ends of channels at this node: of one that is open, and of one of the other kind. */
struct ends {
    mcapi_endpoint_t from;
    mcapi_endpoint_t to;
    uint32_t sender; /* handles */
    uint32_t receiver;
    uint32_t other_sender;
    uint32_t other_receiver;
};

#define OPEN_CHANNEL(kind, ends)                                                                                       \
    do {                                                                                                               \
        mcapi_request_t opening;                                                                                       \
        mcapi_status_t status;                                                                                         \
        size_t size;                                                                                                   \
        CARRY_OUT(kind##_connect_i, (ends)->from, (ends)->to);                                                         \
        MUST(kind##_recv_open_i, &(ends)->receiver, (ends)->to, &opening);                                             \
        CARRY_OUT(kind##_send_open_i, &(ends)->sender, (ends)->from);                                                  \
        mcapi_wait(&opening, &size, FOREVER, &status);                                                                 \
        must(status, #kind "_recv_open_i", __LINE__);                                                                  \
    } while (0)

#define PROVOKE_CONNECTING(kind, ends)                                                                                 \
    do {                                                                                                               \
        mcapi_request_t request;                                                                                       \
        const mcapi_endpoint_t free = create(20);                                                                      \
        const mcapi_endpoint_t opening = create(21);                                                                   \
        uint32_t handle;                                                                                               \
        mcapi_request_t pending;                                                                                       \
        PROVOKE(kind##_connect_i, PARAMETER, free, (ends)->to, NULL);                                                  \
        PROVOKE(kind##_connect_i, ENDP_INVALID, 0, (ends)->to, &request);                                              \
        PROVOKE(kind##_connect_i, ENDP_INVALID, free, 0, &request);                                                    \
        PROVOKE_LATER(kind##_connect_i, CHAN_CONNECTED, (ends)->from, free);                                           \
        PROVOKE_LATER(kind##_connect_i, CHAN_CONNECTED, free, (ends)->to);                                             \
        MUST(kind##_send_open_i, &handle, opening, &pending);                                                          \
        PROVOKE_LATER(kind##_connect_i, CHAN_TYPE, free, opening);                                                     \
        PROVOKE(kind##_send_open_i, CHAN_OPENPENDING, &handle, opening, &request);                                     \
        MUST(cancel, &pending);                                                                                        \
        MUST(kind##_recv_open_i, &handle, opening, &pending);                                                          \
        PROVOKE(kind##_recv_open_i, CHAN_OPENPENDING, &handle, opening, &request);                                     \
        MUST(cancel, &pending);                                                                                        \
        take_all_requests();                                                                                           \
        PROVOKE(kind##_connect_i, REQUEST_LIMIT, free, opening, &request);                                             \
        PROVOKE(kind##_recv_open_i, REQUEST_LIMIT, &handle, free, &request);                                           \
        PROVOKE(kind##_send_open_i, REQUEST_LIMIT, &handle, free, &request);                                           \
        PROVOKE(kind##_recv_close_i, REQUEST_LIMIT, (ends)->receiver, &request);                                       \
        PROVOKE(kind##_send_close_i, REQUEST_LIMIT, (ends)->sender, &request);                                         \
        give_requests_back();                                                                                          \
        MUST(endpoint_delete, free);                                                                                   \
        MUST(endpoint_delete, opening);                                                                                \
    } while (0)

/* Of the functions that open an end; `wrong` is the end of the other direction, `other` one of the other kind. */
#define PROVOKE_OPENING(function, own, wrong, other)                                                                   \
    do {                                                                                                               \
        mcapi_request_t request;                                                                                       \
        uint32_t handle;                                                                                               \
        PROVOKE(function, PARAMETER, NULL, own, &request);                                                             \
        PROVOKE(function, PARAMETER, &handle, own, NULL);                                                              \
        PROVOKE(function, ENDP_INVALID, &handle, 0, &request);                                                         \
        PROVOKE(function, ENDP_NOTOWNER, &handle, remote, &request);                                                   \
        PROVOKE(function, CHAN_TYPE, &handle, other, &request);                                                        \
        PROVOKE(function, CHAN_DIRECTION, &handle, wrong, &request);                                                   \
        PROVOKE(function, CHAN_OPEN, &handle, own, &request);                                                          \
    } while (0)

/* Of the functions that use an end; what follows the handle is the same for all. */
#define PROVOKE_USING(function, wrong, other, closed, ...)                                                             \
    do {                                                                                                               \
        PROVOKE(function, CHAN_INVALID, 0, ##__VA_ARGS__);                                                             \
        PROVOKE(function, CHAN_TYPE, other, ##__VA_ARGS__);                                                            \
        PROVOKE(function, CHAN_DIRECTION, wrong, ##__VA_ARGS__);                                                       \
        PROVOKE(function, CHAN_NOTOPEN, closed, ##__VA_ARGS__);                                                        \
    } while (0)

#endif
