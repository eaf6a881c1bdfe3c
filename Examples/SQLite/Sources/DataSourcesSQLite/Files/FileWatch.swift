import CSQLite
// Sources may be cancelled from any thread, but on Linux their types do not say so.
@preconcurrency import Dispatch
import Foundation

/// Tells that a file of a database may have changed: at once where the system reports it, and at an interval.
///
/// On Linux inotify watches the folder, because the log comes and goes, and the interval is a second, in case the file
/// system does not report what others write (network file systems do not). Elsewhere the interval is 100 ms.
final class FileWatch: Sendable {
    /// One element for any number of changes that nobody has waited for.
    let changes: AsyncStream<Void>
    private let stop: @Sendable () -> Void

    #if os(Linux)
    private static let interval = DispatchTimeInterval.seconds(1)
    #else
    private static let interval = DispatchTimeInterval.milliseconds(100)
    #endif

    /// The least time between two events.
    private static let pause = DispatchTimeInterval.milliseconds(5)

    init(_ file: DatabaseFile) {
        let (changes, output) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.changes = changes
        let queue = DispatchQueue(label: "DataSourcesSQLite.files")
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval, leeway: .milliseconds(50))
        timer.setEventHandler { output.yield() }
        timer.activate()
        let events = Self.events(of: file, queue) { output.yield() }
        stop = {
            timer.cancel()
            events?.cancel()
            output.finish()
        }
        output.yield()
    }

    deinit { stop() }

    #if os(Linux)
    private static func events(
        of file: DatabaseFile, _ queue: DispatchQueue, _ onChange: @escaping @Sendable () -> Void
    ) -> (any DispatchSourceRead)? {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let mask = UInt32(IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
        guard inotify_add_watch(descriptor, file.folder, mask) >= 0 else {
            close(descriptor)
            return nil
        }
        let names = file.names
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler {
            if concerns(names, descriptor) { onChange() }
            // A commit writes many times: being woken each time would delay whoever writes.
            source.suspend()
            queue.asyncAfter(deadline: .now() + pause) { source.resume() }
        }
        source.setCancelHandler { close(descriptor) }
        source.activate()
        return source
    }

    /// Reads all events; returns whether one of them has one of the names, or some were lost.
    private static func concerns(_ names: Set<String>, _ descriptor: Int32) -> Bool {
        var isConcerned = false
        let header = MemoryLayout<inotify_event>.size
        withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                guard count >= header else { return }
                var offset = 0
                while offset + header <= count {
                    let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let end = min(count, offset + header + Int(event.len))
                    let name = String(decoding: buffer[offset + header..<end].prefix { $0 != 0 }, as: UTF8.self)
                    if names.contains(name) || event.mask & UInt32(IN_Q_OVERFLOW) != 0 { isConcerned = true }
                    offset = end
                }
            }
        }
        return isConcerned
    }
    #else
    private static func events(
        of file: DatabaseFile, _ queue: DispatchQueue, _ onChange: @escaping @Sendable () -> Void
    ) -> (any DispatchSourceRead)? { nil }
    #endif
}
