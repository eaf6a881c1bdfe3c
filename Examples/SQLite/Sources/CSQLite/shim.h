// SQLite's header declares the preupdate hook only if this is defined. Whether the library has it is asked at run time.
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>

#ifdef __linux__
#include <sys/inotify.h>
#endif
