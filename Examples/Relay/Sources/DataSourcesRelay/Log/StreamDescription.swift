import Foundation

/// What the server says about a stream.
struct StreamDescription: Decodable {
    struct Config: Decodable {
        let subjects: [String]?
        let retention: String
        let discard: String
        let storage: String
        let replicas: Int
        let maxMessages: Int64?
        let maxMessagesOfSubject: Int64?
        let maxBytes: Int64?
        let maxAge: Int64?
        let maxMessageSize: Int64?
        let hasNoAnswers: Bool?
        let isSealed: Bool?
        let deniesPurge: Bool?
        let persistence: String?
        let metadata: [String: String]?

        enum CodingKeys: String, CodingKey {
            case subjects, retention, discard, storage, metadata
            case replicas = "num_replicas"
            case maxMessages = "max_msgs"
            case maxMessagesOfSubject = "max_msgs_per_subject"
            case maxBytes = "max_bytes"
            case maxAge = "max_age"
            case maxMessageSize = "max_msg_size"
            case hasNoAnswers = "no_ack"
            case isSealed = "sealed"
            case deniesPurge = "deny_purge"
            case persistence = "persist_mode"
        }
    }

    struct State: Decodable {
        let last: UInt64
        let consumers: Int?

        enum CodingKeys: String, CodingKey {
            case last = "last_seq"
            case consumers = "consumer_count"
        }
    }

    struct Cluster: Decodable {
        let leader: String?
    }

    let config: Config
    let state: State
    let cluster: Cluster?

    /// Why the stream cannot be a log with these settings; `nil` if it can.
    func problem(for settings: NatsLogSettings) -> String? {
        let version = config.metadata?["_nats.ver"]
        guard let version, let parsed = version.isEmpty ? nil : ServerVersion(version),
            let oldest = ServerVersion.oldest, parsed >= oldest
        else {
            return """
                the server is older than NATS 2.12\(version.map { " (\($0))" } ?? ""), whose expected sequences do not keep \
                two writers apart; install 2.12 or later
                """
        }
        var wrong: [String] = []
        func expect<Value: Equatable>(_ what: String, _ found: Value, _ expected: Value) {
            if found != expected { wrong.append("\(what) is \(found), not \(expected)") }
        }
        expect("subjects", config.subjects ?? [], ["\(settings.stream).*"])
        expect("replicas", config.replicas, settings.replicas)
        expect("storage", config.storage, "file")
        expect("retention", config.retention, "limits")
        expect("discard", config.discard, "new")
        expect("max_msgs", max(config.maxMessages ?? -1, -1), -1)
        expect("max_msgs_per_subject", max(config.maxMessagesOfSubject ?? -1, -1), -1)
        expect("max_age", config.maxAge ?? 0, 0)
        expect("max_bytes", config.maxBytes ?? -1, settings.bytesLimit.map(Int64.init) ?? -1)
        expect("no_ack", config.hasNoAnswers ?? false, false)
        expect("sealed", config.isSealed ?? false, false)
        expect("deny_purge", config.deniesPurge ?? false, false)
        expect("persist_mode", config.persistence ?? "default", "default")
        guard !wrong.isEmpty else { return nil }
        return """
            the stream \(settings.stream) has other settings: \(wrong.joined(separator: "; ")); change it with the tools of \
            NATS, or use another name
            """
    }
}

/// What creates a stream.
struct StreamRequest: Encodable {
    let name: String
    let subjects: [String]
    let replicas: Int
    let maxBytes: Int64
    let retention = "limits"
    let storage = "file"
    // The log never loses what it has to make room: what is full refuses.
    let discard = "new"
    // No message has an id; the server wants at least 100 ms.
    let duplicateWindow = 100_000_000

    init(_ settings: NatsLogSettings) {
        (name, subjects, replicas) = (settings.stream, ["\(settings.stream).*"], settings.replicas)
        maxBytes = settings.bytesLimit.map(Int64.init) ?? -1
    }

    enum CodingKeys: String, CodingKey {
        case name, subjects, retention, storage, discard
        case replicas = "num_replicas"
        case maxBytes = "max_bytes"
        case duplicateWindow = "duplicate_window"
    }
}
