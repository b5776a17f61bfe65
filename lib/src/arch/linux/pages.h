/* Memory for tables whose size is known only at the start. The system allocates each page on first use. */
#ifndef WEFT_PAGES_H
#define WEFT_PAGES_H

#include <stddef.h>

/* Reserves memory that reads as zeros. If the system has none, ends the run with `complaint`. */
void *weft_pages_reserve(size_t bytes, const char *complaint);

#endif
