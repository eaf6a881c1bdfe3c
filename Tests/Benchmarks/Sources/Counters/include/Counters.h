#ifndef COUNTERS_H
#define COUNTERS_H

#include <stdint.h>

/// Starts to count the user-mode instructions of the calling thread.
///
/// Returns a descriptor, or -1 where the system has no such counter or does not let us read it.
int counters_open_instructions(void);

/// The instructions counted so far; -1 when they cannot be read.
int64_t counters_read_instructions(int descriptor);

/// Stops counting.
void counters_close(int descriptor);

/// The bytes that malloc has handed out and not been given back; -1 where malloc does not tell.
int64_t counters_allocated_bytes(void);

/// The bytes of this process that are in memory; -1 where the system does not tell.
int64_t counters_resident_bytes(void);

#endif
