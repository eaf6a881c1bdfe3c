/// Decides what a replica does with each frame: whether it may come now, and whether it fits the version.
///
/// ```
/// idle ─ stream begins ─▶ greeting ─ hello with the replica's version ─▶ following ─ end ─▶ ended
///                            └─ hello without ─▶ resetting ─ reset ─▶ loading ─ last part ─▶ following
/// ```
///
/// A hello can come again in `resetting`, `loading` and `following`: a log has the frames of one writer after another.
/// What has arrived of a whole state by then is dropped, since its writer does not go on.
///
/// A frame that is refused ends the stream: the machine is idle again, and keeps its position.
struct ReplicaMachine: Sendable {
    enum Phase: Hashable, Sendable {
        /// There is no stream.
        case idle
        /// The first frame has to be a hello.
        case greeting
        /// A reset has to come.
        case resetting(epoch: UInt64)
        /// Parts of a whole state come; the first one says which.
        case loading(epoch: UInt64, Load?)
        /// Parts of the state that the replica has come; nobody needs them.
        case skipping(Load)
        /// Changes come.
        case following
        /// The source has ended.
        case ended
    }

    /// A whole state that arrives in parts.
    struct Load: Hashable, Sendable {
        let version: UInt64
        let itemCount: Int
        let sectionCount: Int
        var offset = 0
        /// The number of sections that have begun.
        var sections = 0
        /// The size of all parts.
        var size = 0
    }

    enum Action: Hashable, Sendable {
        /// Nothing changes.
        case none
        /// The replica is at the source's newest known version.
        case live
        /// A state may begin; drop the parts of a whole state that has not ended.
        case beginAnew
        /// Parts of a whole state follow.
        case beginLoading
        /// Add the part.
        case load
        /// Add the part and show the whole.
        case finishLoading
        /// Make the step.
        case apply
        /// The stream has ended.
        case end(EndReason)
    }

    private(set) var phase = Phase.idle
    /// The state that the replica has; `nil` before the first one.
    private(set) var position: FeedPosition? { didSet { shown = position ?? shown } }
    /// The last state that the replica had, also after it was lost.
    private(set) var shown: FeedPosition?
    /// The kind of state that the replica has.
    let kind: WireKind
    private let limits: WireLimits

    init(kind: WireKind, limits: WireLimits) {
        (self.kind, self.limits) = (kind, limits)
    }

    /// A stream has begun; returns `false` if there is one already.
    mutating func streamBegan() -> Bool {
        switch phase {
        case .idle, .ended:
            phase = .greeting
            return true
        default: return false
        }
    }

    /// The stream has ended, whether or not the source has.
    mutating func streamEnded() {
        if phase != .ended { phase = .idle }
    }

    /// The state does not match the source: it has to be loaded anew.
    mutating func stateWasLost() {
        position = nil
    }

    /// A frame has arrived.
    ///
    /// The position is that after the action; ``actionFailed()`` takes that back.
    ///
    /// - Throws: ``WireError`` if the frame may not come now, does not fit the version, or cannot be applied to any state.
    mutating func received(_ frame: WireFrame) throws(WireError) -> Action {
        let size = try frame.check(limits)
        switch (phase, frame) {
        case (.greeting, .hello(let hello)), (.resetting, .hello(let hello)), (.loading, .hello(let hello)),
            (.skipping, .hello(let hello)), (.following, .hello(let hello)):
            return try greeted(hello)
        case (.resetting(let epoch), .reset):
            phase = .loading(epoch: epoch, nil)
            // It can be the state that the replica has.
            return epoch == position?.epoch ? .none : .beginLoading
        case (.loading(let epoch, let load), .part(let part)): return try receivedPart(part, size, epoch, load)
        case (.skipping(let load), .part(let part)): return try skipped(part, size, load)
        case (.following, .changes(let changes)): return try receivedChanges(changes)
        case (.following, .reset(let reason)):
            // The server takes a whole state for shorter, or has lost the version. The other reasons come after a hello
            // only: if that was lost, the state is not known to be of this epoch.
            guard let position, reason != .first, reason != .foreignEpoch else { throw unexpected(frame) }
            phase = .loading(epoch: position.epoch, nil)
            return .beginLoading
        case (.following, .heartbeat(let version, _)):
            guard version == position?.number else {
                throw WireError(.gap, "a heartbeat of version \(version) at version \(position?.number ?? 0)")
            }
            return .live
        case (.loading, .heartbeat), (.skipping, .heartbeat): return .none
        // The decoder has taken note of them.
        case (.resetting, .shapes), (.loading, .shapes), (.skipping, .shapes), (.following, .shapes): return .none
        case (.following, .end(.finished, let version)):
            guard version == position?.number else {
                throw WireError(.gap, "the end at version \(version ?? 0), the replica is at \(position?.number ?? 0)")
            }
            phase = .ended
            return .end(.finished)
        case (.greeting, .end(.shutdown, _)), (.resetting, .end(.shutdown, _)), (.loading, .end(.shutdown, _)),
            (.skipping, .end(.shutdown, _)), (.following, .end(.shutdown, _)):
            phase = .idle
            return .end(.shutdown)
        case (.greeting, .end(.unsendable, _)), (.resetting, .end(.unsendable, _)), (.loading, .end(.unsendable, _)),
            (.skipping, .end(.unsendable, _)), (.following, .end(.unsendable, _)):
            throw WireError(
                .unsendable, "the source has an item that the server cannot encode, or that is larger than its frames")
        default: throw unexpected(frame)
        }
    }

    private mutating func greeted(_ hello: WireHello) throws(WireError) -> Action {
        guard hello.kind == kind else {
            throw WireError(
                .unexpected, "a stream of kind \(hello.kind.rawValue) for a replica of kind \(kind.rawValue)")
        }
        guard let version = hello.version else {
            phase = .resetting(epoch: hello.epoch)
            return .beginAnew
        }
        guard let position, position.epoch == hello.epoch else {
            throw WireError(.foreignEpoch, "the stream goes on in epoch \(hello.epoch), which is not the replica's")
        }
        guard version == position.number else {
            throw WireError(.gap, "the stream goes on from version \(version), the replica is at \(position.number)")
        }
        phase = .following
        return .live
    }

    private mutating func receivedPart(
        _ part: WirePart, _ size: Int, _ epoch: UInt64, _ known: Load?
    ) throws(WireError) -> Action {
        let load = known ?? Load(version: part.version, itemCount: part.itemCount, sectionCount: part.sectionCount)
        let arrived = FeedPosition(epoch: epoch, number: load.version)
        if known == nil, arrived == position { return try skipped(part, size, load) }
        let sum = try added(part, size, load)
        guard part.isLast else {
            phase = .loading(epoch: epoch, sum)
            return .load
        }
        phase = .following
        position = arrived
        return .finishLoading
    }

    /// A part of the state that the replica has: a writer repeats it for those that come late.
    private mutating func skipped(_ part: WirePart, _ size: Int, _ load: Load) throws(WireError) -> Action {
        phase = .skipping(try added(part, size, load))
        guard part.isLast else { return .none }
        phase = .following
        return .live
    }

    /// Counts a part.
    private func added(_ part: WirePart, _ size: Int, _ load: Load) throws(WireError) -> Load {
        guard part.kind == kind else { throw WireError(.unexpected, "a part of another kind of state") }
        var load = load
        guard part.version == load.version, part.itemCount == load.itemCount, part.sectionCount == load.sectionCount
        else { throw WireError(.inconsistent, "a part of version \(part.version) among parts of \(load.version)") }
        guard part.offset == load.offset else {
            throw WireError(
                part.offset < load.offset ? .repeated : .gap, "a part at \(part.offset) after \(load.offset)")
        }
        load.offset = part.groups.reduce(load.offset) { $0.saturating(adding: $1.items.count) }
        guard load.offset <= load.itemCount, !part.isLast || load.offset == load.itemCount else {
            throw WireError(.inconsistent, "\(load.offset) items of \(load.itemCount)")
        }
        try load.add(part, size, limits)
        return load
    }

    private mutating func receivedChanges(_ changes: WireChanges) throws(WireError) -> Action {
        guard changes.kind == kind, let position else {
            throw WireError(.unexpected, "changes of another kind of state")
        }
        guard changes.version > position.number else {
            throw WireError(.repeated, "a step to version \(changes.version), the replica is at \(position.number)")
        }
        guard changes.base == position.number else {
            throw WireError(.gap, "a step from version \(changes.base), the replica is at \(position.number)")
        }
        self.position = FeedPosition(epoch: position.epoch, number: changes.version)
        return .apply
    }

    private func unexpected(_ frame: WireFrame) -> WireError {
        let name =
            switch frame {
            case .hello: "hello"
            case .reset: "reset"
            case .part: "part"
            case .changes: "changes"
            case .heartbeat: "heartbeat"
            case .shapes: "shapes"
            case .end: "end"
            }
        return WireError(.unexpected, "a frame \"\(name)\" in the phase \(phase)")
    }
}

extension ReplicaMachine.Load {
    /// Counts the sections and the size of a part; nothing is held before it is counted.
    fileprivate mutating func add(_ part: WirePart, _ size: Int, _ limits: WireLimits) throws(WireError) {
        if part.kind == .sections, sections == 0, part.groups.first.map({ $0.header == nil }) ?? false {
            throw WireError(.inconsistent, "items come before the first section")
        }
        for group in part.groups where group.header != nil { sections += 1 }
        guard sections <= sectionCount, !part.isLast || sections == sectionCount else {
            throw WireError(.inconsistent, "\(sections) sections of \(sectionCount)")
        }
        self.size = self.size.saturating(adding: size)
        guard self.size <= limits.state else {
            throw WireError(.tooLarge, "a whole state of more than \(limits.state) bytes")
        }
        guard part.isLast || part.groups.contains(where: { $0.header != nil || !$0.items.isEmpty }) else {
            throw WireError(.inconsistent, "an empty part that is not the last one")
        }
    }
}
