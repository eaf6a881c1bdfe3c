#if DATASOURCES_THREAD_SANITIZER

internal import DataSources

/// Replaces `Synchronization.Mutex` in builds for ThreadSanitizer only: see ``PthreadMutex``.
typealias Mutex = PthreadMutex

#endif
