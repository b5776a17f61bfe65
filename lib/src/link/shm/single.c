/* See single.h. */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "arch/diagnostic.h"
#include "link/shm/shm.h"

/* The cell's payload is the address of the data. What is said of cells and their payloads (queue.h) applies to the data
 * too: they are written before S4, read at R2, and may be overwritten once the cell has been returned. */
void weft_single_send(uint32_t node, weft_word word, const void *data)
{
    struct weft_outbox *const outbox = &weft_shm.outboxes[node];
    const uint64_t address = (uintptr_t)data;
    while (!weft_outbox_put(outbox, word, &address, sizeof address)) {
        weft_shm_wait();
    }
    weft_shm_notify(node);
    while (!weft_outbox_is_empty(outbox)) {
        weft_shm_wait();
    }
    weft_shm.idle = 0;
}

/* The kernel may stop early, at a page that has to be fetched first. */
static int read_process(int32_t process, uint64_t address, uint8_t *data, uint32_t bytes)
{
    while (bytes > 0) {
        const struct iovec to = {data, bytes};
        const struct iovec from = {(void *)(uintptr_t)address, bytes};
        const ssize_t done = process_vm_readv(process, &to, 1, &from, 1, 0);
        if (done <= 0) {
            return done < 0 ? errno : EFAULT;
        }
        data += done;
        address += (uint64_t)done;
        bytes -= (uint32_t)done;
    }
    return 0;
}

int weft_single_read(uint32_t node, uint64_t address, void *data, uint32_t bytes)
{
    const int32_t process = weft_shm.single->ranks[node].process;
    if (process != getpid()) {
        return read_process(process, address, data, bytes);
    }
    memcpy(data, (const void *)(uintptr_t)address, bytes);
    return 0;
}

/* If the rank has died (ESRCH), the launcher reports it and ends this rank too: waits for that. */
_Noreturn static void fail(uint32_t node, int error)
{
    while (error == ESRCH) {
        pause();
    }
    weft_diagnostic("the memory of rank %d cannot be read: %s", (int)node, strerror(error));
    weft_fatal("if it may no longer be, set the environment variable WEFT_SINGLE_COPY to never");
}

void weft_single_take(uint32_t node, const struct weft_cell *cell, void *data, uint32_t bytes)
{
    struct weft_inbox *const inbox = &weft_shm.inboxes[node];
    uint64_t address;
    memcpy(&address, cell->data, sizeof address);
    const int error = weft_single_read(node, address, data, bytes);
    if (error != 0) {
        fail(node, error);
    }
    if (!weft_inbox_take(inbox, cell, &address, sizeof address)) {
        weft_inbox_return(inbox);
    }
    weft_shm_notify(node);
}
