import DataSources
import DataSourcesRelay
import DataSourcesWire

/// The log with a deliberate bug; the log itself if there is none.
struct PlantedLog: FrameLog {
    let log: NatsLog
    let bug: PlantedBug?

    var messageLimit: Int { log.messageLimit }

    func append(_ message: LogMessage, after last: UInt64) async throws(FrameLogError) {
        switch bug {
        case nil: try await log.append(message, after: last)
        case .blindRepeat: try await appendBlindly(message, after: last)
        case .subjectFence: try await appendFenced(message, after: last)
        case .earlyTrim:
            if message.subject.text.hasPrefix("state.") { try? await log.trim(message.subject, before: last + 1) }
            try await log.append(message, after: last)
        }
    }

    private func end() async throws(FrameLogError) -> UInt64 { try await log.message(at: .max).last }

    private func appendBlindly(_ message: LogMessage, after last: UInt64) async throws(FrameLogError) {
        do {
            return try await log.append(message, after: last)
        } catch {
            guard error.code == .unavailable, !Task.isCancelled else { throw error }
        }
        while true {
            do {
                return try await log.append(message, after: try await end())
            } catch {
                guard [.unavailable, .conflict].contains(error.code), !Task.isCancelled else { throw error }
                try? await Task.sleep(for: .milliseconds(50))
            }
        }
    }

    /// As a log would accept it that compares the last message of the subject only.
    private func appendFenced(_ message: LogMessage, after last: UInt64) async throws(FrameLogError) {
        var known = last
        while true {
            do {
                return try await log.append(message, after: known)
            } catch {
                guard error.code == .conflict else { throw error }
                let end = try await end()
                guard end > known else { throw error }
                for sequence in known + 1...end {
                    if try await log.message(at: sequence).message?.subject == message.subject { throw error }
                }
                known = end
            }
        }
    }

    func message(at sequence: UInt64) async throws(FrameLogError) -> LogReading { try await log.message(at: sequence) }

    func entries(after sequence: UInt64) -> NatsEntries { log.entries(after: sequence) }

    func trim(_ subject: TextID, before sequence: UInt64) async throws(FrameLogError) {
        try await log.trim(subject, before: sequence)
    }
}
