import Observation

/// A buffered stream and the way into it.
struct Pipe<Element: Sendable>: Sendable {
    let stream: AsyncStream<Element>
    let continuation: AsyncStream<Element>.Continuation

    init(_ policy: AsyncStream<Element>.Continuation.BufferingPolicy) {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: policy)
    }
}

/// A buffered `AsyncStream` for each subscriber: what most write.
protocol StreamFanout: Fanout {
    static var policy: AsyncStream<Int>.Continuation.BufferingPolicy { get }
    var pipes: [Pipe<Int>] { get }
}

extension StreamFanout {
    func commit(_ version: Int) async {
        for pipe in pipes { pipe.continuation.yield(version) }
    }

    func follow(_ subscriber: Int, ready: () -> Void, _ receiver: Receiver) async {
        ready()
        for await version in pipes[subscriber].stream {
            if !receiver.received(version) { return }
            await receiver.work()
        }
    }

    fileprivate static func pipes(_ count: Int) -> [Pipe<Int>] { (0..<count).map { _ in Pipe(policy) } }
}

struct UnboundedStreamFanout: StreamFanout {
    static let name = "AsyncStream each, unbounded"
    static let policy = AsyncStream<Int>.Continuation.BufferingPolicy.unbounded
    let pipes: [Pipe<Int>]

    init(subscribers: Int) { pipes = Self.pipes(subscribers) }
}

struct NewestStreamFanout: StreamFanout {
    static let name = "AsyncStream each, newest 1"
    static let policy = AsyncStream<Int>.Continuation.BufferingPolicy.bufferingNewest(1)
    let pipes: [Pipe<Int>]

    init(subscribers: Int) { pipes = Self.pipes(subscribers) }
}

/// Where observable state lives: observing is only exact where observers and changes share an actor.
@globalActor
actor ObservedActor {
    static let shared = ObservedActor()
}

/// An observable object, and `Observations` of it for each subscriber.
@available(macOS 26.0, iOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *)
struct ObservationsFanout: Fanout {
    static let name = "Observations"

    @ObservedActor @Observable
    final class Model {
        var version = 0

        nonisolated init() {}

        func set(_ version: Int) { self.version = version }

        /// Made here, so that it reads the model on its actor.
        var versions: Observations<Int, Never> { Observations { self.version } }
    }

    private let model = Model()

    init(subscribers: Int) {}

    func commit(_ version: Int) async { await model.set(version) }

    func follow(_ subscriber: Int, ready: () -> Void, _ receiver: Receiver) async {
        var iterator = await model.versions.makeAsyncIterator()
        // The first element is what is there.
        _ = await iterator.next().map(receiver.received)
        ready()
        while let version = await iterator.next() {
            if !receiver.received(version) { return }
            await receiver.work()
        }
    }
}
