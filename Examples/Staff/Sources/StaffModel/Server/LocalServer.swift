public import DataSources
public import DataSourcesWire
public import Foundation

/// A server in the process of the app, so that the app works without one: it can be switched off and on.
///
/// Nothing is short-cut: the app talks to it in bytes, as to one that is far away. A real one has the same source, feed and
/// handler, behind a protocol of the network.
public actor LocalServer: StaffServer {
    /// The list.
    public nonisolated let staff: SectionedSource<Department, Person>
    /// Whether it can be reached.
    public private(set) var isReachable = true
    private let feed: Feed<SectionedSource<Department, Person>>
    private let commands: CommandHandler<SectionedSource<Department, Person>, Void>
    private let file: SavedStaff?
    /// The waits for a frame; each connection has one at most.
    private var waits: [Int: Task<[UInt8]?, any Error>] = [:]
    private var connections = 0, broken = 0

    private typealias Frames = FeedFrames<SectionedSource<Department, Person>>.AsyncIterator

    private init(_ staff: SectionedSource<Department, Person>, _ file: SavedStaff?) async {
        let log = CommandLog()
        (self.staff, self.file) = (staff, file)
        feed = Feed(of: staff, log: log)
        commands = CommandHandler(for: staff, log: log)
        await commands.register(StaffCommand.self)
    }

    /// Creates a server with a list.
    ///
    /// - Throws: `EditError` if an id occurs twice.
    public init(_ sections: [StaffSection]) async throws {
        await self.init(try SectionedSource(sections), nil)
    }

    /// Creates a server that goes on with the list in a file, or with the given one if there is none that can be used.
    ///
    /// - Throws: `EditError` if an id occurs twice.
    public init(keepingIn url: URL, or sections: [StaffSection]) async throws {
        let file = SavedStaff(url: url)
        let kept = Replica<StaffSnapshot>()
        // Going on in the same epoch, it serves the difference to an app that was connected before.
        _ = try? await file.restore(kept)
        if let (state, position) = await kept.saved() {
            let version = Version(epoch: position.epoch, number: position.number)
            await self.init(try SectionedSource(state, at: version), file)
        } else {
            await self.init(try SectionedSource(sections), file)
        }
    }

    /// Sends heartbeats and keeps the list in its file, until the task is cancelled.
    public func run(clock: some Clock<Duration> = ContinuousClock()) async {
        async let feeding: Void = feed.run(every: .milliseconds(20), heartbeat: .seconds(5), clock: clock)
        if let file {
            let subscription = staff.subscribe()
            try? file.save(subscription.snapshot)
            for await update in subscription { try? file.save(update.after) }
        }
        await feeding
    }

    /// Switches it off, which breaks all connections, or on.
    public func setReachable(_ reachable: Bool) {
        isReachable = reachable
        guard !reachable else { return }
        broken = connections
        for wait in waits.values { wait.cancel() }
    }

    /// Opens a connection.
    ///
    /// - Throws: ``Unreachable`` while it is off.
    public func frames(since position: FeedPosition?) throws -> AsyncThrowingStream<[UInt8], any Error> {
        guard isReachable else { throw Unreachable() }
        connections += 1
        let connection = connections
        let frames = feed.frames(since: position, as: .binary).makeAsyncIterator()
        // Frames are made when they are asked for: whoever is slow costs no queue.
        return AsyncThrowingStream { [weak self] in try await self?.next(frames, connection) }
    }

    private func next(_ frames: Frames, _ connection: Int) async throws -> [UInt8]? {
        guard connection > broken else { throw Unreachable() }
        let wait = Task {
            var frames = frames
            return try await frames.next()?.bytes
        }
        waits[connection] = wait
        defer { waits[connection] = nil }
        let bytes = try await withTaskCancellationHandler { @Sendable in
            try await wait.value
        } onCancel: {
            wait.cancel()
        }
        guard connection > broken else { throw Unreachable() }
        return bytes
    }

    /// Applies a command.
    ///
    /// - Throws: ``Unreachable`` while it is off, and if it was switched off before the answer.
    public func perform(_ command: CommandEnvelope) async throws -> CommandReply {
        guard isReachable else { throw Unreachable() }
        let before = broken
        let reply = await commands.handle(command)
        guard before == broken, isReachable else { throw Unreachable() }
        return reply
    }
}

/// There is no connection.
public struct Unreachable: Error, Hashable, CustomStringConvertible {
    /// Creates the error.
    public init() {}

    /// For people.
    public var description: String { "the server cannot be reached" }
}
