import CNats
import Foundation

/// What a single server has on its own: asked while the other ones do not run, so nobody else can have answered.
///
/// Blocks.
enum ReplicaContents {
    /// Has the replicas answer for themselves, without their leader.
    static func allow(_ stream: String, subjects: [String], on url: String) throws {
        let request: [String: Any] = [
            "name": stream, "subjects": subjects, "retention": "limits", "storage": "file", "discard": "new",
            "num_replicas": 3, "max_bytes": -1, "duplicate_window": 100_000_000, "allow_direct": true,
        ]
        let json = try JSONSerialization.data(withJSONObject: request)
        let answer = try withConnection(to: url) { try ask("$JS.API.STREAM.UPDATE.\(stream)", Array(json), on: $0) }
        let text = String(decoding: answer ?? [], as: UTF8.self)
        guard text.contains("\"allow_direct\":true"), !text.contains("\"error\"") else {
            throw FaultsError("the stream cannot be asked without its leader: \(text.prefix(300))")
        }
    }

    /// The digests of all messages that a server has, by sequence.
    static func read(_ stream: String, _ range: ClosedRange<Int>, on url: String) throws -> [Int: UInt64] {
        try withConnection(to: url) { connection in
            var digests: [Int: UInt64] = [:]
            for sequence in range {
                let request = Array("{\"seq\":\(sequence)}".utf8)
                guard let bytes = try ask("$JS.API.DIRECT.GET.\(stream)", request, on: connection) else {
                    throw FaultsError("\(url) does not answer for message \(sequence)")
                }
                // A message that is not there is a status without a content.
                if !bytes.isEmpty { digests[sequence] = Digest.of(bytes) }
            }
            return digests
        }
    }

    private static func withConnection<Value>(to url: String, _ body: (OpaquePointer) throws -> Value) throws -> Value {
        var connection: OpaquePointer?
        guard natsConnection_ConnectTo(&connection, url) == NATS_OK, let connection else {
            throw FaultsError("\(url) cannot be reached")
        }
        defer { natsConnection_Destroy(connection) }
        return try body(connection)
    }

    private static func ask(_ subject: String, _ request: [UInt8], on connection: OpaquePointer) throws -> [UInt8]? {
        var reply: OpaquePointer?
        let status = request.withUnsafeBytes {
            natsConnection_Request(
                &reply, connection, subject, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count), 5_000
            )
        }
        guard status == NATS_OK, let reply else { return nil }
        defer { natsMsg_Destroy(reply) }
        let count = Int(natsMsg_GetDataLength(reply))
        guard count > 0, let start = natsMsg_GetData(reply) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}
