/* Nodes: initialization, finalization, and inquiry (MCAPI 2.015, section "General"). */
#include "mcapi_internal.h"

#include <weft/boot.h>
#ifdef __riscv
#include <weft/core.h>
#endif
#include <weft/node.h>

#include "arch/inlined.h"
#include "engine/add.h"
#include "mcapi/armed.h"

#ifdef __linux__
#include "arch/linux/job.h"
#endif

/* In a library compiled for size, placed after the engine's small data, so that the linker can address part of it
 * relative to the global pointer: smaller code. In a fast library that range is left to the data of the fast paths and
 * the program. */
#if defined __riscv && WEFT_SMALL
__attribute__((section(".sbss.weft_mcapi")))
#endif
WEFT_PER_RANK struct weft_mcapi weft_mcapi;
#if !WEFT_MCAPI_HAS_TABLES
#if defined __riscv && WEFT_SMALL
__attribute__((section(".sbss.weft_mcapi_endpoints")))
#endif
WEFT_PER_RANK struct weft_mcapi_endpoint weft_mcapi_endpoints[WEFT_MCAPI_ENDPOINTS];
#endif
WEFT_PER_RANK bool weft_mcapi_quiet;
WEFT_PER_RANK struct weft_list weft_mcapi_waiting;

#ifdef WEFT_NODES
static const weft_rank places[] = WEFT_NODE_PLACES;
static const weft_rank numbers_on_link[] = WEFT_NODE_TO_LINK;

uint32_t weft_nodes(void)
{
    return WEFT_NODES;
}

/* Up to this many nodes the loops over nodes are unrolled. */
enum { AT_ONCE = WEFT_SMALL || WEFT_NODES > 8 ? 1 : 8 };

static uint32_t place_of(uint32_t node)
{
    return places[node];
}

/* A core reads its number; a process on a PC finds its place in the boot record. */
static inline uint32_t own_place(void)
{
#ifdef __riscv
    return weft_core();
#else
    return weft_boot.core_of_rank[weft_boot.rank];
#endif
}

static inline bool is_own(uint32_t node)
{
    return place_of(node) == own_place();
}

WEFT_INLINED uint32_t weft_node(void)
{
    const uint32_t place = own_place();
#pragma GCC unroll AT_ONCE
    for (uint32_t node = 0; node < WEFT_NODES - 1; node++) {
        if (places[node] == place) {
            return node;
        }
    }
    return WEFT_NODES - 1;
}
#else
uint32_t weft_nodes(void)
{
    return weft_boot.size;
}

static uint32_t place_of(uint32_t node)
{
    return weft_boot.core_of_rank[node];
}

static bool is_own(uint32_t node)
{
    return node == weft_boot.rank;
}

uint32_t weft_node(void)
{
    return weft_boot.rank;
}
#endif

enum mcapi_status_codes weft_mcapi_check_node(mcapi_domain_t domain, mcapi_node_t node)
{
    WEFT_REFUSE_IF(domain > MCAPI_MAX_DOMAIN, DOMAIN_INVALID);
    WEFT_REFUSE_IF(node >= weft_nodes(), NODE_INVALID);
    return MCAPI_SUCCESS;
}

static void describe(mcapi_info_t *info)
{
    static const impl_info_t room = {WEFT_MCAPI_ENDPOINTS, WEFT_MCAPI_REQUESTS, WEFT_MCAPI_PACKET_BUFFERS};
    info->mcapi_version = MCAPI_VERSION;
    info->organization_id = 0;
    info->implementation_version = 1;
    info->number_of_domains = MCAPI_MAX_DOMAIN + 1;
    info->number_of_nodes = weft_nodes();
    info->number_of_ports = MCAPI_MAX_PORT + 1;
    info->impl_info = &room;
}

/* Maximum nodes: those that handles of endpoints can name, and those that there can be. */
#define MOST_NODES (WEFT_PEERS < 1 << WEFT_MCAPI_NODE_BITS ? WEFT_PEERS : 1 << WEFT_MCAPI_NODE_BITS)

/* The engine serves either MPI or MCAPI. */
static inline bool may_start(bool has_started)
{
    return weft_nodes() <= MOST_NODES && !has_started;
}

static inline void make_tables(mcapi_node_t node, bool again)
{
    weft_mcapi_map(node, again);
    if (weft_mcapi_endpoints->handle == 0) {
        weft_mcapi_note_change(weft_mcapi_endpoints); /* a handle of 0 leads to this entry, which is free */
    }
}

/* Sets whether the engine calls this node's functions when it makes progress. */
static void be_served(bool is_served)
{
    weft_engine.also = is_served ? weft_mcapi_serve : NULL;
    if (!WEFT_SMALL) {
        weft_engine.claims = is_served ? weft_mcapi_claims : NULL;
    }
}

/* If the platform file lists the nodes, they are constants, and for few nodes the compiler evaluates the loop.
 */
static inline void start(mcapi_node_t node)
{
#ifdef WEFT_NODES
    weft_mcapi_armed_start(numbers_on_link[node]);
#pragma GCC unroll AT_ONCE
    for (int32_t other = 0; other < WEFT_NODES; other++) {
        weft_engine_add((int32_t)node, other, numbers_on_link[other]);
    }
    weft_engine_begin((int32_t)node, WEFT_NODES, numbers_on_link[node]);
#else
    weft_engine_start((int32_t)node, (int32_t)weft_nodes(), weft_boot.core_of_rank);
#endif
    make_tables(node, false);
}

/* Initializes again after mcapi_finalize(). Messages that have arrived meanwhile are dropped, unless they are for an
 * endpoint that the platform file lists. */
__attribute__((noinline)) static void resume(mcapi_node_t node)
{
    weft_engine_resume((int32_t)weft_nodes());
    make_tables(node, true);
    be_served(true);
    while (weft_progress()) {
    }
}

/* Starts the engine, or resumes it if this node was finalized before; fails if MPI has started it. */
static inline enum mcapi_status_codes begin(mcapi_node_t node, bool has_started)
{
    if (may_start(has_started)) {
        start(node);
    } else if (weft_mcapi.has_ended) {
        resume(node);
    } else {
        return MCAPI_ERR_NODE_INITFAILED;
    }
#if defined WEFT_LINK_HAS_ENDS && !WEFT_SMALL
    weft_fast_keeper = weft_mcapi_forget_last;
#endif
    return MCAPI_SUCCESS;
}

static enum mcapi_status_codes initialize(mcapi_domain_t domain, mcapi_node_t node, mcapi_info_t *info)
{
    uint32_t running = weft_mcapi.running; /* loaded before the checks that need no load */
    uint32_t has_started = weft_engine.started;
    if (!WEFT_SMALL) {
        WEFT_COMPUTE_NOW(running);
        WEFT_COMPUTE_NOW(has_started);
    }
    WEFT_REFUSE_IF(!info, PARAMETER);
    WEFT_MCAPI_TRY(weft_mcapi_check_node(domain, node));
    WEFT_REFUSE_IF(!is_own(node), NODE_INVALID);
    WEFT_REFUSE_IF(running, NODE_INITIALIZED);
    WEFT_MCAPI_TRY(begin(node, has_started));
    be_served(true);
    weft_mcapi.running = true;
#ifdef __linux__
    weft_job_is_node();
#endif
    describe(info);
    return MCAPI_SUCCESS;
}

void mcapi_initialize(const mcapi_domain_t domain_id, const mcapi_node_t node_id,
                      const mcapi_node_attributes_t *mcapi_node_attributes, const mcapi_param_t *init_parameters,
                      mcapi_info_t *mcapi_info, mcapi_status_t *mcapi_status)
{
    (void)mcapi_node_attributes, (void)init_parameters;
    weft_mcapi_tell(mcapi_status, initialize(domain_id, node_id, mcapi_info));
}

/* Discards the remaining data and requests (section 4.1.2). Messages and notes that other nodes send from now on wait
 * until the node is initialized again. */
static enum mcapi_status_codes finalize(void)
{
    WEFT_MCAPI_ENTER();
    weft_mcapi_discard_all();
    weft_mcapi.running = false;
    weft_mcapi.has_ended = true;
    weft_mcapi_forget_last(true, true);
    weft_mcapi_armed_forget(true, true);
#if defined WEFT_LINK_HAS_ENDS && !WEFT_SMALL
    weft_fast_keeper = NULL;
#endif
    be_served(false);
    weft_engine_stop();
    return MCAPI_SUCCESS;
}

void mcapi_finalize(mcapi_status_t *mcapi_status)
{
    weft_mcapi_tell(mcapi_status, finalize());
}

WEFT_CALLED static uint32_t number_if_running(uint32_t number, mcapi_status_t *status)
{
    weft_mcapi_tell(status, weft_mcapi.running ? MCAPI_SUCCESS : MCAPI_ERR_NODE_NOTINIT);
    return weft_mcapi.running ? number : MCAPI_NODE_INVALID;
}

mcapi_domain_t mcapi_domain_id_get(mcapi_status_t *mcapi_status)
{
    return number_if_running(0, mcapi_status);
}

mcapi_node_t mcapi_node_id_get(mcapi_status_t *mcapi_status)
{
    return number_if_running(weft_node(), mcapi_status);
}

void mcapi_node_init_attributes(mcapi_node_attributes_t *mcapi_node_attributes, mcapi_status_t *mcapi_status)
{
    if (mcapi_node_attributes) {
        mcapi_node_attributes->type = MCAPI_NODE_ATTR_TYPE_REGULAR;
    }
    weft_mcapi_tell(mcapi_status, mcapi_node_attributes ? MCAPI_SUCCESS : MCAPI_ERR_PARAMETER);
}

static enum mcapi_status_codes check_attribute(mcapi_uint_t number, size_t size)
{
    WEFT_REFUSE_IF(number > MCAPI_NODE_ATTR_PLACE, ATTR_NUM);
    WEFT_REFUSE_IF(size != sizeof(mcapi_uint_t), ATTR_SIZE);
    return MCAPI_SUCCESS;
}

static enum mcapi_status_codes get_attribute(mcapi_domain_t domain, mcapi_node_t node, mcapi_uint_t number,
                                             mcapi_uint_t *value, size_t size)
{
    WEFT_MCAPI_ENTER();
    WEFT_REFUSE_IF(!value, PARAMETER);
    WEFT_MCAPI_TRY(weft_mcapi_check_node(domain, node));
    WEFT_MCAPI_TRY(check_attribute(number, size));
    *value = number == MCAPI_NODE_ATTR_PLACE ? place_of(node) : MCAPI_NODE_ATTR_TYPE_REGULAR;
    return MCAPI_SUCCESS;
}

void mcapi_node_get_attribute(const mcapi_domain_t domain_id, const mcapi_node_t node_id,
                              const mcapi_uint_t attribute_num, void *attribute, const size_t attribute_size,
                              mcapi_status_t *mcapi_status)
{
    weft_mcapi_tell(mcapi_status, get_attribute(domain_id, node_id, attribute_num, attribute, attribute_size));
}

/* Prepares arguments of mcapi_initialize(), so the node need not be initialized. */
static enum mcapi_status_codes set_attribute(mcapi_node_attributes_t *attributes, mcapi_uint_t number,
                                             const mcapi_uint_t *value, size_t size)
{
    WEFT_REFUSE_IF(!attributes || !value, PARAMETER);
    WEFT_MCAPI_TRY(check_attribute(number, size));
    WEFT_REFUSE_IF(number == MCAPI_NODE_ATTR_PLACE, ATTR_READONLY);
    WEFT_REFUSE_IF(*value != MCAPI_NODE_ATTR_TYPE_REGULAR, ATTR_VALUE);
    attributes->type = *value;
    return MCAPI_SUCCESS;
}

void mcapi_node_set_attribute(mcapi_node_attributes_t *mcapi_node_attributes, const mcapi_uint_t attribute_num,
                              const void *attribute, const size_t attribute_size, mcapi_status_t *mcapi_status)
{
    weft_mcapi_tell(mcapi_status, set_attribute(mcapi_node_attributes, attribute_num, attribute, attribute_size));
}
