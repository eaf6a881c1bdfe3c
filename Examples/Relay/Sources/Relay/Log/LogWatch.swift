import BoardKit
import DataSourcesWire
import Logging
import Synchronization

/// Knows how far a reader is behind its log, and tells who writes it.
final class LogWatch<Log: FrameLog>: Sendable {
    private struct State {
        /// When the reader was at the end of the log, as far as is known.
        var caughtUp: ContinuousClock.Instant?
        var lag: UInt64?
        var failure: String?
        /// What was logged last.
        var problem: String?
        var writer: String?
        var writersSeen = 0
    }

    private let reader: LogReader<Log>
    /// How long the reader may be behind.
    private let limit: Duration
    private let start = ContinuousClock.now
    private let logger: Logger
    private let state = Mutex(State())

    init(_ reader: LogReader<Log>, limit: Duration, _ logger: Logger) {
        (self.reader, self.limit, self.logger) = (reader, limit, logger)
    }

    /// Looks once a second, until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            await look()
            try? await Task.sleep(for: .seconds(1))
        }
    }

    private func look() async {
        let found: Result<UInt64, FrameLogError>
        do {
            found = .success(try await reader.lag())
        } catch {
            found = .failure(error)
        }
        let (before, after) = state.withLock { state in
            let before = state
            switch found {
            case .success(let lag):
                state.lag = lag
                if lag == 0 { state.caughtUp = .now }
                state.failure = nil
            case .failure(let error): (state.lag, state.failure) = (nil, error.message)
            }
            if let writer = reader.writer, writer != state.writer {
                state.writer = writer
                state.writersSeen += 1
            }
            state.problem = self.problem(state)
            return (before, state)
        }
        let problem: String? = after.problem
        var place: Logger.Metadata = ["sequence": "\(reader.sequence)"]
        if let problem, before.problem == nil {
            logger.warning("\(problem)", metadata: place)
        } else if problem == nil, before.problem != nil {
            logger.info("up to date again", metadata: place)
        }
        if let writer = after.writer, writer != before.writer {
            place["writer"] = "\(writer)"
            logger.info("another process writes the log", metadata: place)
        }
    }

    /// Why what the reader knows may be old; `nil` if it was at the end of the log a short time ago.
    var problem: String? { problem(state.withLock { $0 }) }

    private func problem(_ state: State) -> String? {
        let time = (state.caughtUp ?? start).duration(to: .now)
        guard time > limit else { return nil }
        let seconds = time.components.seconds
        if let failure = state.failure { return "the log has not answered for \(seconds) s: \(failure)" }
        return "\(state.lag.map(String.init) ?? "some") messages of the log have not been read for \(seconds) s"
    }

    /// What was found.
    var figures: [Figure] {
        let state = state.withLock { $0 }
        var figures = [
            Figure("relay_log_sequence", Double(reader.sequence), help: "The last message that was read."),
            Figure(
                "relay_takeovers_seen_total", Double(state.writersSeen), help: "Writers that this process has seen."),
            Figure("relay_log_answers", state.failure == nil ? 1 : 0, help: "Whether the log answers."),
        ]
        if let lag = state.lag {
            figures.append(Figure("relay_lag_messages", Double(lag), help: "Messages that were not read yet."))
        }
        if let caughtUp = state.caughtUp {
            let lag = state.lag == 0 ? .zero : caughtUp.duration(to: .now)
            figures.append(
                Figure(
                    "relay_lag_seconds", lag / .seconds(1),
                    help: "For how long the reader has not been at the end of the log; 0 if it is."))
        }
        return figures
    }
}
