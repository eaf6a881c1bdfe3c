// Sources may be cancelled from any thread, but on Linux their types do not say so.
@preconcurrency import Dispatch
import Console

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension Event {
    /// All events from now on, until the stream is dropped.
    static func all() -> AsyncStream<Event> {
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        let signals = SignalWatch(Self.signals) { continuation.yield(Event(signal: $0)) }
        let keys = isatty(STDIN_FILENO) == 1 ? keys { continuation.yield(.key($0)) } : nil
        continuation.onTermination = { _ in
            signals.cancel()
            keys?.cancel()
        }
        return events
    }

    private static func keys(_ wasPressed: @escaping @Sendable (Character) -> Void) -> any DispatchSourceRead {
        let queue = DispatchQueue(label: "ProcessBoard.keys")
        let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)
        source.setEventHandler {
            var buffer = [UInt8](repeating: 0, count: 64)
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            guard count > 0 else {
                // A closed input would be ready to be read for ever.
                source.cancel()
                return
            }
            // The arrows and their like begin with an escape, and may hold a digit; on its own it is the Esc key.
            guard buffer[0] != 0x1B || count == 1 else { return }
            String(decoding: buffer[..<count], as: UTF8.self).forEach(wasPressed)
        }
        source.activate()
        return source
    }
}
