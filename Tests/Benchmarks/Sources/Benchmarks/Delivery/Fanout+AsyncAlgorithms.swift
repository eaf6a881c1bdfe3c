import AsyncAlgorithms

/// An `AsyncChannel` for each subscriber: sending waits until it was received.
struct ChannelFanout: Fanout {
    static let name = "AsyncChannel each"
    private let channels: [AsyncChannel<Int>]

    init(subscribers: Int) {
        channels = (0..<subscribers).map { _ in AsyncChannel() }
    }

    func commit(_ version: Int) async {
        for channel in channels { await channel.send(version) }
    }

    func follow(_ subscriber: Int, ready: () -> Void, _ receiver: Receiver) async {
        ready()
        for await version in channels[subscriber] {
            if !receiver.received(version) { return }
            await receiver.work()
        }
        // Nobody else may be kept waiting.
    }
}

/// One `AsyncStream` that all subscribers share.
struct SharedFanout<Policy: SharingPolicy>: Fanout {
    static var name: String { "share(\(Policy.name))" }
    private let pipe = Pipe<Int>(.unbounded)
    private let shared: any AsyncSequence<Int, Never> & Sendable

    init(subscribers: Int) {
        shared = pipe.stream.share(bufferingPolicy: Policy.policy)
    }

    func commit(_ version: Int) async { pipe.continuation.yield(version) }

    func follow(_ subscriber: Int, ready: () -> Void, _ receiver: Receiver) async {
        await follow(shared, ready: ready, receiver)
    }

    /// Opens the existential, so that nothing of it is left in the loop.
    private func follow(
        _ sequence: some AsyncSequence<Int, Never> & Sendable, ready: () -> Void, _ receiver: Receiver
    ) async {
        var iterator = sequence.makeAsyncIterator()
        ready()
        while let version = await iterator.next(isolation: nil) {
            if !receiver.received(version) { return }
            await receiver.work()
        }
    }
}

protocol SharingPolicy {
    static var name: String { get }
    static var policy: AsyncBufferSequencePolicy { get }
}

enum Unbounded: SharingPolicy {
    static let name = ".unbounded"
    static let policy = AsyncBufferSequencePolicy.unbounded
}

enum Bounded: SharingPolicy {
    static let name = ".bounded(1)"
    static let policy = AsyncBufferSequencePolicy.bounded(1)
}
