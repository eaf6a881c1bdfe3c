import DataSourcesWire
import Foundation
public import Logging
import NIOCore
import ServiceLifecycle
import Synchronization
import UnixSignals

extension ServerOptions {
    /// Whether the process logs to standard error.
    private static let isLogging = Mutex(false)

    /// Sends what is logged to standard error; a second call does nothing.
    ///
    /// Call it before anything is logged.
    public func logToStandardError() {
        let isFirst = Self.isLogging.withLock { isLogging in
            defer { isLogging = true }
            return !isLogging
        }
        guard isFirst else { return }
        LoggingSystem.bootstrap { [logLevel] label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = logLevel
            return handler
        }
    }

    /// Serves a board until the process is told to end, or the task is cancelled.
    ///
    /// - Parameters:
    ///   - backend: What holds its cards.
    ///   - settings: How it is served, if not as the options say.
    ///   - logger: Is told of failures, and of requests at a low level.
    ///   - onRunning: Called with the address of the page when the server accepts connections.
    /// - Throws: ``ListeningError`` if the server cannot listen; `CancellationError`.
    public func serve(
        _ backend: any BoardBackend, _ settings: BoardServer.Settings? = nil, logger: Logger,
        onRunning: @escaping @Sendable (_ address: String) -> Void
    ) async throws {
        raiseFileLimit()
        let server = try BoardServer(backend, settings ?? self.settings, logger: logger)
        do {
            try await server.run(signals: [.sigterm, .sigint]) { [address] port in
                onRunning("http://\(address):\(port)")
            }
        } catch let error as IOError {
            throw ListeningError(host: host, port: port, error)
        }
    }

    /// Lets the process have as many connections as the system allows: the limit is often 1,024 at first.
    private func raiseFileLimit() {
        var limit = rlimit()
        #if canImport(Glibc)
        let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let files = RLIMIT_NOFILE
        #endif
        guard getrlimit(files, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(files, &limit)
    }
}

/// The server cannot listen.
public struct ListeningError: Error, CustomStringConvertible {
    /// What is wrong, and what helps.
    public let description: String

    init(host: String, port: Int, _ error: IOError) {
        description =
            switch error.errnoCode {
            case EADDRINUSE: "port \(port) of \(host) is in use; choose another one with --port"
            case EACCES: "port \(port) may not be used by you; choose one above 1023 with --port"
            case EADDRNOTAVAIL: "\(host) is no address of this machine; see --host"
            default: "cannot listen on \(host), port \(port): \(error)"
            }
    }
}
