// Sources may be cancelled from any thread, but on Linux their types do not say so.
@preconcurrency import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The signals that end the program, from now on until the stream is dropped.
func interruptions() -> AsyncStream<Int32> {
    let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
    let sources = [SIGINT, SIGTERM, SIGHUP].map { number in
        // Before the source is made: dispatch only watches, and the default action would come first.
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { continuation.yield(number) }
        source.activate()
        return source
    }
    continuation.onTermination = { _ in
        for source in sources { source.cancel() }
    }
    return signals
}
