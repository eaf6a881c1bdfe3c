import ArgumentParser
import DataSources
import DataSourcesRelay
import DataSourcesWire
import Foundation
import Logging

/// Which servers of NATS have the log, and how to reach them.
struct ConnectionOptions: ParsableArguments, Sendable {
    @Option(
        name: .customLong("connect"),
        help: ArgumentHelp(
            "A server of your cluster, such as nats://10.0.0.1:4222 or tls://host:4222. Can be repeated.",
            valueName: "url"))
    var servers: [String] = []

    @Option(help: ArgumentHelp("The JetStream stream that is the log; it is made if it is missing.", valueName: "name"))
    var stream = "boards"

    @Option(
        help: ArgumentHelp("How many servers have the log: 1, 3 or 5. (default: 3)", valueName: "count"),
        transform: { text in
            guard let count = Int(text), [1, 3, 5].contains(count) else { throw ValidationError("It takes 1, 3 or 5.") }
            return count
        })
    var replicas = 3

    @Option(
        help: ArgumentHelp(
            "The user and the password, as user:password. (default: $NATS_LOGIN, which others do not see)",
            valueName: "login"))
    var login: String?

    @Option(
        name: .customLong("credentials"),
        help: ArgumentHelp("The credentials file (.creds) to prove oneself with.", valueName: "file"))
    var credentials: String?

    @Option(
        name: .customLong("tls-authorities"),
        help: ArgumentHelp("The authorities to trust, in PEM; those of the system without it.", valueName: "file"))
    var authorities: String?

    @Option(
        name: .customLong("tls-certificate"),
        help: ArgumentHelp("The certificate of this client, in PEM.", valueName: "file"))
    var certificate: String?

    @Option(name: .customLong("tls-key"), help: ArgumentHelp("Its key, in PEM.", valueName: "file"))
    var key: String?

    func validate() throws {
        if (certificate == nil) != (key == nil) {
            throw ValidationError("--tls-certificate and --tls-key belong together.")
        }
        if login != nil, credentials != nil {
            throw ValidationError("Give either --login or --credentials.")
        }
        if let login, !login.contains(":") { throw ValidationError("--login takes user:password.") }
    }

    /// How to reach the servers.
    ///
    /// - Parameter name: What the servers' monitoring calls this process.
    /// - Returns: The settings.
    func settings(name: String) -> NatsSettings {
        var settings = NatsSettings(servers: servers)
        settings.name = name
        if let credentials {
            settings.credentials = .file(credentials)
        } else if let login = login ?? ProcessInfo.processInfo.environment["NATS_LOGIN"],
            let colon = login.firstIndex(of: ":")
        {
            settings.credentials = .user(String(login[..<colon]), password: String(login[login.index(after: colon)...]))
        }
        if authorities != nil || certificate != nil {
            settings.tls = .init(authorities: authorities)
            if let certificate, let key { settings.tls?.certificate = (certificate, key) }
        }
        return settings
    }

    /// The arguments that give another process the same options, with these servers.
    func arguments(servers: [String]) -> [String] {
        var arguments = servers.flatMap { ["--connect", $0] } + ["--stream", stream, "--replicas", "\(replicas)"]
        for (name, value) in [
            ("--login", login), ("--credentials", credentials), ("--tls-authorities", authorities),
            ("--tls-certificate", certificate), ("--tls-key", key),
        ] {
            if let value { arguments += [name, value] }
        }
        return arguments
    }

    /// Opens the log; waits while the servers are there and do not answer for it, as when they have just been started.
    func open(
        name: String, _ logger: Logger
    ) async throws -> (log: MeasuredLog<NatsLog>, connection: NatsConnection) {
        if servers.isEmpty { throw ValidationError("Say which servers have the log, with --connect.") }
        let connection = try await NatsConnection.open(settings(name: name))
        var failures = 0
        while true {
            do {
                let log = try await log(on: connection)
                return (MeasuredLog(log), connection)
            } catch let error as FrameLogError where error.code == .unavailable {
                failures += 1
                if failures > 1 { logger.warning("waits for the log: \(error.message)") }
            }
            try await Task.sleep(for: Backoff.ofLog.delay(after: failures))
        }
    }

    private func log(on connection: NatsConnection) async throws -> NatsLog {
        try await NatsLog(NatsLogSettings(stream: stream, replicas: replicas), on: connection)
    }
}
