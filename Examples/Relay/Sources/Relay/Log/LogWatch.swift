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
        var writer: String?
        var writersSeen = 0
    }

    private let reader: LogReader<Log>
    private let logger: Logger
    private let state = Mutex(State())

    init(_ reader: LogReader<Log>, _ logger: Logger) { (self.reader, self.logger) = (reader, logger) }

    /// Looks once a second, until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            await look()
            try? await Task.sleep(for: .seconds(1))
        }
    }

    private func look() async {
        let found = await Result { () async throws(FrameLogError) in try await reader.lag() }
        let writer = reader.writer
        let (failure, isNewWriter) = state.withLock { state in
            let before = state.failure
            switch found {
            case .success(let lag):
                state.lag = lag
                if lag == 0 { state.caughtUp = .now }
                state.failure = nil
            case .failure(let error): (state.lag, state.failure) = (nil, error.message)
            }
            let isNewWriter = writer != nil && writer != state.writer
            if isNewWriter {
                state.writer = writer
                state.writersSeen += 1
            }
            return (state.failure == before ? nil : .some(state.failure), isNewWriter)
        }
        let place: Logger.Metadata = ["sequence": "\(reader.sequence)"]
        if let failure {
            if let failure {
                logger.warning("the log does not answer: \(failure)", metadata: place)
            } else {
                logger.info("the log answers again", metadata: place)
            }
        }
        if isNewWriter, let writer {
            logger.info("another process writes the log now", metadata: place.merging(["writer": "\(writer)"]) { $1 })
        }
    }

    /// Why what the reader knows may be old; `nil` if it was at the end of the log a short time ago.
    func problem(after limit: Duration) -> String? {
        let state = state.withLock { $0 }
        guard let caughtUp = state.caughtUp else { return state.failure ?? "the log has not been read yet" }
        let time = caughtUp.duration(to: .now)
        guard time > limit else { return nil }
        let seconds = time.components.seconds
        if let failure = state.failure { return "the log has not answered for \(seconds) s: \(failure)" }
        return "\(state.lag ?? 0) messages of the log have not been read for \(seconds) s"
    }

    /// What was found.
    var figures: [Figure] {
        let state = state.withLock { $0 }
        var figures = [
            Figure("relay_log_sequence", Double(reader.sequence), help: "The last message that was read."),
            Figure("relay_takeovers_seen_total", Double(state.writersSeen), help: "Writers that this process has seen."),
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

extension Result where Failure == FrameLogError {
    fileprivate init(_ body: () async throws(FrameLogError) -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
