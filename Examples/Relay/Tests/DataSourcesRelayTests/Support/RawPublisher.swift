import CNats

/// Publishes as no log does: several messages ahead, and without a fence.
///
/// Blocks.
// libnats permits all calls on any thread.
final class RawPublisher: @unchecked Sendable {
    private var connection: OpaquePointer?
    private var replies: OpaquePointer?
    private var context: OpaquePointer?

    struct Failure: Error {
        let status: natsStatus
    }

    init(_ url: String) throws {
        try check(natsConnection_ConnectTo(&connection, url))
        try check(natsConnection_JetStream(&context, connection, nil))
        try check(natsConnection_SubscribeSync(&replies, connection, "raw.replies.*"))
        try check(natsConnection_Flush(connection))
    }

    deinit {
        natsSubscription_Destroy(replies)
        jsCtx_Destroy(context)
        natsConnection_Destroy(connection)
    }

    private func check(_ status: natsStatus) throws {
        if status != NATS_OK { throw Failure(status: status) }
    }

    /// Sends messages one behind the other, then waits for the answers, which are JSON, in the order of the messages.
    func pipeline(
        _ messages: [(subject: String, bytes: [UInt8], expected: UInt64?)], wait: Int64 = 20_000
    ) throws -> [String] {
        for (index, message) in messages.enumerated() {
            var raw: OpaquePointer?
            defer { natsMsg_Destroy(raw) }
            try check(
                message.bytes.withUnsafeBytes { bytes in
                    natsMsg_Create(
                        &raw, message.subject, "raw.replies.\(index)",
                        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
                })
            if let expected = message.expected {
                try check(natsMsgHeader_Set(raw, "Nats-Expected-Last-Sequence", "\(expected)"))
            }
            try check(natsConnection_PublishMsg(connection, raw))
        }
        var answers = [String](repeating: "", count: messages.count)
        for _ in messages {
            var reply: OpaquePointer?
            defer { natsMsg_Destroy(reply) }
            try check(natsSubscription_NextMsg(&reply, replies, wait))
            let subject = String(cString: natsMsg_GetSubject(reply))
            guard let index = subject.split(separator: ".").last.flatMap({ Int($0) }) else { continue }
            let start = UnsafeRawBufferPointer(start: natsMsg_GetData(reply), count: Int(natsMsg_GetDataLength(reply)))
            answers[index] = String(decoding: start, as: UTF8.self)
        }
        return answers
    }

    func deleteStream(_ name: String) throws { try check(js_DeleteStream(context, name, nil, nil)) }
}
