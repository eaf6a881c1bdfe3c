import DataSources
import DataSourcesWire
import HTTPTypes
import Hummingbird
import Logging
import ServiceLifecycle

struct Chore: Identifiable, Equatable, Codable, Sendable {
    let id: Int
    var title: String
    var isDone = false
}

let chores = try ListSource([Chore(id: 1, title: "Water the plants")])
let feed = Feed(of: chores)

let router = Router()

let lastEventID = HTTPField.Name("Last-Event-ID")!

router.get("chores/events") { request, _ in
    let position = request.headers[lastEventID].flatMap { FeedPosition($0) }
    return Response(
        status: .ok, headers: [.contentType: EventStream.contentType],
        body: ResponseBody { writer in
            try await request.body.consumeWithCancellationOnInboundClose { _ in
                for try await frame in feed.frames(since: position, framing: .eventStream) {
                    try await writer.write(ByteBuffer(bytes: frame.bytes))
                }
            }
            try await writer.finish(nil)
        })
}

router.post("chores") { request, _ in
    let title = String(buffer: try await request.body.collect(upTo: 1_000))
    try await chores.transaction { list in
        let id = (list.map(\.id).max() ?? 0) + 1
        try list.append(Chore(id: id, title: title))
    }
    return HTTPResponse.Status.created
}

router.post("chores/{id}/done") { _, context in
    let id = try context.parameters.require("id", as: Int.self)
    do {
        try await chores.update(id: id) { $0.isDone = true }
    } catch let error as EditError where error.code == .unknownItem {
        throw HTTPError(.notFound, message: "there is no chore \(id)")
    }
    return HTTPResponse.Status.noContent
}

/// Runs the feed as long as the server runs.
struct FeedService: Service {
    let feed: Feed<ListSource<Chore>>

    func run() async {
        await withGracefulShutdownHandler {
            await feed.run()
        } onGracefulShutdown: {
            feed.shutDown()
        }
    }
}

var logger = Logger(label: "chores")
logger.logLevel = .warning
let port = Environment().get("PORT", as: Int.self) ?? 8080
let server = Application(
    router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)),
    onServerRunning: { _ in print("Chores: http://127.0.0.1:\(port)/chores/events") }, logger: logger)
// The last service is ended first: the streams end, and then the server.
let services = ServiceGroup(
    configuration: .init(
        services: [server, FeedService(feed: feed)], gracefulShutdownSignals: [.sigint, .sigterm], logger: logger))
try await services.run()
