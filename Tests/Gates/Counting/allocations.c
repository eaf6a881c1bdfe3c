// The program's own malloc and free: those of the C library, counted. The runtime's allocations come by here too.
#include <stddef.h>
#include <stdlib.h>

#include "counting.h"

#if defined(__GLIBC__)
#include <errno.h>
#include <malloc.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

static _Thread_local bool is_counting;
static _Thread_local struct counts counted;

static void *allocated(void *memory, size_t size) {
    if (is_counting && memory) {
        counted.allocations += 1;
        counted.bytes += (long)size;
        counted.live += (long)malloc_usable_size(memory);
    }
    return memory;
}

static void released(void *memory) {
    if (is_counting && memory) counted.live -= (long)malloc_usable_size(memory);
}

void *malloc(size_t size) { return allocated(__libc_malloc(size), size); }

void *calloc(size_t count, size_t size) { return allocated(__libc_calloc(count, size), count * size); }

void *realloc(void *memory, size_t size) {
    released(memory);
    return allocated(__libc_realloc(memory, size), size);
}

void *memalign(size_t alignment, size_t size) { return allocated(__libc_memalign(alignment, size), size); }

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
    *memory = memalign(alignment, size);
    return *memory ? 0 : ENOMEM;
}

void free(void *memory) {
    released(memory);
    __libc_free(memory);
}

bool counts_allocations(void) { return true; }
void counting_begin(void) { is_counting = true; }
void counting_end(void) { is_counting = false; }

struct counts counting_take(void) {
    struct counts result = counted;
    counted = (struct counts){0};
    return result;
}
#else
bool counts_allocations(void) { return false; }
void counting_begin(void) {}
void counting_end(void) {}
struct counts counting_take(void) { return (struct counts){0}; }
#endif
