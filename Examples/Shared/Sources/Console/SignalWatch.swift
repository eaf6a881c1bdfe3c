// Sources may be cancelled from any thread, but on Linux their types do not say so.
@preconcurrency import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Is told of signals that come to the program, which no longer do what they do by default.
public struct SignalWatch: Sendable {
    /// Those that end a program: Ctrl-C, `kill`, or the terminal was closed.
    public static let interruptions = [SIGINT, SIGTERM, SIGHUP]

    private let sources: [any DispatchSourceSignal]

    /// Watches from now on until ``cancel()``.
    ///
    /// - Parameters:
    ///   - signals: The numbers of the signals.
    ///   - onSignal: Is told the number of each signal that comes, one at a time.
    public init(_ signals: [Int32], onSignal: @escaping @Sendable (Int32) -> Void) {
        let queue = DispatchQueue(label: "Console.signals")
        sources = signals.map { number in
            // Before the source is made: dispatch only watches, and the default action would come first.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { onSignal(number) }
            source.activate()
            return source
        }
    }

    /// Ends the watch; the signals are ignored from now on.
    public func cancel() {
        for source in sources { source.cancel() }
    }
}
