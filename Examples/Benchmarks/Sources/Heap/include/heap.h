#pragma once
#include <stddef.h>

/// The bytes that are allocated and not freed, in all arenas; 0 where that is not known.
size_t heap_bytes_in_use(void);
