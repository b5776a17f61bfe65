/* Provoking status codes: each that came as it should is printed as a line "FUNCTION CODE"; anything else ends the run.
 */
#ifndef PROVOKE_H
#define PROVOKE_H

#include <mcapi.h>
#include <stdio.h>
#include <stdlib.h>

#define FOREVER MCAPI_TIMEOUT_INFINITE

static inline void expect(mcapi_status_t got, mcapi_status_t wanted, const char *function, const char *code, int line)
{
    char text[MCAPI_MAX_STATUS_SIZE];
    if (got != wanted) {
        printf("line %d: %s gives %s, not %s\n", line, function, mcapi_display_status(got, text, sizeof text), code);
        exit(1);
    }
    printf("%s %s\n", function, code);
}

/* A call of mcapi_FUNCTION, whose last argument is &status, must give MCAPI_ERR_CODE, or MCAPI_CODE. */
#define PROVOKE(function, code, ...) PROVOKE_CODE(function, MCAPI_ERR_##code, #code, __VA_ARGS__)
#define PROVOKE_PLAIN(function, code, ...) PROVOKE_CODE(function, MCAPI_##code, #code, __VA_ARGS__)
#define PROVOKE_CODE(function, wanted, name, ...)                                                                      \
    do {                                                                                                               \
        mcapi_status_t status = 0;                                                                                     \
        (void)mcapi_##function(__VA_ARGS__, &status);                                                                  \
        expect(status, wanted, #function, name, __LINE__);                                                             \
    } while (0)

/* A call that must succeed. */
#define MUST(function, ...)                                                                                            \
    do {                                                                                                               \
        mcapi_status_t status = 0;                                                                                     \
        (void)mcapi_##function(__VA_ARGS__, &status);                                                                  \
        must(status, #function, __LINE__);                                                                             \
    } while (0)

static inline void must(mcapi_status_t status, const char *function, int line)
{
    char text[MCAPI_MAX_STATUS_SIZE];
    if (status != MCAPI_SUCCESS) {
        printf("line %d: %s fails: %s\n", line, function, mcapi_display_status(status, text, sizeof text));
        exit(1);
    }
}

static inline mcapi_endpoint_t create(mcapi_port_t port)
{
    mcapi_status_t status;
    const mcapi_endpoint_t endpoint = mcapi_endpoint_create(port, &status);
    must(status, "endpoint_create", __LINE__);
    return endpoint;
}

/* A started operation that must end with a code of its own, which is printed as that of `function`. */
#define PROVOKE_LATER(function, code, ...)                                                                             \
    do {                                                                                                               \
        mcapi_request_t request = 0;                                                                                   \
        mcapi_status_t status = 0;                                                                                     \
        size_t size;                                                                                                   \
        mcapi_##function(__VA_ARGS__, &request, &status);                                                              \
        must(status, #function, __LINE__);                                                                             \
        mcapi_wait(&request, &size, FOREVER, &status);                                                                 \
        expect(status, MCAPI_ERR_##code, #function, #code, __LINE__);                                                  \
    } while (0)

/* A started operation that must succeed. */
#define CARRY_OUT(function, ...)                                                                                       \
    do {                                                                                                               \
        mcapi_request_t request = 0;                                                                                   \
        size_t size;                                                                                                   \
        MUST(function, __VA_ARGS__, &request);                                                                         \
        MUST(wait, &request, &size, FOREVER);                                                                          \
    } while (0)

/* main.c: an endpoint of the other node; takes all requests, and gives them back; lets the library see that both ends
 * of a channel are closed. */
extern mcapi_endpoint_t remote;
void take_all_requests(void);
void give_requests_back(void);
void take_notes(void);

/* The parts of the program. */
void before_initialization(void);
void of_nodes(void);
void of_endpoints(void);
void of_attributes(void);
void of_messages(void);
void of_packet_channels(void);
void of_scalar_channels(void);
void of_requests(void);

#endif
