import CNats
import Dispatch
import Synchronization

/// A connection to a cluster of NATS, for any number of logs.
///
/// After a loss it connects again in the background, as often as it takes. What was on its way is then answered with
/// `unavailable`, and nothing is kept to be sent later. No call blocks a thread of Swift's pool.
public final class NatsConnection: Sendable {
    /// The most bytes of a message with its headers, as the server says that was connected first.
    public let payloadLimit: Int

    let events: ConnectionEvents
    /// libnats's objects, which are locked by itself.
    let native: Native
    private let answerLimit: Duration
    private let isClosed = Atomic(false)
    /// Where libnats may block: a full socket does until the write deadline.
    let sending: DispatchQueue
    private let timing = DispatchQueue(label: "NatsConnection.timing")

    // libnats permits all calls on any thread.
    struct Native: @unchecked Sendable {
        let connection: OpaquePointer
        let replies: OpaquePointer
    }

    /// Connects.
    ///
    /// - Throws: ``NatsError``: `unreachable` if no server answers in time. It is not tried again.
    public static func open(_ settings: NatsSettings) async throws(NatsError) -> NatsConnection {
        let queue = DispatchQueue(label: "NatsConnection.sending")
        let result = await withCheckedContinuation { continuation in
            queue.async {
                let events = ConnectionEvents()
                do throws(NatsError) {
                    let connection = try connect(settings, events)
                    let made = try NatsConnection(settings, connection, events, queue)
                    continuation.resume(returning: Result<NatsConnection, NatsError>.success(made))
                } catch {
                    events.remove()
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }

    private init(
        _ settings: NatsSettings, _ connection: OpaquePointer, _ events: ConnectionEvents, _ queue: DispatchQueue
    ) throws(NatsError) {
        (self.events, sending, answerLimit) = (events, queue, settings.answerLimit)
        payloadLimit = Int(natsConnection_GetMaxPayload(connection))
        let table = Unmanaged.passRetained(events.replies)
        var subscription: OpaquePointer?
        let status = natsConnection_Subscribe(
            &subscription, connection, "\(events.inbox).*",
            { _, _, message, closure in
                guard let message, let closure else { return }
                Unmanaged<ReplyTable>.fromOpaque(closure).takeUnretainedValue().received(message)
                natsMsg_Destroy(message)
            }, table.toOpaque())
        guard status == NATS_OK, let subscription else {
            table.release()
            natsConnection_Destroy(connection)
            throw NatsError(
                .unreachable, "the connection was lost at once: \(String(cString: natsStatus_GetText(status)))")
        }
        // If it is closed already, its thread may still use the table, which then stays.
        natsSubscription_SetOnCompleteCB(
            subscription, { if let closure = $0 { Unmanaged<ReplyTable>.fromOpaque(closure).release() } },
            table.toOpaque())
        // Answers are few, and none may be thrown away.
        natsSubscription_SetPendingLimits(subscription, -1, -1)
        native = Native(connection: connection, replies: subscription)
    }

    /// Closes the connection; what waits ends with an error.
    ///
    /// It is closed, too, when nothing refers to it.
    public func close() {
        guard !isClosed.exchange(true, ordering: .relaxed) else { return }
        events.replies.end(.refused("the connection was closed"))
        // It may wait for a socket that blocks.
        sending.async { [native] in natsConnection_Close(native.connection) }
    }

    deinit {
        events.replies.end(.refused("the connection was closed"))
        // Only here is the memory freed: followers, which refer to this, have pointers into it.
        sending.async { [native] in
            natsSubscription_Destroy(native.replies)
            natsConnection_Destroy(native.connection)
        }
    }

    /// A subject that nobody else has.
    static func newInbox() -> String {
        let number = { String(UInt64.random(in: 0 ... .max), radix: 36) }
        return "_INBOX.\(number())\(number())"
    }

    // MARK: Requests

    /// Sends a request and waits for its answer, without a thread.
    ///
    /// If the task is cancelled it returns at once; an answer that comes later is ignored.
    func request(_ subject: String, headers: [(String, String)] = [], _ bytes: [UInt8] = []) async -> NatsReply {
        let token = events.replies.nextToken()
        return await withTaskCancellationHandler { @Sendable in
            await withCheckedContinuation { continuation in
                guard events.replies.add(token, subject: subject, continuation) else { return }
                if Task.isCancelled { return events.replies.finish(token, .noAnswer("the task is cancelled")) }
                timing.asyncAfter(deadline: .now() + .milliseconds(Int(answerLimit.milliseconds))) { [events] in
                    events.replies.finish(token, .noAnswer("no answer in time"))
                }
                sending.async { [self] in
                    let reply = "\(events.inbox).\(token)"
                    if let failure = publish(subject, reply: reply, headers: headers, bytes) {
                        events.replies.finish(token, failure)
                    }
                }
            }
        } onCancel: {
            events.replies.finish(token, .noAnswer("the task is cancelled"))
        }
    }

    /// Sends a message; may block.
    ///
    /// What failed may have been sent.
    private func publish(
        _ subject: String, reply: String, headers: [(String, String)], _ bytes: [UInt8]
    ) -> NatsReply? {
        var message: OpaquePointer?
        var status = bytes.withUnsafeBytes { bytes in
            natsMsg_Create(
                &message, subject, reply, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
        }
        defer { natsMsg_Destroy(message) }
        for (name, value) in headers where status == NATS_OK { status = natsMsgHeader_Set(message, name, value) }
        if status == NATS_OK { status = natsConnection_PublishMsg(native.connection, message) }
        switch status {
        case NATS_OK: return nil
        case NATS_MAX_PAYLOAD: return .tooLarge
        case NATS_CONNECTION_CLOSED: return .refused("the connection is closed; make a new one")
        case NATS_INSUFFICIENT_BUFFER: return .noAnswer("there is no connection now; it is being made again")
        default: return .noAnswer(String(cString: natsStatus_GetText(status)))
        }
    }
}

extension ReplyTable {
    /// On a thread of libnats.
    fileprivate func received(_ message: OpaquePointer) {
        let subject = String(cString: natsMsg_GetSubject(message))
        guard let token = subject.split(separator: ".").last.flatMap({ UInt64($0) }) else { return }
        finish(token, natsMsg_IsNoResponders(message) ? .noResponder : .answer(natsBytes(message)))
    }
}

/// The content of a message of libnats.
func natsBytes(_ message: OpaquePointer) -> [UInt8] {
    let count = Int(natsMsg_GetDataLength(message))
    guard count > 0, let start = natsMsg_GetData(message) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: count))
}
