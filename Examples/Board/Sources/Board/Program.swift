import ArgumentParser
import Console
import Foundation
import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

@main
struct Program: ConsoleProgram {
    static let configuration = CommandConfiguration(
        commandName: "Board", abstract: "A task board in a SQLite file, shown live by any number of browsers.",
        usage: "Board [<options>]")

    @OptionGroup var options: Options

    func run() async throws {
        let level = options.logLevel
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = level
            return handler
        }
        raiseFileLimit()
        let database = try await BoardDatabase(path: options.database)
        let server = try BoardServer(database, options.settings, logger: Logger(label: "board"))
        let address = options.address
        do {
            try await server.run(signals: [.sigterm, .sigint]) { port in
                try? StandardOutput.write("Board: http://\(address):\(port)\n")
            }
        } catch let error as IOError {
            throw ListeningError(host: options.host, port: options.port, error)
        }
        try await database.close()
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
struct ListeningError: Error, CustomStringConvertible {
    let description: String

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
