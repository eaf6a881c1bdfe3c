internal import Synchronization

extension Derivation {
    /// The shell around ``ItemSourcesMachine``: the hubs that a derived hub follows, as chosen by the state of its base.
    ///
    /// Its methods that change something are called only by the pass that works on the hub.
    @usableFromInline
    final class ItemSources: Sendable {
        /// Passes an update of the base to the operator.
        @usableFromInline
        typealias Follow = @Sendable (_ update: ErasedUpdate, _ choice: inout SourceChoice) -> Void

        /// Passes what sources show to the operator and publishes its output.
        @usableFromInline
        typealias Show = @Sendable (_ updates: [ItemSourceUpdate], _ hub: HubCore) -> Void

        /// A followed hub, and the link by which it invalidates this one.
        struct Followed: Sendable {
            let hub: HubCore
            let link: Invalidation.Link
        }

        /// The operator, and where the program creates the derived source.
        let origin: String
        private let follow: Follow
        private let show: Show
        private let keeper: Weak<SourceKeeper>
        private let machine: Mutex<ItemSourcesMachine<Followed, HubCommit>>

        /// Creates the sources of a hub with one fixed input, the base.
        @usableFromInline
        init(keeper: SourceKeeper, origin: String, follow: @escaping Follow, show: @escaping Show) {
            self.keeper = Weak(keeper)
            self.origin = origin
            self.follow = follow
            self.show = show
            machine = Mutex(ItemSourcesMachine(firstSlot: 1))
        }

        /// The followed hub in a slot, with its link.
        subscript(slot: Int) -> Followed? { machine.withLock { $0[slot]?.hub } }

        /// The followed hubs.
        var hubs: [HubCore] { machine.withLock { $0.hubs.map(\.hub) } }

        /// Whether a source can still change.
        var areUnfinished: Bool { machine.withLock { $0.unfinishedCount > 0 } }

        /// Whether the operator has followed its base since the hub published.
        var hasChosen: Bool { machine.withLock { $0.hasChosen } }

        /// Whether the operator has not shown yet what an input shows.
        func isNews(_ input: Pass.Input) -> Bool { machine.withLock { $0.isNews(input.shown.commit, in: input.slot) } }

        /// Follows an update of the base; returns the sources that came and went.
        func choose(by update: ErasedUpdate) -> SourceChoice {
            var choice = SourceChoice(nextSlot: machine.withLock { $0.nextSlot }, among: self)
            follow(update, &choice)
            let come = choice.come.map { Followed(hub: $0.hub, link: Invalidation.Link()) }
            let gone = choice.gone
            // Those that have gone are released after the lock.
            let left = machine.withLock { $0.chose(come: come, gone: gone) }
            for member in left { member.hub.link.end() }
            keeper.object?.change(come: choice.come, gone: gone)
            return choice
        }

        /// What the operator has not shown yet of the inputs that were read.
        func updates(in inputs: [Pass.Input]) -> [ItemSourceUpdate] {
            machine.withLock { machine in
                inputs.compactMap { input in
                    machine.isNews(input.shown.commit, in: input.slot)
                        ? ItemSourceUpdate(slot: input.slot, commit: input.shown.commit) : nil
                }
            }
        }

        /// Shows what has changed in the base and in the sources, if anything has.
        func publish(_ updates: [ItemSourceUpdate], to hub: HubCore) {
            if updates.isEmpty, !hasChosen { return }
            show(updates, hub)
            machine.withLock { $0.showed() }
        }

        /// The hub has followed these inputs.
        func followed(_ inputs: [Pass.Input]) {
            // The earlier commits are released after the lock.
            _ = machine.withLock { machine in
                inputs.map { machine.followed($0.shown.commit, isLast: $0.shown.isFinished, in: $0.slot) }
            }
        }
    }

    /// Keeps the sources that a derived source follows alive while it is alive itself, as a source.
    ///
    /// Its subscriptions keep neither alive.
    @usableFromInline
    final class SourceKeeper: Sendable {
        private let sources = Mutex<[Int: any Sendable]>([:])

        @usableFromInline
        init() {}

        fileprivate func change(come: [SourceChoice.Arrival], gone: [Int]) {
            // Those that have gone are released after the lock.
            _ = sources.withLock { sources in
                for arrival in come { sources[arrival.slot] = arrival.source }
                return gone.map { sources.removeAndShrink(forKey: $0) }
            }
        }
    }
}

/// The sources that come and go when an operator follows its base.
@usableFromInline
struct SourceChoice: ~Copyable {
    fileprivate struct Arrival {
        let slot: Int
        let hub: HubCore
        let source: any Sendable
    }

    fileprivate private(set) var come: [Arrival] = []
    private(set) var gone: [Int] = []
    private var nextSlot: Int
    private let sources: Derivation.ItemSources

    fileprivate init(nextSlot: Int, among sources: Derivation.ItemSources) {
        self.nextSlot = nextSlot
        self.sources = sources
    }

    /// The hubs that came, with their slots.
    var arrivals: [(slot: Int, hub: HubCore)] { come.map { ($0.slot, $0.hub) } }

    /// Whether the source in a slot is the same as `source`.
    @usableFromInline
    func isSame<Snapshot>(_ source: Upstream<Snapshot>, in slot: Int) -> Bool {
        sources[slot]?.hub === source.core
    }

    /// Follows a source from now on; returns its slot.
    @usableFromInline
    mutating func add<Snapshot>(_ source: Upstream<Snapshot>) -> Int {
        defer { nextSlot += 1 }
        come.append(Arrival(slot: nextSlot, hub: source.core, source: source.source))
        return nextSlot
    }

    /// No longer follows the source in a slot.
    @usableFromInline
    mutating func remove(_ slot: Int) {
        gone.append(slot)
    }
}

/// What a source shows at the cut of a refresh.
@usableFromInline
struct ItemSourceUpdate: Sendable {
    @usableFromInline let slot: Int
    @usableFromInline let commit: HubCommit

    /// The commit's snapshot; its type must be that of the source.
    @inlinable
    func snapshot<Snapshot: SnapshotProtocol>(_ type: Snapshot.Type = Snapshot.self) -> Snapshot {
        downcast(commit, to: Commit<Snapshot>.self).snapshot
    }
}
