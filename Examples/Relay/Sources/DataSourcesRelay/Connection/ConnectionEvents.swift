import CNats
import Synchronization

/// What libnats reports about a connection, on threads of its own, and whom it concerns.
///
/// libnats gets a number in place of a pointer, so that a report that comes late finds nothing.
final class ConnectionEvents: Sendable {
    let replies = ReplyTable()
    /// What the subjects of answers begin with.
    let inbox = NatsConnection.newInbox()
    private let channels = Mutex<[ObjectIdentifier: EntryChannel]>([:])
    private let number: UInt

    private static let registered = Mutex<(last: UInt, events: [UInt: ConnectionEvents])>((0, [:]))

    /// Creates the events of a connection; they stay until ``remove()`` or the end of the connection.
    init() {
        number = Self.registered.withLock { registered in
            registered.last += 1
            return registered.last
        }
        Self.registered.withLock { $0.events[number] = self }
    }

    /// How many connections there are.
    static var count: Int { registered.withLock { $0.events.count } }

    func remove() {
        Self.registered.withLock { $0.events[number] = nil }
    }

    private static func at(_ closure: UnsafeMutableRawPointer?) -> ConnectionEvents? {
        registered.withLock { $0.events[UInt(bitPattern: closure)] }
    }

    /// Has a channel end when the connection is lost.
    func add(_ channel: EntryChannel) { channels.withLock { $0[ObjectIdentifier(channel)] = channel } }
    func remove(_ channel: EntryChannel) { channels.withLock { $0[ObjectIdentifier(channel)] = nil } }

    /// Sets the handlers of a connection's options.
    func listen(_ options: OpaquePointer?) -> natsStatus {
        let closure = UnsafeMutableRawPointer(bitPattern: number)
        var status = natsOptions_SetDisconnectedCB(
            options, { ConnectionEvents.at($1)?.lost(connection: $0) }, closure)
        if status == NATS_OK {
            status = natsOptions_SetClosedCB(options, { ConnectionEvents.at($1)?.closed(connection: $0) }, closure)
        }
        if status == NATS_OK {
            status = natsOptions_SetErrorHandler(
                options,
                { connection, _, status, closure in
                    if status == NATS_NOT_PERMITTED { ConnectionEvents.at(closure)?.notPermitted(connection) }
                }, closure)
        }
        return status
    }

    private func lost(connection: OpaquePointer?) {
        let text = "the connection is lost, and is made again in the background (\(Self.lastError(connection)))"
        replies.finishAll(.noAnswer(text))
        finishChannels(.unavailable, text)
    }

    private func closed(connection: OpaquePointer?) {
        let text = "the connection is closed for good (\(Self.lastError(connection))); make a new one"
        replies.end(.refused(text))
        finishChannels(.refused, text)
        remove()
    }

    private func finishChannels(_ code: EntryChannel.End.Code, _ text: String) {
        let all = channels.withLock { channels in
            defer { channels = [:] }
            return channels.values
        }
        for channel in all { channel.finish(.init(code, text)) }
    }

    private func notPermitted(_ connection: OpaquePointer?) {
        let text = Self.lastError(connection)
        // Such as: Permissions Violation for Publish to "board.x". Without its inbox a client gets no answer at all.
        let reply = NatsReply.refused("\(text); give the user this permission")
        if text.contains("\"\(inbox).*\"") { return replies.end(reply) }
        replies.finishAll(reply) { text.contains("\"\($0)\"") }
    }

    private static func lastError(_ connection: OpaquePointer?) -> String {
        var text: UnsafePointer<CChar>?
        let status = natsConnection_GetLastError(connection, &text)
        guard let text, text.pointee != 0 else { return String(cString: natsStatus_GetText(status)) }
        return String(cString: text)
    }
}
