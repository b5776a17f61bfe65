/* Memory for objects on the host, limited only by the system. */
#include "arch/linux/heap.h"
#include "datatype.h"

#include <string.h>

static WEFT_PER_RANK struct weft_heap heap;

void *weft_mpi_new(size_t bytes)
{
    void *const memory = weft_heap_take(&heap, bytes);
    if (!memory) {
        (void)weft_mpi_error(MPI_ERR_NO_MEM, "the system has no memory for one more");
        return NULL;
    }
    return memset(memory, 0, bytes);
}

void weft_mpi_delete(void *memory)
{
    if (memory) {
        *(uint32_t *)memory = 0;
        weft_heap_give(&heap, memory);
    }
}

bool weft_mpi_may_be_object(const void *handle)
{
    static const struct weft_mpi_datatype *const pairs[] = {&weft_mpi_two_int,    &weft_mpi_short_int,
                                                            &weft_mpi_long_int,   &weft_mpi_float_int,
                                                            &weft_mpi_double_int, &weft_mpi_long_double_int};
    bool may_be = weft_heap_has(&heap, handle);
    for (size_t i = 0; !may_be && i < sizeof pairs / sizeof pairs[0]; i++) {
        may_be = handle == pairs[i];
    }
    return may_be;
}
