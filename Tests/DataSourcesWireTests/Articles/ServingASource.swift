import DataSources
import DataSourcesWire

/// What the article "Serving a source" shows.
enum ServingASource {
    struct Column: Identifiable, Equatable, Sendable, Codable {
        let id: Int
    }

    struct Card: Identifiable, Equatable, Sendable, Codable {
        let id: Int
        var title = ""
        var owner = ""
        var isPublic = true
    }

    struct User: Sendable {
        var name = ""
        var mayEdit = true
    }

    struct Connection: Sendable {
        var position: FeedPosition?
        var write: @Sendable ([UInt8]) async throws -> Void
    }

    static func serving(board: SectionedSource<Column, Card>, connection: Connection) async throws {
        let feed = Feed(of: board)

        func serve(_ client: Connection) async throws {
            for try await frame in feed.frames(since: client.position, as: .json, framing: .eventStream) {
                try await client.write(frame.bytes)
            }
        }
        try await serve(connection)

        await feed.run(every: .milliseconds(100), heartbeat: .seconds(15))

        let visible = board.filter { $0.isPublic }
        let publicFeed = Feed(of: visible)
        await publicFeed.run()
    }

    static func relaying() async throws {
        @Sendable func open(_ url: String, since position: FeedPosition?) async throws -> AsyncStream<WireFrame> {
            AsyncStream { nil }
        }
        let replica = Replica<SectionedSnapshot<Column, Card>>()
        let relay = Feed(relaying: replica)
        async let following: Void = replica.run { position in
            try await open("https://example.org/board", since: position)
        }
        await relay.run()
        try await following
    }

    static func takingOver(
        replica: Replica<SectionedSnapshot<Column, Card>>, position: FeedPosition
    ) async throws -> SectionedSource<Column, Card> {
        let version = Version(epoch: position.epoch, number: position.number)
        let next = try SectionedSource(await replica.confirmed, at: version)
        return next
    }

    static func replicating(
        me: String, open: @Sendable (String, FeedPosition?) async throws -> AsyncStream<WireFrame>
    ) async throws {
        @Sendable func open(_ url: String, since position: FeedPosition?) async throws -> AsyncStream<WireFrame> {
            AsyncStream { nil }
        }
        let replica = Replica<SectionedSnapshot<Column, Card>>()
        try await replica.run { position in
            try await open("https://example.org/board", since: position)
        }

        let mine = replica.filter { $0.owner == me }
        print(await mine.snapshot)

        try await replica.synced(within: .seconds(10))
    }

    struct Rename: SectionedCommand {
        static let name = "rename"
        let id: Card.ID
        let title: String

        func apply(to board: inout SectionedDraft<Column, Card>) throws {
            try board.updateItem(id: id) { $0.title = title }
        }
    }

    static func handling(board: SectionedSource<Column, Card>, envelope: CommandEnvelope, user: User) async {
        let log = CommandLog()
        let feed = Feed(of: board, log: log)
        let commands = CommandHandler(for: board, clients: User.self, identifiedBy: \.name, log: log)
        await commands.register(Rename.self) { command, user in user.mayEdit }
        let reply = await commands.handle(envelope, from: user)
        print(reply, feed.statistics)
    }

    static func editing(
        replica: Replica<SectionedSnapshot<Column, Card>>, card: Card,
        post: @Sendable (CommandEnvelope) async throws -> CommandReply
    ) async throws {
        try await replica.send(Rename(id: card.id, title: "Done")) { command in try await post(command) }
    }
}
