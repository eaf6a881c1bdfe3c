import DataSources
import DataSourcesWire
import Foundation

/// A key of a key-value bucket of JetStream, in the protocol of such buckets: tools such as `nats kv` show it.
///
/// The calls of libnats for buckets block, these do not.
struct LeaseBucket: Sendable {
    let settings: LeaseSettings
    let key: String
    let connection: NatsConnection

    private var stream: String { "KV_\(settings.bucket)" }
    private var subject: String { "$KV.\(settings.bucket).\(key)" }
    private var place: String { "the key \(key) of the bucket \(settings.bucket)" }

    // MARK: The bucket

    private struct Request: Encodable {
        let name: String
        let subjects: [String]
        let replicas: Int
        let retention = "limits"
        let storage = "file"
        let discard = "new"
        let ofSubject = 1
        let deniesDelete = true
        let allowsRollup = true

        enum CodingKeys: String, CodingKey {
            case name, subjects, retention, storage, discard
            case replicas = "num_replicas"
            case ofSubject = "max_msgs_per_subject"
            case deniesDelete = "deny_delete"
            case allowsRollup = "allow_rollup_hdrs"
        }
    }

    /// Makes the bucket if it is missing.
    func open() async throws(LeaseError) {
        if let problem = settings.problem { throw LeaseError(.refused, problem) }
        let found = try await asked("the bucket \(settings.bucket)") { () async throws(FrameLogError) in
            let info = "$JS.API.STREAM.INFO.\(stream)"
            switch try await connection.ask(info, as: StreamDescription.self) {
            case .content(let found): return found
            case .error(let error) where error.number == ServerError.noStream: break
            case .error(let error): throw error.error("the bucket \(settings.bucket)")
            }
            let request = Request(
                name: stream, subjects: ["$KV.\(settings.bucket).>"], replicas: settings.replicas)
            let create = "$JS.API.STREAM.CREATE.\(stream)"
            switch try await connection.ask(create, json: request, as: StreamDescription.self) {
            case .content(let made): return made
            case .error(let error) where error.number == ServerError.streamExists:
                // Another process was first.
                guard case .content(let found) = try await connection.ask(info, as: StreamDescription.self) else {
                    fallthrough
                }
                return found
            case .error(let error): throw error.error("the bucket \(settings.bucket) cannot be made")
            }
        }
        if let problem = found?.problem(for: settings) { throw LeaseError(.refused, problem) }
    }

    // MARK: The key

    private struct Written: Decodable {
        let seq: UInt64
    }

    /// Writes an entry, or the mark that there is none, in the place of the one with a revision.
    ///
    /// - Returns: Its revision; `nil` if the bucket has another one.
    func write(_ holder: LeaseEntry.Holder?, over revision: UInt64) async throws(LeaseError) -> UInt64? {
        var headers = [("Nats-Expected-Stream", stream), ("Nats-Expected-Last-Subject-Sequence", "\(revision)")]
        if holder == nil { headers.append(("KV-Operation", "DEL")) }
        return try await asked("writing \(place)") { [headers] () async throws(FrameLogError) in
            switch try await connection.ask(subject, headers: headers, holder?.bytes ?? [], as: Written.self) {
            case .content(let written): return written.seq
            case .error(let error): throw error.error("writing \(place)")
            }
        }
    }

    private struct Found: Decodable {
        struct Message: Decodable {
            let seq: UInt64
            let data: Data?
        }

        let message: Message
    }

    private struct FindRequest: Encodable {
        let subject: String

        enum CodingKeys: String, CodingKey { case subject = "last_by_subj" }
    }

    /// The entry; `nil` if there has never been one.
    func read() async throws(LeaseError) -> LeaseEntry? {
        let found = try await asked("reading \(place)") { () async throws(FrameLogError) -> Found? in
            let request = FindRequest(subject: subject)
            switch try await connection.ask("$JS.API.STREAM.MSG.GET.\(stream)", json: request, as: Found.self) {
            case .content(let found): return found
            case .error(let error) where error.number == ServerError.noMessage: return nil
            case .error(let error): throw error.error("reading \(place)")
            }
        }
        guard let message = found??.message else { return nil }
        let bytes = message.data.map(Array.init) ?? []
        return LeaseEntry(revision: message.seq, holder: bytes.isEmpty ? nil : try LeaseEntry.Holder(bytes, place))
    }

    /// Asks the servers; `nil` if another process was faster.
    private func asked<Value>(
        _ what: String, _ body: () async throws(FrameLogError) -> Value
    ) async throws(LeaseError) -> Value? {
        do {
            return try await body()
        } catch {
            guard let error = LeaseError(error) else { return nil }
            throw error
        }
    }
}

extension StreamDescription {
    /// Why the stream cannot be a bucket of leases with these settings; `nil` if it can.
    fileprivate func problem(for settings: LeaseSettings) -> String? {
        var wrong: [String] = []
        func expect<Value: Equatable>(_ what: String, _ found: Value, _ expected: Value) {
            if found != expected { wrong.append("\(what) is \(found), not \(expected)") }
        }
        expect("subjects", config.subjects ?? [], ["$KV.\(settings.bucket).>"])
        expect("replicas", config.replicas, settings.replicas)
        expect("the history", config.maxMessagesOfSubject ?? -1, 1)
        expect("the time to live", config.maxAge ?? 0, 0)
        guard !wrong.isEmpty else { return nil }
        return """
            the bucket \(settings.bucket) has other settings: \(wrong.joined(separator: "; ")); change it with the tools \
            of NATS, or use another name
            """
    }
}
