#include <gtk/gtk.h>
#include <glib-unix.h>

/// The instance of each GObject class that Swift registers: a GObject that retains one Swift object.
typedef struct {
    GObject parent_instance;
    void *retained;
} SwiftGObject;
