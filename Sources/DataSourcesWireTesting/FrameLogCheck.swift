internal import DataSources
public import DataSourcesWire

/// A check whether an engine's log keeps a law of `FrameLog`; ``all`` has one or more for each.
///
/// ```swift
/// @Test(arguments: FrameLogCheck<NatsLog>.all)
/// func `the law holds`(check: FrameLogCheck<NatsLog>) async throws {
///     try await check.run(on: clientsOfAnEmptyLog(3))
/// }
/// ```
///
/// It needs three clients of one log that is empty: connections of their own, as of three processes. It tries what an
/// engine does while nothing fails; a test with faults kills servers and cuts connections while a `LogWriter` writes.
public struct FrameLogCheck<Log: FrameLog>: Sendable, CustomStringConvertible {
    /// What is checked.
    public let description: String
    private let body: @Sendable (_ clients: [Log]) async throws -> Void

    /// Runs the check.
    ///
    /// - Parameter clients: Three clients of an empty log.
    /// - Throws: ``FrameLogViolation`` if a law is broken; what the log throws if it fails.
    public func run(on clients: [Log]) async throws {
        guard clients.count >= 3 else { throw FrameLogViolation("a check needs three clients of one empty log") }
        try await body(clients)
    }

    /// All checks.
    public static var all: [FrameLogCheck] {
        [
            FrameLogCheck(description: "1: sequences count from 1, and what is there stays") { clients in
                let (writer, reader) = (clients[0], clients[1])
                try expect(try await writer.message(at: 1), LogReading(message: nil, last: 0), "an empty log")
                for number in 1...20 { try await writer.append(message(number), after: UInt64(number - 1)) }
                let entries = try await reader.first(20, after: 0)
                try expect(entries, (1...20).map { LogEntry(sequence: UInt64($0), message: message($0)) }, "entries")
                try expect(try await reader.first(5, after: 15), Array(entries[15...]), "entries after 15")
                try expect(
                    try await writer.message(at: 7), LogReading(message: message(7), last: 20), "the message at 7")
                try expect(try await writer.message(at: 21), LogReading(message: nil, last: 20), "the message at 21")
            },
            FrameLogCheck(description: "2, 5: another expectation is a conflict, and appends nothing") { clients in
                let writer = clients[0]
                for wrong in [1, 2, UInt64(Int64.max)] {
                    try await expectConflict("expecting \(wrong) of an empty log") {
                        () async throws(FrameLogError) in try await writer.append(message(1), after: wrong)
                    }
                }
                for number in 1...3 { try await writer.append(message(number), after: UInt64(number - 1)) }
                for wrong: UInt64 in [0, 1, 2, 4] {
                    try await expectConflict("expecting \(wrong) of a log that ends at 3") {
                        () async throws(FrameLogError) in try await clients[1].append(message(9), after: wrong)
                    }
                }
                try await writer.append(message(4), after: 3)
                let entries = try await clients[2].first(4, after: 0)
                try expect(entries.map(\.message), (1...4).map { message($0) }, "entries")
            },
            FrameLogCheck(description: "2: of appends with one expectation at once, one gets through") { clients in
                for round in 0..<200 {
                    let accepted = try await withThrowingTaskGroup(of: Int?.self) { @Sendable group in
                        for (number, client) in clients.enumerated() {
                            group.addTask { @Sendable in
                                do {
                                    try await client.append(message(number), after: UInt64(round))
                                    return number
                                } catch let error as FrameLogError where error.code == .conflict {
                                    return nil
                                }
                            }
                        }
                        return try await group.reduce(into: [Int]()) { if let number = $1 { $0.append(number) } }
                    }
                    try expect(accepted.count, 1, "the appends accepted behind \(round)")
                    let reading = try await clients[0].message(at: UInt64(round + 1))
                    try expect(reading.message, accepted.first.map { message($0) }, "the accepted message")
                }
            },
            FrameLogCheck(description: "4, 6: readers get all messages once and in order, also late and slow ones") {
                clients in
                let writer = clients[0]
                try await withThrowingTaskGroup(of: Void.self) { @Sendable group in
                    for reader in clients[1...] {
                        group.addTask { @Sendable in
                            var next: UInt64 = 1
                            for entry in try await reader.first(500, after: 0) {
                                let expected = LogEntry(sequence: next, message: message(Int(next)))
                                try expect(entry, expected, "the next entry")
                                next += 1
                            }
                        }
                    }
                    group.addTask { @Sendable in
                        for number in 1...500 { try await writer.append(message(number), after: UInt64(number - 1)) }
                    }
                    try await group.waitForAll()
                }
                try expect(try await clients[1].first(500, after: 0).last?.sequence, 500, "a late reader")
            },
            FrameLogCheck(description: "1, 6: what is trimmed is left out, and only that") { clients in
                let writer = clients[0]
                let subjects = ["changes", "state.a", "state.ä/ b*>", "state.a\u{0}"].map { TextID($0) }
                for number in 1...40 {
                    let message = LogMessage(subject: subjects[number % 4], bytes: [UInt8(number)])
                    try await writer.append(message, after: UInt64(number - 1))
                }
                try await writer.trim(subjects[1], before: 37)
                try await writer.trim(subjects[2], before: 10)
                try await writer.trim(subjects[2], before: 3)
                // The log's last message stays.
                try await writer.trim(subjects[0], before: 100)
                try await writer.append(message(41), after: 40)
                let kept = (1...41).filter { number in
                    switch number % 4 {
                    case _ where number == 41: true
                    case 1: number >= 37
                    case 2: number >= 10
                    case 0: number == 40
                    default: true
                    }
                }
                let entries = try await clients[1].first(kept.count, after: 0)
                try expect(entries.map { Int($0.sequence) }, kept, "the sequences that are left")
                try expect(try await writer.message(at: 1), LogReading(message: nil, last: 41), "a trimmed message")
                try expect(try await writer.message(at: 3).message?.subject, subjects[3], "the subject of the third")
                // A reader from within what was trimmed.
                let inside = try await clients[2].first(5, after: 4)
                try expect(inside.map { Int($0.sequence) }, Array(kept.drop { $0 <= 4 }.prefix(5)), "entries after 4")
            },
            FrameLogCheck(description: "messages of all sizes, empty ones and the largest") { clients in
                let (writer, limit) = (clients[0], clients[0].messageLimit)
                var sizes = [0, 1, 1_000, limit]
                if limit > 1 << 21 { sizes[3] = 1 << 21 }
                for (number, size) in sizes.enumerated() {
                    let bytes = [UInt8](repeating: UInt8(number), count: size)
                    try await writer.append(LogMessage(subject: TextID("s"), bytes: bytes), after: UInt64(number))
                }
                try expect(try await clients[1].first(4, after: 0).map(\.message.bytes.count), sizes, "the sizes")
                let tooLarge = LogMessage(subject: TextID("s"), bytes: [UInt8](repeating: 0, count: limit + 1))
                do {
                    try await writer.append(tooLarge, after: 4)
                    throw FrameLogViolation("a message above the limit was accepted")
                } catch let error as FrameLogError {
                    try expect(error.code, .tooLarge, "the error of a message above the limit")
                }
                try expect(try await writer.message(at: 5), LogReading(message: nil, last: 4), "the log afterwards")
            },
        ]
    }
}

/// How a log has broken a law.
public struct FrameLogViolation: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was found, and what was expected.
    public let description: String

    /// Creates a violation.
    public init(_ description: String) {
        self.description = description
    }
}

private func message(_ number: Int) -> LogMessage {
    LogMessage(subject: TextID(number % 2 == 0 ? "changes" : "state"), bytes: Array("message \(number)".utf8))
}

private func expect<Value: Equatable>(_ found: Value, _ expected: Value, _ what: String) throws {
    if found != expected { throw FrameLogViolation("\(what): \(found) in place of \(expected)") }
}

private func expectConflict(_ what: String, _ body: () async throws(FrameLogError) -> Void) async throws {
    do {
        try await body()
    } catch {
        return try expect(error.code, .conflict, what)
    }
    throw FrameLogViolation("\(what) was accepted")
}

extension FrameLog {
    /// The first messages after a sequence, read as by a follower.
    fileprivate func first(_ count: Int, after sequence: UInt64) async throws -> [LogEntry] {
        var found: [LogEntry] = []
        for try await entry in entries(after: sequence) {
            found.append(entry)
            if found.count == count { break }
        }
        return found
    }
}
