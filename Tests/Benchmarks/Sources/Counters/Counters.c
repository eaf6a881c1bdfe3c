#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "Counters.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#if defined(__linux__)
#include <linux/perf_event.h>
#include <sys/syscall.h>
#endif
#if defined(__GLIBC__)
#include <malloc.h>
#endif
#if defined(__APPLE__)
#include <mach/mach.h>
#include <malloc/malloc.h>
#endif

int counters_open_instructions(void) {
#if defined(__linux__)
    struct perf_event_attr attributes;
    memset(&attributes, 0, sizeof attributes);
    attributes.type = PERF_TYPE_HARDWARE;
    attributes.size = sizeof attributes;
    attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
    attributes.exclude_kernel = 1;
    attributes.exclude_hv = 1;
    return (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0);
#else
    return -1;
#endif
}

int64_t counters_read_instructions(int descriptor) {
    int64_t count = -1;
    if (descriptor < 0 || read(descriptor, &count, sizeof count) != sizeof count) return -1;
    return count;
}

void counters_close(int descriptor) {
    if (descriptor >= 0) close(descriptor);
}

int64_t counters_allocated_bytes(void) {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
    // All arenas, and what was too large for them.
    struct mallinfo2 info = mallinfo2();
    return (int64_t)(info.uordblks + info.hblkhd);
#elif defined(__APPLE__)
    malloc_statistics_t statistics;
    malloc_zone_statistics(NULL, &statistics);
    return (int64_t)statistics.size_in_use;
#else
    return -1;
#endif
}

int64_t counters_resident_bytes(void) {
#if defined(__linux__)
    long total = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL) return -1;
    int found = fscanf(file, "%ld %ld", &total, &resident);
    fclose(file);
    return found == 2 ? (int64_t)resident * sysconf(_SC_PAGESIZE) : -1;
#elif defined(__APPLE__)
    struct mach_task_basic_info info;
    mach_msg_type_number_t count = MACH_TASK_BASIC_INFO_COUNT;
    kern_return_t result = task_info(mach_task_self(), MACH_TASK_BASIC_INFO, (task_info_t)&info, &count);
    return result == KERN_SUCCESS ? (int64_t)info.resident_size : -1;
#else
    return -1;
#endif
}
