/* Loads that depend on each other: a linked list is sorted by merging, and walked. */

#include "part.h"

#include <stddef.h>

enum { NODES = 512, WALKS = 20 };

struct node {
    struct node *next;
    uint32_t value;
};

static struct node nodes[NODES];

static struct node *fill(uint32_t random)
{
    for (int i = 0; i < NODES; i++) {
        random = next_random(random);
        nodes[i].value = random >> 8;
        nodes[i].next = i + 1 < NODES ? &nodes[i + 1] : NULL;
    }
    return nodes;
}

static struct node *second_half(struct node *list)
{
    struct node *slow = list, *fast = list->next;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
    }
    struct node *half = slow->next;
    slow->next = NULL;
    return half;
}

static struct node *merged(struct node *one, struct node *other)
{
    struct node first, *last = &first;
    while (one && other) {
        struct node **less = one->value <= other->value ? &one : &other;
        last = last->next = *less;
        *less = last->next;
    }
    last->next = one ? one : other;
    return first.next;
}

static struct node *sorted(struct node *list)
{
    if (!list || !list->next)
        return list;
    struct node *half = second_half(list);
    return merged(sorted(list), sorted(half));
}

uint32_t part(uint32_t seed)
{
    const struct node *list = sorted(fill(seed));
    uint32_t sum = 0;
    for (int walk = 0; walk < WALKS; walk++)
        for (const struct node *node = list; node; node = node->next)
            sum = sum * 31 + node->value;
    return sum;
}
