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
    /// The digests that came with heartbeats, and how often they were those of this replica's state.
    ///
    /// If a digest differs, the replica asks for a whole state; the third time, it compares none any more.
    public private(set) var digests = DigestComparison()
    /// The digest of the confirmed state, once a heartbeat has asked for it.
    private var ownDigest: UInt64?
    private static var isBusy: WireError { WireError(.unexpected, "the replica follows another stream") }
    /// The commands that are on their way, or shown and not confirmed.
    var commands = CommandQueue<any PendingEdit<Snapshot>>()
    /// Whether the edits to show have changed since the last publication.
    var isOutdated = false

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
        machine = ReplicaMachine(kind: Snapshot.wireKind, limits: limits)
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
    ///   `unexpected` if the replica follows another stream; `unsendable` if the server tells that it cannot send the state;
    ///   any error that the sequence throws. The replica keeps its state and can follow another stream.
    @discardableResult
    public func follow<Frames: AsyncSequence>(_ frames: Frames) async throws -> EndReason
    where Frames.Element == WireFrame {
        try await follow(frames) { $0 }
    }

    private func follow<Frames: AsyncSequence>(
        _ frames: Frames, _ decode: (Frames.Element) throws(WireError) -> WireFrame
    ) async throws -> EndReason {
        guard machine.streamBegan() else { throw Self.isBusy }
        status.set(.connecting)
        commands.streamBegan()
        defer {
            machine.streamEnded()
            storage.discardParts()
        }
        for try await element in frames {
            if let reason = try receive(decoded(element, decode)) { return reason }
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

    private func decoded<Element>(
        _ element: Element, _ decode: (Element) throws(WireError) -> WireFrame
    ) throws(WireError) -> WireFrame {
        do {
            return try decode(element)
        } catch {
            // The parts of a whole state are smaller than a large step.
            if error.code == .tooLarge { machine.stateWasLost() }
            throw error
        }
    }

    /// Handles a frame; returns why the stream has ended, if it has.
    private func receive(_ frame: WireFrame) throws -> EndReason? {
        let before = machine
        do {
            return try perform(machine.received(frame), frame)
        } catch {
            machine = before
            // What does not fit is a fault of either side: only a whole state helps.
            if [.inconsistent, .undecodable, .different].contains(error.code) { machine.stateWasLost() }
            throw error
        }
    }

    private func perform(_ action: ReplicaMachine.Action, _ frame: WireFrame) throws(WireError) -> EndReason? {
        switch (action, frame) {
        case (.live, _):
            if case .heartbeat(_, let digest?) = frame { try compare(digest) }
            if commands.streamIsLive() { publish() }
            status.set(.live)
        case (.none, .hello(let hello)):
            if hello.epoch == machine.position?.epoch, commands.streamIsLive() { publish() }
        case (.beginLoading, _):
            storage.discardParts()
            status.set(.catchingUp)
        case (.load, .part(let part)): try storage.add(part)
        case (.finishLoading, .part(let part)):
            try storage.add(part)
            guard storage.added == (part.itemCount, part.sectionCount) else {
                throw WireError(.inconsistent, "\(storage.added) items and sections at the end of a whole state")
            }
            try storage.finishParts()
            confirmedStateChanged(containing: .unknown)
        case (.apply, .changes(let changes)):
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

    /// Compares the digest of the source's state with that of the confirmed state, which has the same version.
    ///
    /// - Throws: ``WireError`` `different` if a whole state is needed.
    private func compare(_ digest: UInt64) throws(WireError) {
        guard digests.isComparing else { return }
        // Computed once for each state, however often it is asked for. A replica that is cancelled meanwhile has none.
        if ownDigest == nil { ownDigest = try StateDigest(of: storage.snapshot)?.value }
        guard let ownDigest else { return }
        if digests.compared(isEqual: ownDigest == digest) {
            throw WireError(
                .different, "at version \(position?.number ?? 0) the state differs from the source's, by its digest")
        }
    }

    /// Shows a new confirmed state.
    private func confirmedStateChanged(containing contained: WireCommands) {
        ownDigest = nil
        if let number = machine.position?.number, let epoch = machine.position?.epoch {
            commands.stateConfirmed(FeedPosition(epoch: epoch, number: number), containing: contained)
        }
        publish()
        status.set(.live)
    }

    /// Publishes the confirmed state with the commands on their way.
    func publish() {
        isOutdated = false
        let edits = commands.shown
        if edits.isEmpty { storage.discardEdits() }
        hub.publish(edits.first?.shown(on: storage, with: Array(edits.dropFirst())) ?? storage.snapshot)
    }

    // MARK: Connecting again

    /// Keeps the replica connected until the source has finished or the task is cancelled.
    ///
    /// After a failure it waits, longer each time, and connects again with the position that it has. If a state did not
    /// fit, or a frame was too large, it asks for a whole one.
    ///
    /// It gives up, with the status ``ReplicaStatus/refused(_:)``, if that cannot work: when the server tells that it cannot
    /// send the state, and when frames were refused without a new state in between: three that were too large or did not
    /// fit, or twenty with another error, the same each time. Lost connections, and errors of other types, do not count.
    ///
    /// - Parameters:
    ///   - backoff: How long to wait after failures.
    ///   - clock: The clock that measures the time.
    ///   - connect: Opens a connection for a replica at a position; `nil` asks for a whole state. An error of the type
    ///     ``ReplicaRefusal`` is final.
    /// - Throws: ``WireError`` if the server refuses the replica, or its format is too new; `unsendable` if it cannot send
    ///   the state; the error of the last frame if frames were refused again and again. `CancellationError` if the task is
    ///   cancelled.
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
        var attempts = ReplicaAttempts(showing: machine.shown)
        while true {
            var fault: WireError?
            do {
                status.set(.connecting)
                if try await followed(position) == .finished { return }
            } catch let refusal as ReplicaRefusal {
                let error = WireError(.unexpected, refusal.message)
                status.set(.refused(error))
                throw error
            } catch {
                try Task.checkCancellation()
                fault = error as? WireError == Self.isBusy ? nil : error as? WireError
            }
            if let error = attempts.ended(showing: machine.shown, fault) {
                status.set(.refused(error))
                throw error
            }
            status.set(.stale(since: position, failures: attempts.failures))
            try await clock.sleep(for: backoff.delay(after: attempts.failures))
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
