#if DATASOURCES_THREAD_SANITIZER

internal import DataSources

/// Replaces `Synchronization.Mutex` in builds for ThreadSanitizer only: see ``PthreadMutex``.
///
/// A file that uses it imports `DataSources` too.
typealias Mutex = PthreadMutex

#endif
