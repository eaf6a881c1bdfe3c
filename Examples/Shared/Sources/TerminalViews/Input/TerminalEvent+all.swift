import Console
// Sources may be cancelled from any thread, but on Linux their types do not say so.
@preconcurrency import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension TerminalEvent {
    /// All events from now on, until the stream is dropped.
    public static func all() -> AsyncStream<TerminalEvent> {
        let (events, continuation) = AsyncStream.makeStream(of: TerminalEvent.self)
        let signals = SignalWatch(Self.signals) { continuation.yield(TerminalEvent(signal: $0)) }
        let keys = isatty(STDIN_FILENO) == 1 ? KeyReader { continuation.yield(.key($0)) } : nil
        continuation.onTermination = { _ in
            signals.cancel()
            keys?.cancel()
        }
        return events
    }
}

/// Reads keys from the standard input.
private final class KeyReader: Sendable {
    /// An escape sequence arrives whole, or within this time also on a slow line.
    private static let pause = DispatchTimeInterval.milliseconds(40)

    private let queue = DispatchQueue(label: "TerminalViews.keys")
    private let source: any DispatchSourceRead
    /// Used on `queue` only, one block at a time.
    private let decoder = Mutex(KeyDecoder())
    private let wasPressed: @Sendable (Key) -> Void

    init(_ wasPressed: @escaping @Sendable (Key) -> Void) {
        self.wasPressed = wasPressed
        source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)
        source.setEventHandler { [weak self] in self?.read() }
        source.activate()
    }

    func cancel() {
        source.cancel()
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 1024)
        let count = systemRead(STDIN_FILENO, &buffer, buffer.count)
        guard count > 0 else {
            // A closed input always counts as readable.
            source.cancel()
            return
        }
        let (keys, isWaiting) = decoder.withLock { ($0.bytesRead(buffer[..<count]), $0.isWaiting) }
        keys.forEach(wasPressed)
        if isWaiting {
            queue.asyncAfter(deadline: .now() + Self.pause) { [weak self] in self?.pause() }
        }
    }

    private func pause() {
        decoder.withLock { $0.inputPaused() }.forEach(wasPressed)
    }
}

/// `read` of the system, by a name that the method above does not hide.
private func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(file, bytes, count)
}
