import CoreMetrics
import DataSources
import DataSourcesSQLite
import DataSourcesWire
import Foundation
import GRDB
import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
import ServiceLifecycle
public import UnixSignals

/// The board over HTTP.
public struct BoardServer: Sendable {
    /// How a board is served.
    public struct Settings: Sendable {
        var host = "127.0.0.1"
        var port = 8_080
        /// The names under which the server may be reached, besides `localhost` and addresses.
        var names: [String] = []
        var connections = 1_000
        /// How long a connection may be idle.
        var idleTime = TimeAmount.seconds(30)
        /// How long a request may take to arrive.
        var requestTime = TimeAmount.seconds(30)
        /// The folder with the page; the program's own if it is `nil`.
        var page: String?
        var views = BoardViews.Settings()
        /// The commands of one client in a minute, at most.
        var commandsPerMinute = 3_000

        /// How long a view that nobody looks at is kept.
        public var viewIdleTime: Duration {
            get { views.idleTime }
            set { views.idleTime = newValue }
        }
    }

    /// The size of a command's body at most.
    static let maximalBody = 65_536

    let backend: any BoardBackend
    let settings: Settings
    let logger: Logger
    private let views: BoardViews
    private let presence: Presence
    private let files: PageFiles
    private let rules: RequestRules
    private let metrics = PrometheusMetrics.shared
    private let rates: CommandGate

    /// Creates a server of a board.
    ///
    /// - Throws: ``PageError`` if there is no page; an error of the system if it cannot be read.
    public init(_ backend: any BoardBackend, _ settings: Settings, logger: Logger) throws {
        (self.backend, self.settings, self.logger) = (backend, settings, logger)
        views = BoardViews(of: backend, settings.views)
        presence = Presence()
        rates = CommandGate(perMinute: settings.commandsPerMinute)
        files = try PageFiles(folder: settings.page)
        rules = RequestRules(names: settings.names + [settings.host])
    }

    /// Serves until the process is told to end, or the task is cancelled.
    ///
    /// - Parameters:
    ///   - signals: The signals that end the server, after all streams have ended.
    ///   - onRunning: Called with the port when the server accepts connections.
    /// - Throws: An error of the system if the server cannot listen; `CancellationError`.
    public func run(signals: [UnixSignal] = [], onRunning: @escaping @Sendable (_ port: Int) async -> Void) async throws
    {
        var quiet = logger
        quiet.logLevel = max(.warning, logger.logLevel)
        let application = Application(
            router: router,
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [RequestDeadline(settings.requestTime)],
                    idleTimeout: settings.idleTime)),
            configuration: ApplicationConfiguration(
                address: .hostname(settings.host, port: settings.port), backlog: 4_096,
                availableConnectionsDelegate: MaximumAvailableConnections(settings.connections)),
            onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? settings.port) },
            logger: quiet)
        var configuration = ServiceGroupConfiguration(
            // The last one is told to end first.
            services: [application, presence, views], gracefulShutdownSignals: signals, logger: quiet)
        configuration.maximumGracefulShutdownDuration = .seconds(5)
        try await ServiceGroup(configuration: configuration).run()
    }

    // MARK: Requests

    private var router: Router<BoardContext> {
        let router = Router(context: BoardContext.self)
        router.add(middleware: GuardMiddleware(rules: rules))
        let streams = EventStreams(views: views, presence: presence)
        router.get("events") { request, context in try await streams.response(to: request, context) }
        router.get("board") { request, _ in try await board(request) }
        router.post("commands") { request, context in try await command(request, context) }
        router.get("metrics") { _, _ in
            Response.text(
                metrics.text(with: await figures() + ProcessFigures.current),
                type: "text/plain; version=0.0.4; charset=utf-8")
        }
        router.get("health") { _, _ in try health() }
        router.get("/") { request, _ in try file(request) }
        router.get("{file}") { request, _ in try file(request) }
        return router
    }

    private func file(_ request: Request) throws(Refusal) -> Response {
        guard let response = files.response(to: request) else {
            throw Refusal(.notFound, "there is nothing at this address")
        }
        return response
    }

    private func health() throws(Refusal) -> Response {
        if views.isShuttingDown { throw Refusal(.shuttingDown, "the server is shutting down") }
        try backend.check()
        return .json(["status": "ok"])
    }

    private func board(_ request: Request) async throws -> Response {
        let (snapshot, position) = try await views.state(of: BoardQuery(QueryParameters(request.uri.query)))
        return .json(WholeBoard(snapshot, position))
    }

    private func command(_ request: Request, _ context: BoardContext) async throws -> Response {
        try rules.checkCommand(request)
        guard rates.admits(Client(context.channel.remoteAddress)) else {
            throw Refusal(
                .tooManyCommands,
                "your address has sent as many edits as it may send in a minute, \(settings.commandsPerMinute)")
        }
        let query = try BoardQuery(QueryParameters(request.uri.query))
        // Before anything is read: a body without end is not waited for.
        let length = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        guard length <= Self.maximalBody else { throw Refusal(.tooLarge, "the body is too large") }
        let body = try await request.body.collect(upTo: Self.maximalBody)
        let (key, command) = try BoardCommand.read(Data(body.readableBytesView))
        let start = ContinuousClock.now
        let position: FeedPosition?
        defer { Measurements.command.record(duration: ContinuousClock.now - start) }
        do {
            position = try await backend.apply(command, key: key, for: query)
        } catch let refusal as Refusal {
            log(command, key, refusal.code.rawValue)
            throw refusal
        } catch let error as CancellationError {
            throw error
        } catch {
            logger.error("a command was not taken", metadata: ["error": "\(error)"])
            log(command, key, Refusal.Code.unavailable.rawValue)
            let reason = (error as? DatabaseError).map(BoardDatabaseError.reason) ?? "its file is damaged"
            throw Refusal(.unavailable, "the board cannot be saved now: \(reason)")
        }
        log(command, key, "applied")
        let applied = if let position { position } else { await views.position(of: query) }
        return .json(Answer.applied(applied?.description ?? ""))
    }

    private func log(_ command: BoardCommand, _ key: String, _ outcome: String) {
        Measurements.commands(command.name, outcome).increment()
        logger.debug(
            "command",
            metadata: ["name": "\(command.name)", "card": "\(command.id)", "key": "\(key)", "outcome": "\(outcome)"])
    }

    // MARK: Metrics

    /// The figures that are counted elsewhere.
    private func figures() async -> [Figure] {
        let (totals, figures) = (views.totals, views.figures)
        return [
            .init("board_views", Double(figures.views)),
            .init("board_subscribers", Double(views.clients)),
            .init("board_frames_encoded_total", Double(totals.framesEncoded)),
            .init("board_whole_states_sent_total", Double(totals.wholeStatesSent)),
            .init("board_history_states", Double(figures.statesKept)),
        ] + (await backend.figures)
    }
}
