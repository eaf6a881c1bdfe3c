import CGtk

#if os(Linux)
import Dispatch
import Glibc

// The hooks of libdispatch for run loops of others; CFRunLoop on Linux uses the same two.
@_silgen_name("_dispatch_get_main_queue_handle_4CF") private func dispatchMainQueueHandle() -> CInt
@_silgen_name("_dispatch_main_queue_callback_4CF") private func dispatchMainQueueDrain(_: UnsafeMutableRawPointer?)
#endif

/// GLib's main loop, which also runs the main actor.
@MainActor
public enum MainLoop {
    private static let loop = g_main_loop_new(nil, 0)!

    /// Initializes GTK, and lets GLib's main loop run the main actor's jobs.
    ///
    /// - Returns: Whether there is a display to open windows on.
    public static func start() -> Bool {
        guard gtk_init_check().isTrue else { return false }
        #if os(Linux)
        let source = g_unix_fd_source_new(dispatchMainQueueHandle(), G_IO_IN)!
        let drain: GUnixFDSourceFunc = { handle, _, _ in
            var count: UInt64 = 0
            _ = read(handle, &count, 8)
            dispatchMainQueueDrain(nil)
            return 1
        }
        g_source_set_callback(source, unsafeBitCast(drain, to: GSourceFunc.self), nil, nil)
        // The priority at which GDK paints: sources of equal priority take turns, so neither starves.
        g_source_set_priority(source, GDK_PRIORITY_REDRAW)
        g_source_attach(source, nil)
        #endif
        return true
    }

    /// Runs until ``quit()``.
    ///
    /// The program's `main` must be synchronous; otherwise other threads run the main actor on Linux.
    public static func run() { g_main_loop_run(loop) }

    /// Ends ``run()``.
    public static func quit() { g_main_loop_quit(loop) }
}
