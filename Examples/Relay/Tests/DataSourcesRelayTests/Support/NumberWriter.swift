import DataSources
import DataSourcesRelay
import DataSourcesWire
import Testing

/// Appends numbers, as a writer does that is told nothing about faults: what has no answer is looked up.
struct NumberWriter {
    let log: NatsLog
    private(set) var last: UInt64 = 0
    /// Appends without an answer that had got through, and that had not.
    private(set) var found = 0
    private(set) var repeated = 0
    /// The longest time until an append was certain.
    private(set) var longest = Duration.zero

    init(_ log: NatsLog) { self.log = log }

    /// Appends the next numbers.
    mutating func append(_ count: Int) async throws {
        for _ in 0..<count {
            let start = ContinuousClock.now
            let message = LogMessage(Int(last) + 1)
            while try await !append(message) {}
            last += 1
            longest = max(longest, .now - start)
        }
    }

    /// Whether it is appended now.
    ///
    /// It is repeated with the same content, and only if the log says that it is not there.
    private mutating func append(_ message: LogMessage) async throws -> Bool {
        do {
            try await log.append(message, after: last)
            return true
        } catch {
            guard [.unavailable, .conflict].contains(error.code) else { throw error }
        }
        while true {
            guard let reading = try await read() else { continue }
            if let there = reading.message {
                try #require(there == message, "there is no other writer")
                found += 1
                return true
            }
            try #require(reading.last <= last, "nothing was trimmed")
            repeated += 1
            return false
        }
    }

    /// What is behind the last number; `nil` if there is no answer.
    private func read() async throws -> LogReading? {
        do {
            return try await log.message(at: last + 1)
        } catch {
            guard error.code == .unavailable else { throw error }
            // What answers at once must not be asked all the time.
            try await Task.sleep(for: .milliseconds(50))
            return nil
        }
    }
}

extension NatsLog {
    /// The messages after a sequence up to another one, by a reader that begins again after errors.
    func all(after start: UInt64 = 0, to end: UInt64) async throws -> [LogEntry] {
        var entries: [LogEntry] = []
        while (entries.last?.sequence ?? start) < end {
            do {
                for try await entry in self.entries(after: entries.last?.sequence ?? start) {
                    entries.append(entry)
                    if entry.sequence >= end { break }
                }
            } catch {
                guard error.code == .unavailable else { throw error }
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        return entries
    }
}
