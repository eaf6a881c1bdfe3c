import CNats
import DataSourcesWire
import Dispatch
import Synchronization

/// A reader of a stream: a subscription of libnats, and a consumer on the server that fills it.
///
/// The consumer is not one of libnats's ordered ones: those are made anew silently, also for a stream that was deleted and
/// made again. Here a gap is the end.
final class Follower: Sendable {
    private let log: NatsLog
    private let after: UInt64
    private let channel = EntryChannel()
    private let consumer = "f\(UInt64.random(in: 0 ... .max))"
    private let inbox = NatsConnection.newInbox()
    private let queue = DispatchQueue(label: "NatsLog.follower")
    private let subscription = Mutex<Native?>(nil)
    private let isStarted = Atomic(false)

    // libnats permits all calls on any thread. It is destroyed once.
    private struct Native: @unchecked Sendable {
        let subscription: OpaquePointer
    }

    init(_ log: NatsLog, after: UInt64) {
        (self.log, self.after) = (log, after)
    }

    /// The next entry; for one task.
    func next() async throws(FrameLogError) -> LogEntry {
        if !isStarted.exchange(true, ordering: .relaxed) { try await start() }
        switch await channel.next() {
        case .entry(let entry): return entry
        case .end(let end):
            switch end.code {
            case .unavailable: throw FrameLogError(.unavailable, end.text)
            case .refused: throw FrameLogError(.refused, end.text)
            case .silence:
                // Throws `refused` if the stream was deleted.
                _ = try await log.description()
                throw FrameLogError(.unavailable, end.text)
            }
        }
    }

    // MARK: Starting

    private func start() async throws(FrameLogError) {
        let connection = log.connection
        connection.events.add(channel)
        let status = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: self.subscribe()) }
        }
        do throws(FrameLogError) {
            if let status { throw FrameLogError(.unavailable, "following \(log.settings.stream): \(status)") }
            let subject = "$JS.API.CONSUMER.CREATE.\(log.settings.stream).\(consumer)"
            let start = after == .max ? after : after + 1
            let request = ConsumerRequest(stream: log.settings.stream, name: consumer, inbox: inbox, start: start)
            switch try await connection.ask(subject, json: request, as: ConsumerDescription.self) {
            case .content: break
            case .error(let error): throw error.error("following \(log.settings.stream)")
            }
        } catch {
            channel.finish(.init(error.code == .refused ? .refused : .unavailable, error.message))
            throw error
        }
    }

    /// Subscribes; may block.
    ///
    /// Returns what went wrong.
    private func subscribe() -> String? {
        let inlet = Inlet(channel, log, after: after)
        let closure = Unmanaged.passRetained(inlet)
        var subscription: OpaquePointer?
        // Without any message in time, libnats calls it with none.
        let status = natsConnection_SubscribeTimeout(
            &subscription, log.connection.native.connection, inbox, Inlet.patience.milliseconds,
            { connection, _, message, closure in
                guard let closure else { return }
                Unmanaged<Inlet>.fromOpaque(closure).takeUnretainedValue().received(message, connection)
                natsMsg_Destroy(message)
            }, closure.toOpaque())
        guard status == NATS_OK, let subscription else {
            closure.release()
            return String(cString: natsStatus_GetText(status))
        }
        // By default, messages behind 65,536 that wait are thrown away. The server's flow control is the limit.
        natsSubscription_SetPendingLimits(subscription, -1, -1)
        // If it is closed already, its thread may still use the inlet, which then stays.
        natsSubscription_SetOnCompleteCB(
            subscription, { if let closure = $0 { Unmanaged<Inlet>.fromOpaque(closure).release() } },
            closure.toOpaque())
        self.subscription.withLock { $0 = Native(subscription: subscription) }
        return nil
    }

    deinit {
        log.connection.events.remove(channel)
        // Lets the thread go that may wait for room.
        channel.finish(.init(.unavailable, "the iteration has ended"))
        guard let native = subscription.withLock({ $0.take() }) else { return }
        // It may wait for a socket that blocks.
        queue.async { [connection = log.connection, stream = log.settings.stream, consumer] in
            natsSubscription_Destroy(native.subscription)
            // If this gets lost, the server does it when nobody listens for 5 seconds.
            _ = natsConnection_Publish(
                connection.native.connection, "$JS.API.CONSUMER.DELETE.\(stream).\(consumer)", nil, 0)
        }
    }
}
