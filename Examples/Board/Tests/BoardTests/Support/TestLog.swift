import DataSources
import Logging

/// Keeps what is logged.
final class TestLog: Sendable {
    let messages = Parameter([String]())

    var lines: [String] { messages.value }

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
            log.messages.update { $0.append("\(event.message)") }
        }
    }
}
