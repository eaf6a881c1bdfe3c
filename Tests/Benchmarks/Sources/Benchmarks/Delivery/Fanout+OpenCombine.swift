@preconcurrency import OpenCombine
import Foundation
import Synchronization

/// A subject with a sink for each subscriber: a synchronous callback, no task and no waiting.
///
/// Its `values` is not measured here: it asks for one element at a time, and what is sent meanwhile is lost, also the
/// last one, so that subscribers in lockstep never come to the end.
struct SinkFanout: Fanout {
    static let name = "OpenCombine sink"

    // Sendable: a subject may be sent to and subscribed to from any thread.
    private final class Subject: @unchecked Sendable {
        let subject = PassthroughSubject<Int, Never>()
    }

    private let subject = Subject()

    init(subscribers: Int) {}

    func commit(_ version: Int) async { subject.subject.send(version) }

    func follow(_ subscriber: Int, ready: () -> Void, _ receiver: Receiver) async {
        let (ended, end) = AsyncStream<Void>.makeStream()
        let pause = receiver.pause.map { useconds_t($0 / .microseconds(1)) }
        let sink = subject.subject.sink { version in
            if !receiver.received(version) { end.finish() }
            // A callback cannot suspend: who is busy keeps the caller.
            if let pause { usleep(pause) }
        }
        ready()
        for await _ in ended {}
        sink.cancel()
    }
}
