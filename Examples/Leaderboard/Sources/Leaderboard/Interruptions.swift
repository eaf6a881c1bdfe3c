import Console

/// The signals that end the program, from now on until the stream is dropped.
func interruptions() -> AsyncStream<Int32> {
    let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
    let watch = SignalWatch(SignalWatch.interruptions) { continuation.yield($0) }
    continuation.onTermination = { _ in watch.cancel() }
    return signals
}
