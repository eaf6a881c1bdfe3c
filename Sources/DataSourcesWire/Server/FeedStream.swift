internal import DataSources

/// The stream of one client: where it is, and what comes next.
///
/// ```
/// beginning ─ hello ─▶ following ─ changes, heartbeats ─▶ ended
///     └─ hello ─▶ resetting ─ reset ─▶ sending ─ last part ─▶ following
/// ```
///
/// It is a struct and no actor, so serving thousands of clients costs no change of executors.
struct FeedStream<Source: DataSource>: Sendable where Source.Snapshot: WireSnapshot {
    typealias Snapshot = Source.Snapshot

    private enum Phase: Sendable {
        case beginning
        case restarting
        case resetting(ResetReason)
        case sending(WireCursor)
        case following
        /// The client has been told that the state cannot be sent; the caller has not.
        case failed(WireError)
        case ended
    }

    let feed: Feed<Source>
    private let start: FeedPosition?
    private let format: FrameFormat
    private let framing: Framing
    private var phase = Phase.beginning
    /// The state that the client has, or is being sent.
    private var held = FeedStep(Snapshot())
    /// The version up to which nothing is left to send: that of the client's state, or of a later one equal to it.
    private var seen: UInt64 = 0
    /// The number of shapes that the client has.
    private var shapeCount = 0
    /// The version whose digest the client has been sent.
    private var digested: UInt64?
    /// The state of a heartbeat, to which a step follows after the shapes that were sent in its place.
    private var pendingHeartbeat: FeedStep?
    /// Where the client waits while the feed does not run; not in a relay.
    private var subscription: SnapshotSubscription<Snapshot>?

    init(feed: Feed<Source>, position: FeedPosition?, format: FrameFormat, framing: Framing) {
        (self.feed, start, self.format, self.framing) = (feed, position, format, framing)
    }

    /// The version of the client's state on the wire.
    private var version: Version { held.version ?? Version(epoch: 0, number: 0) }

    /// The next frame.
    ///
    /// If an item cannot be sent, the client is told by a last frame before the error is thrown: else it would come back
    /// for the same state without end.
    mutating func next() async throws(WireError) -> EncodedFrame? {
        let frame: EncodedFrame?
        do {
            frame = try await produce()
        } catch {
            if case .ended = phase { throw error }
            frame = try end(.unsendable)
            phase = .failed(error)
        }
        guard let frame else { return nil }
        feed.counters.frameSent(bytes: frame.bytes.count)
        return frame
    }

    private mutating func produce() async throws(WireError) -> EncodedFrame? {
        if Task.isCancelled { return nil }
        if isReplaced { return try end(.shutdown) }
        switch phase {
        case .beginning: return try await begin()
        case .restarting:
            phase = .resetting(.first)
            return try hello(version: nil)
        case .resetting(let reason):
            phase = .sending(WireCursor())
            feed.counters.stateSent()
            return try frame(.reset(reason), .reset)
        case .sending(let cursor): return try await part(from: cursor)
        case .following: return try await follow()
        case .failed(let error):
            phase = .ended
            throw error
        case .ended: return nil
        }
    }

    private func frame(
        _ frame: WireFrame, _ kind: EncodedFrame.Kind, at position: FeedPosition? = nil
    ) throws(WireError) -> EncodedFrame {
        let bytes = framing.framed(try format.encode(frame), position: position)
        return EncodedFrame(bytes: bytes, position: position, kind: kind)
    }

    private mutating func end(_ reason: EndReason) throws(WireError) -> EncodedFrame {
        phase = .ended
        return try frame(.end(reason, version: held.version?.number), .end)
    }

    /// Whether the source has another life than when the stream began: what the client has is of no use to it, and its
    /// next stream begins anew.
    private var isReplaced: Bool {
        guard let states = feed.states else { return false }
        switch phase {
        case .beginning, .failed, .ended: return false
        case .restarting, .resetting, .sending, .following: return states.life != held.life
        }
    }

    // MARK: Beginning

    private mutating func begin() async throws(WireError) -> EncodedFrame? {
        var version: UInt64?
        if let states = feed.states {
            switch await states.first(reaching: start, unlessEnds: feed.relay) {
            case .changed(let newest): held = newest
            // The end of a source comes after a state only.
            case .ended: return try end(.shutdown)
            default: return nil
            }
        } else {
            let subscription = await feed.source.subscribe()
            held = FeedStep(subscription.snapshot)
            self.subscription = subscription
        }
        let newest: Snapshot = held.snapshot()
        switch feed.beginning(at: start, newest, in: held.life) {
        case .kept(let state):
            held = FeedStep(state, life: held.life)
            version = self.version.number
            if !state.isIdentical(to: newest) { subscription = subscription?.moved(to: state) }
            phase = .following
        case .reset(let reason): phase = .resetting(reason)
        }
        seen = self.version.number
        return try hello(version: version)
    }

    private func hello(version: UInt64?) throws(WireError) -> EncodedFrame {
        let hello = WireHello(
            format: feed.sendsDigests ? WireHello.formatWithDigests : WireHello.currentFormat,
            epoch: self.version.epoch, kind: Snapshot.wireKind, version: version)
        return try frame(.hello(hello), .hello, at: version == nil ? nil : position)
    }

    /// The state that the client has, or is being sent.
    var position: FeedPosition { FeedPosition(version) }

    /// The next frames are a hello and the whole of the state that the client has, or is to be sent: for a log, where clients
    /// begin later.
    mutating func restart() {
        phase = .restarting
        shapeCount = 0
    }

    // MARK: A whole state

    private mutating func part(from cursor: WireCursor) async throws(WireError) -> EncodedFrame? {
        let (snapshot, position): (Snapshot, _) = (held.snapshot(), FeedPosition(version))
        let key = SharedEncodings.Key(
            start: .cursor(cursor), version: position.number, life: held.life, format: format.name, framing: framing)
        let frame = try await feed.encodings.frame(for: key) { [feed, held, format, framing] () throws(WireError) in
            // Estimates are the sizes of JSON without escapes: a part hardly ever has to be made again.
            var size = min(partSize, max(1, feed.bytesPerFrame / 2))
            while true {
                var next = cursor
                let groups = try snapshot.wireGroups(from: &next, limit: feed.itemsPerPart, size: size)
                let isLast =
                    switch Snapshot.wireKind {
                    case .list: next.offset >= snapshot.itemCount
                    case .sections: next.section >= snapshot.wireSectionCount
                    }
                let part = WirePart(
                    kind: Snapshot.wireKind, version: position.number, offset: cursor.offset,
                    itemCount: snapshot.itemCount, sectionCount: snapshot.wireSectionCount, groups: groups,
                    isLast: isLast)
                let (body, shapes) = try format.encode(.part(part), shapes: FrameShapes())
                if body.count > feed.bytesPerFrame {
                    if let error = part.tooLarge(body.count, limit: feed.bytesPerFrame) { throw error }
                    size = max(1, size / 4)
                    continue
                }
                let end = isLast ? position : nil
                feed.shapes.noticed(shapes, in: position.number, of: held.life)
                let bytes = framing.framed(body, position: end)
                return EncodedFrame(bytes: bytes, position: end, kind: .part, cursor: next)
            }
        }
        if let frame, frame.position == nil, let next = frame.cursor {
            phase = .sending(next)
        } else {
            phase = .following
            feed.sent(snapshot, bytes: frame?.bytes.count ?? 0)
        }
        return frame
    }

    // MARK: Changes

    private mutating func follow() async throws(WireError) -> EncodedFrame? {
        if let newest = pendingHeartbeat {
            pendingHeartbeat = nil
            return try await heartbeat(of: newest)
        }
        while true {
            switch await feed.relay.next(after: seen, in: held.life) {
            case .changed(let newest):
                // The feed still passes on an earlier life.
                if newest.life != held.life { continue }
                // It would go on from the state before, and see nothing if the source returned to that.
                subscription = nil
                if let frame = try await newShapes(forStepTo: newest) { return frame }
                if let frame = try await step(to: newest) { return frame }
            case .heartbeat(let newest):
                if newest.life != held.life { return try isReplaced ? end(.shutdown) : await heartbeat() }
                // As above: it may be a step.
                subscription = nil
                if let frame = try await newShapes(forStepTo: newest) {
                    pendingHeartbeat = newest
                    return frame
                }
                return try await heartbeat(of: newest)
            case .replaced: return try end(.shutdown)
            case .ended(let reason): return try end(reason)
            case .cancelled: return nil
            case .direct:
                switch await nextStep() {
                case .step(let newest):
                    if let frame = try await newShapes(forStepTo: newest) {
                        // The step comes once more.
                        subscription = nil
                        return frame
                    }
                    if let frame = try await step(to: newest) { return frame }
                case .finished: return Task.isCancelled ? nil : try end(.finished)
                case .replaced: return try end(.shutdown)
                // The feed runs now, or has ended.
                case .interrupted: subscription = nil
                }
            }
        }
    }

    /// A heartbeat, or the step to a later state.
    private mutating func heartbeat(of newest: FeedStep) async throws(WireError) -> EncodedFrame {
        guard newest.number > version.number else { return try await heartbeat() }
        if let frame = try await step(to: newest) { return frame }
        return try versionStep(to: newest)
    }

    /// A heartbeat; with the digest of the client's state, if it is to have one and has not been sent it.
    private mutating func heartbeat() async throws(WireError) -> EncodedFrame {
        let position = FeedPosition(version)
        if feed.sendsDigests, digested != position.number {
            let snapshot: Snapshot = held.snapshot()
            let key = SharedEncodings.Key(
                start: .digest, version: position.number, life: held.life, format: format.name, framing: framing)
            let shared = try await feed.encodings.frame(for: key) { [format, framing] () throws(WireError) in
                guard let digest = try StateDigest(of: snapshot) else { return nil }
                let body = try format.encode(.heartbeat(version: position.number, digest: digest.value))
                let bytes = framing.framed(body, position: position)
                return EncodedFrame(bytes: bytes, position: position, kind: .heartbeat)
            }
            if let shared {
                digested = position.number
                return shared
            }
        }
        return try frame(.heartbeat(version: position.number), .heartbeat, at: position)
    }

    /// The frame with shapes that the client has to have before a step.
    private mutating func newShapes(forStepTo newest: FeedStep) async throws(WireError) -> EncodedFrame? {
        guard format.usesShapes, let number = newest.version?.number else { return nil }
        let shapes = feed.shapes.shapes(forStepTo: number, in: held.life)
        if shapes.count <= shapeCount { return nil }
        shapeCount = shapes.count
        let key = SharedEncodings.Key(
            start: .shapes(shapes.count), version: 0, life: held.life, format: format.name, framing: framing)
        return try await feed.encodings.frame(for: key) { [format, framing] () throws(WireError) in
            EncodedFrame(
                bytes: framing.framed(try format.encode(.shapes(shapes.list))), position: nil, kind: .shapes)
        }
    }

    /// The frame of a step without changes, to a state that is equal to the client's.
    ///
    /// A client whose command was applied, and then cancelled out by others, learns from it that the state contains the
    /// command.
    private mutating func versionStep(to newest: FeedStep) throws(WireError) -> EncodedFrame {
        let snapshot: Snapshot = newest.snapshot()
        let changes = WireChanges(
            kind: Snapshot.wireKind, base: version.number, version: newest.number,
            itemCount: snapshot.itemCount, sectionCount: snapshot.wireSectionCount, items: WireEdits(),
            commands: newest.version.flatMap { feed.log?.commands(after: version.number, through: $0) } ?? .named([]))
        held = newest
        let frame = try frame(.changes(changes), .changes, at: FeedPosition(version))
        feed.sent(snapshot, bytes: frame.bytes.count)
        return frame
    }

    /// What ends waiting at the source.
    private enum Arrival: Sendable {
        case step(FeedStep)
        case finished
        case replaced
        case interrupted
    }

    /// Waits at the source, until the feed runs or is shut down.
    private mutating func nextStep() async -> Arrival {
        if let states = feed.states {
            return switch await states.next(after: seen, in: held.life, whileDirect: feed.relay) {
            case .changed(let newest): .step(newest)
            case .replaced: .replaced
            case .ended, .cancelled: .finished
            case .heartbeat, .direct: .interrupted
            }
        }
        let subscription: SnapshotSubscription<Snapshot>
        if let current = self.subscription {
            subscription = current
        } else {
            subscription = await feed.source.subscribe().moved(to: held.snapshot())
            self.subscription = subscription
        }
        let relay = feed.relay
        return await withTaskGroup(of: Arrival.self) { @Sendable group in
            group.addTask {
                await subscription.next(isolation: nil).map { .step(FeedStep($0.after, $0)) } ?? .finished
            }
            group.addTask {
                await relay.waitForEnd(of: .direct)
                return .interrupted
            }
            let arrival = await group.next()
            group.cancelAll()
            return arrival ?? .interrupted
        }
    }

    /// The frame of the step to a state; `nil` if it is equal to the client's, or no later one.
    private mutating func step(to newest: FeedStep) async throws(WireError) -> EncodedFrame? {
        // A client that has just begun can be ahead of what the feed passes on.
        guard let version = newest.version, version.number > held.number else { return nil }
        seen = max(seen, version.number)
        let base = held
        let key = SharedEncodings.Key(
            start: .version(base.number), version: version.number, life: base.life, format: format.name,
            framing: framing)
        let frame = try await feed.encodings.frame(for: key) { () throws(WireError) in
            try made(from: base, to: newest, version)
        }
        guard let frame else { return nil }
        held = newest
        if frame.kind == .reset {
            phase = .sending(WireCursor())
            feed.counters.stateSent()
        }
        return frame
    }

    /// Makes the frame of a step, for all clients that take it; `nil` if the states are equal.
    private func made(
        from base: FeedStep, to newest: FeedStep, _ version: Version
    ) throws(WireError) -> EncodedFrame? {
        let (old, new): (Snapshot, Snapshot) = (base.snapshot(), newest.snapshot())
        // The update leads to that state from some other one, which may be the client's.
        let known = newest.update(of: Snapshot.self).flatMap { $0.before.isIdentical(to: old) ? $0 : nil }
        guard let update = known ?? Update(from: old, to: new) else { return nil }
        if Snapshot.changeCount(of: update) > 20 * feed.itemsPerPart {
            return try frame(.reset(.tooManyChanges), .reset)
        }
        var changes = try Snapshot.wireChanges(of: update, base: base.number, version: version.number)
        if let log = feed.log { changes.commands = log.commands(after: base.number, through: version) }
        let position = FeedPosition(version)
        let stated =
            format.usesShapes ? feed.shapes.shapes(forStepTo: version.number, in: base.life) : FrameShapes()
        let (body, shapes) = try format.encode(.changes(changes), shapes: stated)
        if body.count > feed.bytesPerFrame { return try frame(.reset(.tooManyChanges), .reset) }
        feed.shapes.noticed(shapes, in: version.number, of: base.life)
        let bytes = framing.framed(body, position: position)
        feed.sent(new, bytes: bytes.count)
        return EncodedFrame(bytes: bytes, position: position, kind: .changes)
    }
}
