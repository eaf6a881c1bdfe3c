// Instructions are counted by Callgrind: unlike the processor's own counter it is there in every virtual machine, and
// counts the same every time.
#include "counting.h"

#if defined(__linux__) && __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>

bool knows_valgrind(void) { return true; }
bool counts_instructions(void) { return RUNNING_ON_VALGRIND; }
void instructions_toggle(void) { CALLGRIND_TOGGLE_COLLECT; }
void instructions_write(const char *name) { CALLGRIND_DUMP_STATS_AT(name); }
#else
bool knows_valgrind(void) { return false; }
bool counts_instructions(void) { return false; }
void instructions_toggle(void) {}
void instructions_write(const char *name) { (void)name; }
#endif
