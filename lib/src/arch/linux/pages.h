/* Memory for tables whose size is known only at the start: pages that exist once they are used. */
#ifndef WEFT_PAGES_H
#define WEFT_PAGES_H

#include <stddef.h>

/* Reserves memory that holds zeros. Where the system has none, ends the run with `complaint`. */
void *weft_pages_reserve(size_t bytes, const char *complaint);

#endif
