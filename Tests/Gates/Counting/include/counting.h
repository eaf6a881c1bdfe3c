#pragma once
#include <stdbool.h>

/// What the calling thread has allocated while it counted.
struct counts {
    long allocations;
    long bytes;
    /// Bytes allocated less those freed.
    long live;
};

/// Whether allocations can be counted on this platform.
bool counts_allocations(void);

/// Counts from here on, in addition to what was counted; in this thread only.
void counting_begin(void);
void counting_end(void);

/// What was counted since it was last asked for.
struct counts counting_take(void);

/// Whether this process runs under Valgrind, which counts instructions; `false` when built without its header.
bool counts_instructions(void);

/// Counts instructions from here on, or no longer.
void instructions_toggle(void);

/// Writes down under a name what was counted since the last one.
void instructions_write(const char *name);

/// Whether this was built so that Valgrind can count for it.
bool knows_valgrind(void);
