import BoardKit
import DataSources
import DataSourcesWire
import Synchronization

/// A log that counts what is asked of it.
struct MeasuredLog<Log: FrameLog>: FrameLog {
    private final class Counts: Sendable {
        struct Values {
            var appended = 0, appendedBytes = 0, refused = 0, failed = 0, trims = 0
        }

        let values = Mutex(Values())
    }

    let log: Log
    private let counts = Counts()

    init(_ log: Log) { self.log = log }

    var messageLimit: Int { log.messageLimit }

    func append(_ message: LogMessage, after last: UInt64) async throws(FrameLogError) {
        do {
            try await log.append(message, after: last)
            counts.values.withLock {
                $0.appended += 1
                $0.appendedBytes += message.bytes.count
            }
        } catch {
            counts.values.withLock { if error.code == .conflict { $0.refused += 1 } else { $0.failed += 1 } }
            throw error
        }
    }

    func message(at sequence: UInt64) async throws(FrameLogError) -> LogReading { try await log.message(at: sequence) }

    func entries(after sequence: UInt64) -> Log.Entries { log.entries(after: sequence) }

    func trim(_ subject: TextID, before sequence: UInt64) async throws(FrameLogError) {
        counts.values.withLock { $0.trims += 1 }
        try await log.trim(subject, before: sequence)
    }

    /// What was counted.
    var figures: [Figure] {
        let values = counts.values.withLock { $0 }
        return [
            Figure("relay_appends_total", Double(values.appended), help: "Messages that this process has appended."),
            Figure("relay_append_bytes_total", Double(values.appendedBytes), help: "Their bytes."),
            Figure(
                "relay_appends_refused_total", Double(values.refused),
                help: "Messages that the log has refused, because another one was there."),
            Figure(
                "relay_appends_failed_total", Double(values.failed),
                help: "Messages without an answer, or that the log cannot take."),
            Figure("relay_trims_total", Double(values.trims), help: "Removals of what a whole state has replaced."),
        ]
    }
}
