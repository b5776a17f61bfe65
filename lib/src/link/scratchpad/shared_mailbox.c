/* Shared mailboxes: where they are, and both sides of them. */
#include <qos.h>

#include "doorbell.h"
#include "link_port.h"

extern const char weft_mpi_holds_circuits __attribute__((weak)); /* hold_circuits.c */

/* Another core, to which this one posts pieces. */
static struct reader {
    uint32_t posted; /* pieces so far */
    uint32_t taken;  /* of these, as far as this core knows */
} readers[WEFT_CORES];

static struct weft_scratchpad_mailbox mailboxes[WEFT_SCRATCHPAD_OWNERS]; /* by number of the memory */
static uint32_t read[WEFT_CORES];                                        /* pieces taken, by writer */

/* Are two nodes in one cluster? */
static bool is_near(uint32_t a, uint32_t b)
{
    return weft_scratchpad_cluster_of[a] == weft_scratchpad_cluster_of[b];
}

#if WEFT_SCRATCHPAD_HAS_PARTNERS
#define MEMORIES (WEFT_CORES / WEFT_NI_CORES_OF_MEMORY)

static const uint8_t memory_of[] = WEFT_NI_CLUSTER_MEMORY_OF_CORE;

/* Finds the places of this core in a memory: in the part of its partner there. In a program that has circuits the last
 * one is for messages (landing.c). */
static inline void start_mailbox(struct weft_scratchpad_mailbox *mailbox, uint32_t partner, uint32_t first)
{
    const uint32_t count = WEFT_SCRATCHPAD_OWN_PLACES - (&weft_mpi_holds_circuits != 0);
    volatile uint32_t *words = weft_scratchpad_near(partner)->mailbox[first];
    uint32_t descriptor = partner << WEFT_DESCRIPTOR_CORE | first << WEFT_DESCRIPTOR_PLACE;
    struct weft_scratchpad_place *place = mailbox->places;
    for (; place < mailbox->places + count; place++) {
        place->next = place + 1;
        place->words = words;
        place->descriptor = descriptor;
        words += WEFT_SCRATCHPAD_PLACE;
        descriptor += 1u << WEFT_DESCRIPTOR_PLACE;
    }
    place[-1].next = mailbox->places;
    mailbox->next = mailbox->places;
    mailbox->circuit = weft_qos_register(WEFT_NI_CHANNEL, memory_of[partner]);
    mailbox->other = mailbox;
}

/* Two memories of this core's cluster share the pieces for it. */
__attribute__((cold, noinline)) static void find_places(void)
{
    const uint32_t own = weft_scratchpad.node;
    const uint32_t number = weft_scratchpad_memory_number(own);
    struct weft_scratchpad_mailbox *const near = &mailboxes[number];
    for (uint32_t memory = 0; memory < MEMORIES; memory++) {
        const uint32_t partner = weft_scratchpad_partner(own, memory);
        start_mailbox(&mailboxes[memory], partner, number * WEFT_SCRATCHPAD_OWN_PLACES);
        if (MEMORIES > 1 && memory != number && is_near(partner, own)) {
            mailboxes[memory].other = near;
            near->other = &mailboxes[memory];
        }
    }
}
#endif

/* Has a node taken all but the last `left` of its pieces? It takes one after the other. */
static inline bool has_taken(struct reader *reader, uint32_t left)
{
    if (reader->posted - reader->taken <= left) {
        return true;
    }
    reader->taken = weft_scratchpad_here((uint32_t)(reader - readers))->taken;
    return reader->posted - reader->taken <= left;
}

/* Has the piece in a place been taken? */
static inline bool is_free(const struct weft_scratchpad_place *place)
{
    struct reader *const reader = &readers[place->reader];
    return has_taken(reader, reader->posted - place->number);
}

/* A descriptor of a piece with a number, in a place. */
static inline uint32_t descriptor_of(uint32_t number, bool last, uint32_t place, uint32_t length)
{
    return UINT32_C(1) << 31 | (number % 128) << WEFT_DESCRIPTOR_NUMBER | (uint32_t)last << WEFT_DESCRIPTOR_LAST |
           (place + length);
}

/* To the place that the pair of cores has. */
__attribute__((noinline)) static bool post_to_pair(uint32_t node, const uint32_t *data, uint32_t length, bool last)
{
    struct reader *const reader = &readers[node];
    const uint32_t own = weft_scratchpad.node;
    const uint32_t place = weft_scratchpad_number_of[own];
    struct weft_scratchpad_area *const area = weft_scratchpad_area(node, weft_scratchpad_cluster_of[own]);
    if (!has_taken(reader, 0)) {
        return false;
    }
    weft_scratchpad_put_words(area->mailbox[place], data, length);
    const uint32_t number = ++reader->posted;
    weft_scratchpad_in_order();
    area->posted[own][number % 2] = descriptor_of(
        number, last, WEFT_DESCRIPTOR_PAIR << WEFT_DESCRIPTOR_CORE | place << WEFT_DESCRIPTOR_PLACE, length);
    return true;
}

/* Where the places near a reader are not known, or there are none. */
__attribute__((noinline)) static bool post_first(uint32_t node, const uint32_t *data, uint32_t length, bool last)
{
#if WEFT_SCRATCHPAD_HAS_PARTNERS
    find_places();
    return weft_link_try_post(node, data, length, last);
#else
    return post_to_pair(node, data, length, last);
#endif
}

/* While the circuit opens this core does what has to be done anyway. Without one, stores are answered. What goes to
 * another memory than the piece may come before it: a load that is answered comes behind. */
bool weft_link_try_post(uint32_t node, const uint32_t *data, uint32_t length, bool last)
{
    struct reader *reader = &readers[node];
    WEFT_COMPUTE_NOW(reader);
    struct weft_scratchpad_mailbox *const near = &mailboxes[weft_scratchpad_memory_number(node)];
    if (!WEFT_SCRATCHPAD_HAS_PARTNERS || near->next == 0) {
        return post_first(node, data, length, last);
    }
    struct weft_scratchpad_mailbox *mailbox = near;
    if ((int32_t)(near->posted - near->other->posted) >= 2) {
        mailbox = near->other;
    }
    struct weft_scratchpad_place *const place = mailbox->next;
    if (!has_taken(reader, 1) || !is_free(place)) {
        return false;
    }
    volatile uint32_t *const circuit = mailbox->circuit;
    const bool requested = weft_scratchpad_request(circuit);
    const uint32_t number = reader->posted + 1;
    const uint32_t descriptor = descriptor_of(number, last, place->descriptor, length);
    volatile uint32_t *const told = &weft_scratchpad_near(node)->posted[weft_scratchpad.node][number % 2];
    volatile uint32_t *const words = place->words;
    place->reader = node;
    place->number = number;
    mailbox->next = place->next;
    mailbox->posted++;
    const bool opened = weft_scratchpad_is_open(circuit);
    if (WEFT_CLUSTERS > 1 && !opened && !is_near(node, weft_scratchpad.node)) {
        return post_to_pair(node, data, length, last);
    }
    weft_scratchpad_put_words(words, data, length);
    weft_scratchpad_in_order();
    if (mailbox == near) {
        *told = descriptor;
    }
    if (requested && opened) {
        *circuit = WEFT_NI_CLOSE;
    }
    if (mailbox != near) {
        (void)*words;
        *told = descriptor;
    }
    reader->posted = number;
    return true;
}

static inline bool is_number(uint32_t descriptor, uint32_t number)
{
    return descriptor >> WEFT_DESCRIPTOR_NUMBER == (128 | number % 128);
}

/* A piece in the place of the pair, if it is not near. Its descriptor, and one that another piece may have left near
 * this core, must not be taken for those of later ones. */
__attribute__((noinline)) static uint32_t find_of_pair(uint32_t writer, uint32_t number)
{
    const uint32_t own = weft_scratchpad.node;
    volatile uint32_t *const posted =
        &weft_scratchpad_area(own, weft_scratchpad_cluster_of[writer])->posted[writer][number % 2];
    const uint32_t word = *posted;
    if (is_number(word, number)) {
        *posted = 0;
        weft_scratchpad_near(own)->posted[writer][number % 2] = 0;
    }
    return word;
}

const uint32_t *weft_link_find(uint32_t writer, struct weft_descriptor *descriptor, uint32_t waited, bool is_idle)
{
    const uint32_t number = read[writer] + 1;
    const uint32_t own = weft_scratchpad.node;
    const volatile uint32_t *const posted = &weft_scratchpad_near(own)->posted[writer][number % 2];
    uint32_t word = *posted;
    for (uint32_t polls = 0; !is_number(word, number); polls++) {
        if (polls % WEFT_SCRATCHPAD_OWN_POLLS == WEFT_SCRATCHPAD_OWN_POLLS - 1) {
            word = find_of_pair(writer, number);
            if (is_number(word, number)) {
                break;
            }
            if (!is_idle || weft_scratchpad_has_other(WEFT_SCRATCHPAD_NO_NODE)) {
                return 0;
            }
        }
        weft_scratchpad_pause(waited * WEFT_SCRATCHPAD_OWN_POLLS + polls);
        word = *posted;
    }
    descriptor->length = word % (1u << WEFT_DESCRIPTOR_PLACE);
    descriptor->last = (word >> WEFT_DESCRIPTOR_LAST & 1) != 0;
    const uint32_t place = word >> WEFT_DESCRIPTOR_PLACE & ((1u << (WEFT_DESCRIPTOR_CORE - WEFT_DESCRIPTOR_PLACE)) - 1);
    const uint32_t core = word >> WEFT_DESCRIPTOR_CORE & WEFT_DESCRIPTOR_PAIR;
    const struct weft_scratchpad_area *const area = core == WEFT_DESCRIPTOR_PAIR
                                                        ? weft_scratchpad_area(own, weft_scratchpad_cluster_of[writer])
                                                        : weft_scratchpad_near(core);
    return (const uint32_t *)area->mailbox[place];
}

void weft_link_taken(uint32_t writer)
{
    weft_scratchpad_in_order();
    weft_scratchpad_peer(writer)->there->taken = ++read[writer];
}
