public import DataSources

/// A copy of a source in another process: an actor that is a source itself, fed by a stream of frames.
///
/// Operators, views and another feed work on it as on any source.
///
/// ```swift
/// let board = Replica<SectionedSnapshot<Column, Card>>()
/// try await board.run { position in try await client.frames(of: "board", since: position) }
/// ```
///
/// - **States of the source.** Every confirmed state is one that the source has committed. States can be skipped, never
///   reordered.
/// - **Faults are refused.** A frame that is missing, repeated, of another epoch or inconsistent throws a ``WireError``
///   and changes nothing.
/// - **Offline.** It keeps its last state; see ``status``. ``run(backoff:clock:connecting:)`` connects again.
/// - **Edits at once.** Commands that are on their way are shown on top of the confirmed state, and made anew on every
///   state that arrives; see ``Replica``'s `send(_:through:)`.
public actor Replica<Snapshot: WireSnapshot>: PublishingSource {
    /// Publishes the states, with versions of its own.
    public nonisolated let hub: SnapshotHub<Snapshot>
    /// How it is connected.
    public nonisolated let status = Parameter(ReplicaStatus.idle)
    let limits: WireLimits
    let storage: Snapshot.Storage
    private var machine: ReplicaMachine
    /// The commands that are shown and not confirmed.
    var commands = CommandQueue<Snapshot>()

    /// Creates an empty replica.
    ///
    /// - Parameter limits: What it accepts.
    @inlinable
    public init(limits: WireLimits = WireLimits()) {
        self.init(limits: limits) { Snapshot.Storage() }
    }

    /// Creates an empty replica with a storage that was made in the client's module: there it is specialised.
    @usableFromInline
    init(limits: WireLimits, makingStorage makeStorage: @Sendable () -> Snapshot.Storage) {
        self.limits = limits
        storage = makeStorage()
        hub = SnapshotHub()
        machine = ReplicaMachine(kind: Snapshot.wireKind)
    }

    /// The state of the source that it has; `nil` before the first one.
    ///
    /// Present it to the server to go on from there.
    public var position: FeedPosition? { machine.position }

    /// The last state of the source that it has, without commands on their way.
    public var confirmed: Snapshot { storage.snapshot }

    // MARK: One stream

    /// Follows a stream of frames until the source has finished.
    ///
    /// - Parameter frames: The frames of one connection, beginning with a hello.
    /// - Returns: Why the stream has ended.
    /// - Throws: ``WireError`` if a frame is refused, `disconnected` if the stream ends without an end, and
    ///   `unexpected` if the replica follows another stream; any error that the sequence throws. The replica keeps its
    ///   state and can follow another stream.
    @discardableResult
    public func follow<Frames: AsyncSequence>(_ frames: Frames) async throws -> EndReason
    where Frames.Element == WireFrame {
        try await follow(frames) { $0 }
    }

    private func follow<Frames: AsyncSequence>(
        _ frames: Frames, _ decode: (Frames.Element) throws(WireError) -> WireFrame
    ) async throws -> EndReason {
        guard machine.streamBegan() else { throw WireError(.unexpected, "the replica follows another stream") }
        status.set(.connecting)
        defer {
            machine.streamEnded()
            storage.discardParts()
        }
        for try await frame in frames {
            if let reason = try receive(decode(frame)) { return reason }
        }
        try Task.checkCancellation()
        throw WireError(.disconnected, "the stream has ended and the source has not")
    }

    /// Follows a stream of encoded frames, one an element.
    ///
    /// - Parameters:
    ///   - chunks: The frames of one connection; each element is one frame.
    ///   - format: The format of the frames.
    /// - Returns: Why the stream has ended.
    /// - Throws: As ``follow(_:)``; ``WireError`` if bytes are no frame.
    @discardableResult
    public func follow<Chunks: AsyncSequence>(_ chunks: Chunks, as format: FrameFormat) async throws -> EndReason
    where Chunks.Element == [UInt8] {
        var decoder = FrameDecoder(format, limits: limits)
        return try await follow(chunks) { (bytes) throws(WireError) in try decoder.decode(bytes) }
    }

    /// Handles a frame; returns why the stream has ended, if it has.
    private func receive(_ frame: WireFrame) throws -> EndReason? {
        let before = machine
        do {
            return try perform(machine.received(frame), frame)
        } catch {
            machine = before
            // What does not fit is a fault of either side: only a whole state helps.
            if error.code == .inconsistent || error.code == .undecodable { machine.stateWasLost() }
            throw error
        }
    }

    private func perform(_ action: ReplicaMachine.Action, _ frame: WireFrame) throws(WireError) -> EndReason? {
        switch (action, frame) {
        case (.live, _): status.set(.live)
        case (.beginLoading, _):
            storage.discardParts()
            status.set(.catchingUp)
        case (.load, .part(let part)): try add(part)
        case (.finishLoading, .part(let part)):
            try add(part)
            guard storage.added == (part.itemCount, part.sectionCount) else {
                throw WireError(.inconsistent, "\(storage.added) items and sections at the end of a whole state")
            }
            try storage.finishParts()
            confirmedStateChanged(containing: .unknown)
        case (.apply, .changes(let changes)):
            guard changes.itemCount <= limits.items, changes.sectionCount <= limits.items else {
                throw WireError(.tooLarge, "a state of more than \(limits.items) items")
            }
            try storage.apply(changes)
            confirmedStateChanged(containing: changes.commands)
        case (.end(let reason), _):
            if reason == .finished {
                commands.sourceFinished()
                publish()
                status.set(.finished)
                hub.finish()
            }
            return reason
        default: break
        }
        return nil
    }

    private func add(_ part: WirePart) throws(WireError) {
        guard part.itemCount <= limits.items, part.sectionCount <= limits.items else {
            throw WireError(.tooLarge, "a state of more than \(limits.items) items")
        }
        try storage.add(part)
    }

    /// Shows a new confirmed state.
    private func confirmedStateChanged(containing contained: WireCommands) {
        if let number = machine.position?.number, let epoch = machine.position?.epoch {
            commands.stateConfirmed(FeedPosition(epoch: epoch, number: number), containing: contained)
        }
        publish()
        status.set(.live)
    }

    /// Publishes the confirmed state with the commands on their way.
    func publish() {
        hub.publish(commands.shown(on: storage))
    }

    // MARK: Connecting again

    /// Keeps the replica connected until the source has finished or the task is cancelled.
    ///
    /// After a failure it waits, longer each time, and connects again with the position that it has. If a state did not
    /// fit, it asks for a whole one.
    ///
    /// - Parameters:
    ///   - backoff: How long to wait after failures.
    ///   - clock: The clock that measures the time.
    ///   - connect: Opens a connection for a replica at a position; `nil` asks for a whole state. An error of the type
    ///     ``ReplicaRefusal`` is final.
    /// - Throws: ``WireError`` if the server refuses the replica, or its format is too new; `CancellationError` if the
    ///   task is cancelled.
    public func run<Frames: AsyncSequence, C: Clock<Duration>>(
        backoff: Backoff = Backoff(),
        clock: C = ContinuousClock(),
        connecting connect: @Sendable (_ position: FeedPosition?) async throws -> Frames
    ) async throws where Frames.Element == WireFrame, Frames: Sendable {
        try await run(backoff, clock) { position in try await follow(connect(position)) }
    }

    /// Keeps the replica connected by streams of encoded frames; see ``run(backoff:clock:connecting:)``.
    ///
    /// - Parameters:
    ///   - format: The format of the frames.
    ///   - backoff: How long to wait after failures.
    ///   - clock: The clock that measures the time.
    ///   - connect: Opens a connection; each element is one frame.
    /// - Throws: As the other method.
    public func run<Chunks: AsyncSequence, C: Clock<Duration>>(
        as format: FrameFormat,
        backoff: Backoff = Backoff(),
        clock: C = ContinuousClock(),
        connecting connect: @Sendable (_ position: FeedPosition?) async throws -> Chunks
    ) async throws where Chunks.Element == [UInt8], Chunks: Sendable {
        try await run(backoff, clock) { position in try await follow(connect(position), as: format) }
    }

    private func run<C: Clock<Duration>>(
        _ backoff: Backoff, _ clock: C, _ followed: (_ position: FeedPosition?) async throws -> EndReason
    ) async throws {
        var failures = 0
        while true {
            let start = position
            do {
                status.set(.connecting)
                if try await followed(start) == .finished { return }
            } catch let refusal as ReplicaRefusal {
                let error = WireError(.unexpected, refusal.message)
                status.set(.refused(error))
                throw error
            } catch let error as WireError where error.code == .unsupportedVersion {
                status.set(.refused(error))
                throw error
            } catch {
                try Task.checkCancellation()
            }
            failures = position != nil && position != start ? 1 : failures + 1
            status.set(.stale(since: position, failures: failures))
            try await clock.sleep(for: backoff.delay(after: failures))
        }
    }
}

/// A server's final no, for example to a client without permission; thrown by a closure that connects.
public struct ReplicaRefusal: Error, Hashable, Sendable {
    /// Why; for people.
    public let message: String

    /// Creates a refusal.
    public init(_ message: String) {
        self.message = message
    }
}
