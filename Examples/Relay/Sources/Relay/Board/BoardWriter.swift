import BoardKit
import DataSources
import DataSourcesRelay
import DataSourcesWire
import Logging
import Synchronization

/// Writes the board to the log while this process has the lease and the file.
///
/// ```
/// lease ─▶ file opened ─▶ log taken over ─▶ commands: file ─▶ log ─▶ answer
///   ▲                                                 │
///   └──────── another writer, lease lost, an error ───┘
/// ```
///
/// The lease says when to try, the file has one user at a time, and the log refuses what a former writer still says.
final class BoardWriter: Sendable {
    /// What there is while this process writes.
    private struct Session: Sendable {
        let database: BoardDatabase
        let views: [PublishedView]
        let log: LogReader<MeasuredLog<NatsLog>>
    }

    private struct State {
        var session: Session?
        var takeOvers = 0, deposals = 0
    }

    /// How long an edit may take to get into the log.
    private static let limit = Duration.seconds(8)

    private let log: MeasuredLog<NatsLog>
    private let lease: Lease
    private let path: String
    private let logger: Logger
    private let state = Mutex(State())

    init(_ log: MeasuredLog<NatsLog>, _ lease: Lease, path: String, _ logger: Logger) {
        (self.log, self.lease, self.path, self.logger) = (log, lease, path, logger)
    }

    /// Whether this process writes now.
    var isWriting: Bool { state.withLock { $0.session != nil } }

    /// Waits until somebody may write, writes, and waits again, until the task is cancelled.
    ///
    /// - Parameter address: Where other processes reach this one.
    /// - Throws: `CancellationError`; any error that does not go away by itself.
    func run(as address: String) async throws {
        var failures = 0
        while true {
            try Task.checkCancellation()
            logger.info("waiting for the lease")
            let held = try await lease.held(as: address)
            logger.info("has the lease")
            let start = ContinuousClock.now
            do {
                try await held.run { try await self.write(as: address) }
            } catch let error as Deposed {
                state.withLock { $0.deposals += 1 }
                logger.warning("\(error)")
            } catch let error as LeaseError where error.code == .lost {
                logger.warning("\(error.message)")
            } catch let error as FrameLogError where error.code == .unavailable {
                logger.warning("\(error.message)")
            } catch let error as BoardDatabaseError where error.isInUse {
                logger.warning("\(error)")
            }
            try Task.checkCancellation()
            failures = start.duration(to: .now) > .seconds(30) ? 1 : failures + 1
            try await Task.sleep(for: Backoff().delay(after: failures))
        }
    }

    /// Opens the file, takes the log over, and publishes until that ends.
    private func write(as address: String) async throws {
        let database = try await BoardDatabase(path: path)
        var failure: (any Error)?
        do {
            try await write(database, as: address)
        } catch {
            failure = error
        }
        state.withLock { $0.session = nil }
        try? await database.close()
        if let failure { throw failure }
    }

    private func write(_ database: BoardDatabase, as address: String) async throws {
        let start = ContinuousClock.now
        let writer = LogWriter(of: log, as: address)
        try await writer.takeOver()
        var views: [PublishedView] = []
        for query in BoardQuery.plain {
            guard let name = query.publishedName else { continue }
            let restored = try await writer.restored(name, as: SectionedSnapshot<Column, Card>.self)
            let view = PublishedView(query.view(of: database.source), as: name, restored: restored)
            // One without cards was never a state of the board.
            _ = await view.publishNewest()
            views.append(view)
        }
        logger.info(
            "writes the log",
            metadata: [
                "sequence": "\(writer.reader.sequence)", "epoch": "\(views.first?.hub.version.epoch ?? 0)",
                "version": "\(views.first?.hub.version.number ?? 0)", "after": "\(start.duration(to: .now))",
            ])
        state.withLock { state in
            state.session = Session(database: database, views: views, log: writer.reader)
            state.takeOvers += 1
        }
        try await withThrowingTaskGroup(of: Void.self) { @Sendable [views] group in
            group.addTask { try await writer.run() }
            for view in views {
                group.addTask { await view.run() }
                group.addTask { try await writer.publish(view, as: view.name) }
            }
            try await group.next()
            group.cancelAll()
        }
    }

    // MARK: Commands

    /// Applies an edit; returns when the log has it, with its position in the log for the view of a query.
    func apply(_ command: BoardCommand, key: String, for query: BoardQuery) async throws -> FeedPosition {
        guard let session = state.withLock({ $0.session }) else {
            throw Refusal(.unavailable, "this process does not write the board now; ask again")
        }
        try await session.database.apply(command, key: key)
        let name = query.publishedName ?? BoardQuery.plain[0].publishedName
        var answer: FeedPosition?
        for view in session.views {
            let position = await view.publishNewest()
            try await inLog(position, view.name, session)
            if view.name == name { answer = position }
        }
        guard let answer else { throw Refusal(.unavailable, "the log has no view for this query") }
        return answer
    }

    private func inLog(_ position: FeedPosition, _ name: String, _ session: Session) async throws {
        let isThere = try await withThrowingTaskGroup(of: Bool.self) { @Sendable group in
            group.addTask {
                try await session.log.reached(position, of: name)
                return true
            }
            group.addTask {
                try await Task.sleep(for: Self.limit)
                return false
            }
            defer { group.cancelAll() }
            return try await group.next() ?? false
        }
        if !isThere { throw Refusal(.unavailable, "the edit is saved, and not in the log yet; ask again") }
    }

    /// Checks that edits can be saved.
    func check() throws(Refusal) { try state.withLock({ $0.session })?.database.check() }

    /// What is counted.
    var figures: [Figure] {
        get async {
            let state = state.withLock { $0 }
            let own = [
                Figure("relay_writes", state.session == nil ? 0 : 1, help: "Whether this process writes the log."),
                Figure("relay_takeovers_total", Double(state.takeOvers), help: "How often this process took over."),
                Figure(
                    "relay_deposals_total", Double(state.deposals), help: "How often another one took over from it."),
            ]
            return own + log.figures + (await state.session?.database.figures ?? [])
        }
    }
}
