import CNats
import DataSourcesWire
import Synchronization

/// What a subscription of a follower receives, on one thread of libnats: the way into a channel.
///
/// A consumer numbers what it sends: 1, 2, 3. So each message that is missing is noticed, also the last ones, by the number
/// in the heartbeats.
final class Inlet: Sendable {
    /// After how long without a heartbeat, of which there is one a second, the consumer counts as lost.
    static let patience = Duration.seconds(5)

    private struct State {
        /// The number of the last message that was received.
        var number: UInt64 = 0
        /// Its sequence in the log.
        var sequence: UInt64
    }

    private let channel: EntryChannel
    private let log: NatsLog
    private let state: Mutex<State>

    init(_ channel: EntryChannel, _ log: NatsLog, after: UInt64) {
        (self.channel, self.log) = (channel, log)
        state = Mutex(State(sequence: after))
    }

    func received(_ message: OpaquePointer?, _ connection: OpaquePointer?) {
        guard let message else {
            let text = "\(log.settings.stream): no sign of life for \(Self.patience)"
            return channel.finish(.init(.silence, text))
        }
        if natsMsg_GetDataLength(message) == 0, let status = header("Status", message) {
            status == "100" ? control(message, connection) : end("the consumer says \(status)")
        } else {
            content(message)
        }
    }

    private func content(_ message: OpaquePointer) {
        var data: UnsafeMutablePointer<jsMsgMetaData>?
        guard natsMsg_GetMetaData(&data, message) == NATS_OK, let data else {
            return end("a message that is not of its stream")
        }
        let place = data.pointee.Sequence
        jsMsgMetaData_Destroy(data)
        let expected = state.withLock { state in
            defer { state.number = place.Consumer }
            return state.number + 1
        }
        guard place.Consumer == expected else {
            return end("message \(place.Consumer) of the consumer came in place of \(expected)")
        }
        // A consumer that is to start behind the log's end starts at its end.
        let isNew = state.withLock { state in
            guard place.Stream > state.sequence else { return false }
            state.sequence = place.Stream
            return true
        }
        guard isNew else { return }
        do throws(FrameLogError) {
            let subject = String(cString: natsMsg_GetSubject(message))
            let content = try log.message(subject, natsBytes(message), at: place.Stream)
            channel.put(LogEntry(sequence: place.Stream, message: content))
        } catch {
            channel.finish(.init(.refused, error.message))
        }
    }

    /// A heartbeat, or a question whether all until here was taken, which is what the server's flow control waits for.
    private func control(_ message: OpaquePointer, _ connection: OpaquePointer?) {
        if let reply = natsMsg_GetReply(message), reply.pointee != 0 {
            _ = natsConnection_Publish(connection, reply, nil, 0)
            return
        }
        if let stalled = header("Nats-Consumer-Stalled", message) {
            _ = natsConnection_Publish(connection, stalled, nil, 0)
        }
        guard let last = header("Nats-Last-Consumer", message).flatMap({ UInt64($0) }) else { return }
        let number = state.withLock { $0.number }
        if last != number { end("the consumer has sent \(last) messages, of which \(number) came") }
    }

    private func end(_ text: String) {
        channel.finish(.init(.unavailable, "\(log.settings.stream): \(text)"))
    }

    private func header(_ name: String, _ message: OpaquePointer) -> String? {
        var value: UnsafePointer<CChar>?
        guard natsMsgHeader_Get(message, name, &value) == NATS_OK, let value else { return nil }
        return String(cString: value)
    }
}
