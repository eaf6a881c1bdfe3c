public import DataSources
internal import Synchronization

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
    /// How it is connected; it changes at one cut with the state.
    public nonisolated let status = Parameter(SourceStatus.loading(nil))
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
    /// Where the confirmed states are noted for feeds that pass them on; guarded by the mutex.
    nonisolated let relays = Mutex<[RelayedStates<Snapshot>]>([])
    /// Whether the last state was not right, so that a whole one was asked for.
    private var isMending = false

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
        hub = SnapshotHub(status: status.hub)
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
    /// If the stream ends before the source, or it throws, the status is `stale`.
    ///
    /// In a log, the frames of one writer follow those of another, each beginning with a hello. A whole state that was
    /// not ended is dropped. The replica shows its last state until the next whole one is there, and then publishes the
    /// difference; a repetition of the state that it has is not decoded.
    ///
    /// - Parameter frames: The frames of one connection, beginning with a hello.
    /// - Returns: Why the stream has ended.
    /// - Throws: ``WireError`` if a frame is refused, `disconnected` if the stream ends without an end, and
    ///   `unexpected` if the replica follows another stream; `unsendable` if the server tells that it cannot send the state;
    ///   any error that the sequence throws. The replica keeps its state and can follow another stream.
    @discardableResult
    public func follow<Frames: AsyncSequence>(_ frames: Frames) async throws -> EndReason
    where Frames.Element == WireFrame {
        try await tellingFailures { try await receive(from: frames) { $0 } }
    }

    private func tellingFailures(_ follow: () async throws -> EndReason) async throws -> EndReason {
        do {
            let reason = try await follow()
            if reason != .finished { status.set(.stale(FollowFailure(Self.ended(reason), attempts: 1))) }
            return reason
        } catch let error where error as? WireError != Self.isBusy {
            status.set(.stale(FollowFailure(error, attempts: 1)))
            throw error
        }
    }

    private static func ended(_ reason: EndReason) -> WireError {
        WireError(.disconnected, "the server has ended the stream: \(reason)")
    }

    private func receive<Frames: AsyncSequence>(
        from frames: Frames, _ decode: (Frames.Element) throws(WireError) -> WireFrame
    ) async throws -> EndReason {
        guard machine.streamBegan() else { throw Self.isBusy }
        commands.streamBegan()
        defer {
            machine.streamEnded()
            storage.discardParts()
        }
        var isRead = false
        do {
            for try await element in frames {
                let frame = try decode(element)
                isRead = true
                if let reason = try receive(frame) { return reason }
                isRead = false
            }
        } catch let error as WireError where error.code == .tooLarge && !isRead {
            // The parts of a whole state are smaller than a large step.
            machine.stateWasLost()
            throw error
        }
        try Task.checkCancellation()
        throw WireError(.disconnected, "the stream has ended and the source has not")
    }

    /// Follows a stream of encoded frames, one an element.
    ///
    /// A socket gives bytes that are cut anywhere: see ``LengthPrefixedFrames``.
    ///
    /// - Parameters:
    ///   - chunks: The frames of one connection; each element is one frame.
    ///   - format: The format of the frames.
    /// - Returns: Why the stream has ended.
    /// - Throws: As ``follow(_:)``; ``WireError`` if bytes are no frame, and `misframed` if the first element shows that
    ///   they are framed in another way.
    @discardableResult
    public func follow<Chunks: AsyncSequence>(_ chunks: Chunks, as format: FrameFormat) async throws -> EndReason
    where Chunks.Element == [UInt8] {
        try await tellingFailures { try await receive(from: chunks, as: format) }
    }

    private func receive<Chunks: AsyncSequence>(from chunks: Chunks, as format: FrameFormat) async throws -> EndReason
    where Chunks.Element == [UInt8] {
        var (decoder, isFirst) = (FrameDecoder(format, limits: limits), true)
        return try await receive(from: chunks) { (bytes) throws(WireError) in
            defer { isFirst = false }
            do throws(WireError) {
                return try decoder.decode(bytes)
            } catch {
                throw isFirst ? format.explained(error, of: bytes, limits: limits) : error
            }
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
            if [.inconsistent, .undecodable, .different].contains(error.code) {
                machine.stateWasLost()
                isMending = true
            }
            throw error
        }
    }

    private func perform(_ action: ReplicaMachine.Action, _ frame: WireFrame) throws(WireError) -> EndReason? {
        switch (action, frame) {
        case (.live, _):
            // A hello in the middle of a whole state.
            storage.discardParts()
            if case .heartbeat(_, let digest?) = frame { try compare(digest) }
            if case .part(let part) = frame { try compareCounts(part) }
            if commands.streamIsLive() { publish() }
            status.set(.ready)
        case (.beginAnew, .hello(let hello)):
            storage.discardParts()
            if hello.epoch == machine.position?.epoch, commands.streamIsLive() { publish() }
        case (.beginLoading, _):
            storage.discardParts()
            status.set(.loading(nil))
        case (.load, .part(let part)):
            try storage.add(part)
            let (items, sections) = storage.added
            let whole = Double(part.itemCount) + Double(part.sectionCount)
            status.set(.loading(whole > 0 ? Swift.min(1, Double(items + sections) / whole) : nil))
        case (.finishLoading, .part(let part)):
            try storage.add(part)
            guard storage.added == (part.itemCount, part.sectionCount) else {
                throw WireError(.inconsistent, "\(storage.added) items and sections at the end of a whole state")
            }
            try storage.finishParts()
            confirmedStateChanged(containing: .unknown) { isMending ? .mended : .whole }
        case (.apply, .changes(let changes)):
            try storage.apply(changes)
            confirmedStateChanged(containing: changes.commands) { .step(changes) }
        case (.end(let reason), _):
            if reason == .finished { sourceFinished() }
            return reason
        default: break
        }
        return nil
    }

    private func sourceFinished() {
        commands.sourceFinished()
        publish(.finished)
        hub.finish()
        status.finish()
        for states in relayed { states.finished() }
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

    /// Compares the numbers of a whole state with those of the confirmed state, which has the same version.
    private func compareCounts(_ part: WirePart) throws(WireError) {
        let own = (storage.snapshot.itemCount, storage.snapshot.wireSectionCount)
        guard own == (part.itemCount, part.sectionCount) else {
            throw WireError(
                .inconsistent,
                "\(part.itemCount) items in \(part.sectionCount) sections at version \(part.version), here \(own)")
        }
    }

    /// Shows a new confirmed state, after relays have noted it.
    private func confirmedStateChanged(
        containing contained: WireCommands, by origin: () -> ConfirmedStates<Snapshot>.Origin
    ) {
        ownDigest = nil
        if let position = machine.position {
            for states in relayed { states.confirmed(storage.snapshot, at: position, by: origin()) }
            commands.stateConfirmed(position, containing: contained)
        }
        isMending = false
        publish(.ready)
    }

    /// Publishes the confirmed state with the commands on their way, and a new status at the same cut.
    func publish(_ newStatus: SourceStatus? = nil) {
        isOutdated = false
        let edits = commands.shown
        if edits.isEmpty { storage.discardEdits() }
        let state = edits.first?.shown(on: storage, with: Array(edits.dropFirst())) ?? storage.snapshot
        hub.publish(state, status: newStatus ?? status.value)
    }

    // MARK: Connecting again

    /// Keeps the replica connected until the source has finished or the task is cancelled.
    ///
    /// After a failure it waits, longer each time, and connects again with the position that it has. If a state did not
    /// fit, or a frame was too large, it asks for a whole one.
    ///
    /// It gives up, with the status `failed`, if that cannot work: when the server tells that it cannot send the state, when
    /// the bytes of a stream are framed in another way, and when frames were refused without a new state in between: three
    /// that were too large or did not fit, or twenty with another error, the same each time. Lost connections, and errors of
    /// other types, do not count.
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
        try await run(backoff, clock) { position in try await receive(from: connect(position)) { $0 } }
    }

    /// Keeps the replica connected by streams of encoded frames; see ``run(backoff:clock:connecting:)``.
    ///
    /// - Parameters:
    ///   - format: The format of the frames.
    ///   - backoff: How long to wait after failures.
    ///   - clock: The clock that measures the time.
    ///   - connect: Opens a connection; each element is one frame. For a socket, whose reads are cut anywhere, see
    ///     ``LengthPrefixedFrames``.
    /// - Throws: As the other method; ``WireError`` `misframed` if the first element of a stream shows that the bytes are
    ///   framed in another way, such as the reads of a socket.
    public func run<Chunks: AsyncSequence, C: Clock<Duration>>(
        as format: FrameFormat,
        backoff: Backoff = Backoff(),
        clock: C = ContinuousClock(),
        connecting connect: @Sendable (_ position: FeedPosition?) async throws -> Chunks
    ) async throws where Chunks.Element == [UInt8], Chunks: Sendable {
        try await run(backoff, clock) { position in try await receive(from: connect(position), as: format) }
    }

    private func run<C: Clock<Duration>>(
        _ backoff: Backoff, _ clock: C, _ followed: (_ position: FeedPosition?) async throws -> EndReason
    ) async throws {
        var attempts = ReplicaAttempts(showing: machine.shown)
        while true {
            var failure: any Error
            do {
                let reason = try await followed(position)
                if reason == .finished { return }
                failure = Self.ended(reason)
            } catch is SourceRemoved {
                return sourceFinished()
            } catch {
                failure = Task.isCancelled ? CancellationError() : error
            }
            // Another task follows the source, and tells the status.
            let isBusy = failure as? WireError == Self.isBusy
            var final = attempts.ended(showing: machine.shown, isBusy ? nil : failure as? WireError)
            if let refusal = failure as? ReplicaRefusal { final = WireError(.unexpected, refusal.message) }
            if let final {
                status.set(.failed(FollowFailure(final, attempts: attempts.failures)))
                throw final
            }
            if !isBusy { status.set(.stale(FollowFailure(failure, attempts: attempts.failures))) }
            do {
                try Task.checkCancellation()
                try await clock.sleep(for: backoff.delay(after: attempts.failures))
            } catch {
                if !isBusy { status.set(.stale(FollowFailure(error, attempts: attempts.failures))) }
                throw error
            }
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
