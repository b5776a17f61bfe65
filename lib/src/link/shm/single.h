/* The single copy: a large payload stays in its sender's memory, and the receiver copies it from there, through the
 * kernel where ranks are processes (process_vm_readv). The sender waits until that is done.
 *
 * The ring costs two copies, but both sides work at the same time, and no system call looks up every page. Which is
 * faster depends on the machine: single_choice.c decides when a job starts. Accordingly the receiver then requests
 * pieces that fit into the ring, or longer ones; a piece longer than WEFT_LINK_OFFER never goes through the ring.
 */
#ifndef WEFT_SHM_SINGLE_H
#define WEFT_SHM_SINGLE_H

#include <stdatomic.h>
#include <stdint.h>
#include <weft/label.h>
#include <weft/platform.h>

struct weft_cell;

#define WEFT_SINGLE_LEAST 65536u /* bytes of the shortest message for which long pieces may be requested */
#define WEFT_SINGLE_MOST 122880u /* bytes of the longest piece: whole blocks, as many as the length field can hold */

/* In the memory that ranks share; all zeros until the first rank has come. */
struct weft_single {
    struct {
        int32_t process;
        uint64_t proof; /* the address of a number in this rank's memory that others can check */
    } ranks[WEFT_CORES];
    _Atomic uint32_t wish;   /* of rank 0: enum weft_single_wish */
    _Atomic int32_t error;   /* errno of a rank that could not read another's memory */
    _Atomic uint32_t chosen; /* whether large messages are copied once */
};

enum weft_single_wish { WEFT_SINGLE_MEASURE, WEFT_SINGLE_ALWAYS, WEFT_SINGLE_NEVER };

/* single_choice.c: before a barrier of all ranks, publishes where this rank's memory can be read; after it, decides
 * together with the other ranks. */
void weft_single_offer(void);
void weft_single_decide(void);

/* single.c: sends a piece; returns when the receiver has it. Takes one that is in `cell`. */
void weft_single_send(uint32_t node, weft_word word, const void *data);
void weft_single_take(uint32_t node, const struct weft_cell *cell, void *data, uint32_t bytes);

/* single.c: reads a rank's memory; returns 0 or an errno. */
int weft_single_read(uint32_t node, uint64_t address, void *data, uint32_t bytes);

#endif
