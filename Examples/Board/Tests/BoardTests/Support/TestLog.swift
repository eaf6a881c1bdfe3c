import Logging
import Synchronization

/// Keeps what is logged.
final class TestLog: Sendable {
    private let messages = Mutex([String]())

    var lines: [String] { messages.withLock { $0 } }

    var logger: Logger { Logger(label: "test") { [self] _ in Handler(log: self) } }

    private struct Handler: LogHandler {
        let log: TestLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            log.messages.withLock { $0.append("\(event.message)") }
        }
    }
}
