import DataSourcesWire

/// A line of a history: what a process saw or did, and when.
struct Event: Hashable, Sendable {
    /// Nanoseconds of the machine's monotonic clock, which all processes share.
    let time: UInt64
    /// The process, or the client in it.
    let who: String
    let kind: Kind

    /// A command: the client's number, that of the list, and its own.
    struct Command: Hashable, Sendable {
        let source: Int
        let lane: Int
        let number: Int
    }

    enum Kind: Hashable, Sendable {
        /// A replica has shown a state to its client, or to a relay.
        case shown(source: Int, FeedPosition, digest: UInt64)
        /// A client sends a command, perhaps not for the first time.
        case sent(Command)
        /// The command was applied, says the answer.
        case applied(Command, FeedPosition)
        /// The command was refused.
        case refused(Command, code: String)
        /// There is no answer.
        case unanswered(Command, reason: String)
        /// A recorder has read a message of the log.
        case entry(sequence: UInt64, writer: UInt64, digest: UInt64)
        /// A recorder has the state of a list after that message; `afterGap` if states may be missing before it.
        case committed(source: Int, FeedPosition, digest: UInt64, lanes: [Lane], afterGap: Bool)
        /// A process says what happens to it: a lease, a take-over, an error.
        case note(String)
        /// A process has ended by itself.
        case ended(String)
        /// The driver begins or heals a fault.
        case fault(String)
    }
}

extension Event {
    /// The event as a line without its end: fields with tabs between them.
    var line: String {
        let fields: [String] =
            switch kind {
            case .shown(let source, let position, let digest):
                ["shown", "\(source)", "\(position)", "\(digest)"]
            case .sent(let command): ["sent"] + command.fields
            case .applied(let command, let position): ["applied"] + command.fields + ["\(position)"]
            case .refused(let command, let code): ["refused"] + command.fields + [Self.clean(code)]
            case .unanswered(let command, let reason): ["unanswered"] + command.fields + [Self.clean(reason)]
            case .entry(let sequence, let writer, let digest): ["entry", "\(sequence)", "\(writer)", "\(digest)"]
            case .committed(let source, let position, let digest, let lanes, let afterGap):
                ["committed", "\(source)", "\(position)", "\(digest)", afterGap ? "gap" : "step"]
                    + lanes.flatMap { ["\($0.id)", "\($0.count)", "\($0.last)"] }
            case .note(let text): ["note", Self.clean(text)]
            case .ended(let text): ["ended", Self.clean(text)]
            case .fault(let text): ["fault", Self.clean(text)]
            }
        return (["\(time)", who] + fields).joined(separator: "\t")
    }

    private static func clean(_ text: String) -> String {
        String(text.prefix(300).map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }

    /// Reads a line; `nil` if it is none, as the last one of a process that was killed while it wrote.
    init?(line: String) {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard fields.count >= 4, let time = UInt64(fields[0]) else { return nil }
        self.time = time
        who = String(fields[1])
        let rest = fields[3...].map { String($0) }
        let numbers: [UInt64?] = rest.map { UInt64($0) }
        func number(_ index: Int) -> UInt64? { index < numbers.count ? numbers[index] : nil }
        func position(_ index: Int) -> FeedPosition? { index < rest.count ? FeedPosition(rest[index]) : nil }
        switch fields[2] {
        case "shown":
            guard let source = number(0), let position = position(1), let digest = number(2) else { return nil }
            kind = .shown(source: Int(source), position, digest: digest)
        case "sent":
            guard let command = Command(rest) else { return nil }
            kind = .sent(command)
        case "applied":
            guard let command = Command(rest), let position = position(3) else { return nil }
            kind = .applied(command, position)
        case "refused":
            guard let command = Command(rest), rest.count == 4 else { return nil }
            kind = .refused(command, code: rest[3])
        case "unanswered":
            guard let command = Command(rest), rest.count == 4 else { return nil }
            kind = .unanswered(command, reason: rest[3])
        case "entry":
            guard let sequence = number(0), let writer = number(1), let digest = number(2) else { return nil }
            kind = .entry(sequence: sequence, writer: writer, digest: digest)
        case "committed":
            guard let source = number(0), let position = position(1), let digest = number(2), rest.count >= 4,
                rest.count % 3 == 1
            else { return nil }
            var lanes: [Lane] = []
            for index in stride(from: 4, to: rest.count, by: 3) {
                guard let id = number(index), let count = number(index + 1), let last = number(index + 2) else {
                    return nil
                }
                lanes.append(Lane(id: Int(id), count: Int(count), last: Int(last)))
            }
            kind = .committed(source: Int(source), position, digest: digest, lanes: lanes, afterGap: rest[3] == "gap")
        case "note": kind = .note(rest[0])
        case "ended": kind = .ended(rest[0])
        case "fault": kind = .fault(rest[0])
        default: return nil
        }
    }
}

extension Event.Command {
    fileprivate var fields: [String] { ["\(source)", "\(lane)", "\(number)"] }

    fileprivate init?(_ fields: [String]) {
        guard fields.count >= 3, let source = Int(fields[0]), let lane = Int(fields[1]), let number = Int(fields[2])
        else { return nil }
        self.init(source: source, lane: lane, number: number)
    }
}
