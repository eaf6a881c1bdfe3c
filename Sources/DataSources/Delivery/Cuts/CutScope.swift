internal import Synchronization

/// Hubs that are connected by what is derived from them, and the cuts that are looked back to among them.
///
/// When something new connects two scopes they become one and stay one.
final class CutScope: Sendable {
    /// The scope of all hubs of the process: for cuts of which it is not known who will look back to them.
    static let everywhere = CutScope()

    /// Everything is guarded by the mutex.
    private struct State {
        var registry = CutRegistry<Keeper>()
        /// The scope that this one has become a part of.
        var parent: CutScope?
        /// How many scopes are known to be parts of this one, at least.
        var size = 1
    }

    /// A hub that keeps something.
    ///
    /// It goes with the hub, which is not kept alive for it.
    private struct Keeper: Sendable {
        weak var hub: HubCore?
    }

    private let state = Mutex(State())
    /// The newest cut that is registered; 0 for none, and the highest number when only the mutex knows.
    ///
    /// Who registers first writes it and then reads the counter. Who publishes first changes the counter and then reads
    /// it. Both in one order that all threads see, so a publication after a registered cut knows of it.
    private let newest = Atomic<UInt64>(0)
    /// The oldest cut that is registered, or an older one; it is written before ``newest`` is.
    private let oldest = Atomic<UInt64>(0)
    /// Whether it has become a part of another one.
    private let isPart = Atomic<Bool>(false)
    /// Whether a registered cut may have been overtaken.
    private let mayBeOvertaken = Atomic<Bool>(false)

    init() {}

    /// The scope that this one is a part of by now.
    var outermost: CutScope {
        if !isPart.load(ordering: .acquiring) { return self }
        var scope = self
        while let parent = scope.state.withLock({ $0.parent }) { scope = parent }
        return scope
    }

    /// How many different cuts are registered: for tests.
    var cutCount: Int { outermost.state.withLock { $0.registry.count } }

    /// Registers the cut that is now; ``end(_:)`` ends that.
    ///
    /// - Parameter isEverywhere: Whether all hubs of the process have to be able to look back to it; then it also has to be
    ///   ended there.
    /// - Returns: The cut, and the earlier ones in this scope, in order. None of those before it comes later, unless
    ///   another scope joins.
    func begin(isEverywhere: Bool) -> (cut: UInt64, earlier: [UInt64]) {
        while true {
            let scope = outermost
            let found = scope.state.withLock { state -> (cut: UInt64, earlier: [UInt64])? in
                if state.parent != nil { return nil }
                if !isEverywhere {
                    return scope.register(&state) { CutClock.now }
                }
                return scope.register(&state) {
                    Self.everywhere.state.withLock { state in
                        Self.everywhere.register(&state) { CutClock.now }.cut
                    }
                }
            }
            if let found { return found }
        }
    }

    /// Something could not be taken to a registered cut, and will be taken beyond it.
    func overtake(_ cut: UInt64) {
        while true {
            let scope = outermost
            let isDone = scope.state.withLock { state in
                if state.parent != nil { return false }
                state.registry.overtaken(cut)
                scope.mayBeOvertaken.store(true, ordering: .releasing)
                return true
            }
            if isDone { return }
        }
    }

    /// Whether that is so, or a scope has joined in which something may have been taken beyond a registered cut.
    func wasOvertaken(_ cut: UInt64) -> Bool {
        while true {
            let scope = outermost
            // What has been taken beyond the cut was read before, and that is marked earlier.
            if !scope.mayBeOvertaken.load(ordering: .acquiring), !scope.isPart.load(ordering: .acquiring) {
                return false
            }
            let found = scope.state.withLock { $0.parent == nil ? $0.registry.wasOvertaken(cut) : nil }
            if let found { return found }
        }
    }

    private func register(_ state: inout State, now: () -> UInt64) -> (cut: UInt64, earlier: [UInt64]) {
        newest.store(.max, ordering: .sequentiallyConsistent)
        let cut = now()
        let earlier = state.registry.began(at: cut)
        oldest.store(state.registry.oldest, ordering: .sequentiallyConsistent)
        newest.store(cut, ordering: .sequentiallyConsistent)
        return (cut, earlier)
    }

    /// One of those who looked back to a cut no longer does: what was kept for it alone is dropped.
    func end(_ cut: UInt64) {
        var scope = outermost
        var keepers: [Keeper]?
        while keepers == nil {
            keepers = scope.state.withLock { state in
                if state.parent != nil { return nil }
                let keepers = state.registry.ended(at: cut)
                if state.registry.count == 0 { scope.mayBeOvertaken.store(false, ordering: .relaxed) }
                scope.oldest.store(state.registry.oldest, ordering: .sequentiallyConsistent)
                scope.newest.store(state.registry.newest, ordering: .sequentiallyConsistent)
                return keepers
            }
            scope = scope.outermost
        }
        for keeper in keepers ?? [] { keeper.hub?.dropPast() }
    }

    /// Whether a cut is looked back to at which something was so that was so from one cut until just before another;
    /// if it is, `hub` will be asked to ``HubCore/dropPast()`` when the newest such cut has ended.
    func needs(_ from: UInt64, until to: UInt64, for hub: HubCore) -> Bool {
        let newest = newest.load(ordering: .sequentiallyConsistent)
        if newest < from || newest < .max && to <= oldest.load(ordering: .sequentiallyConsistent) { return false }
        var scope = outermost
        while true {
            let needs = scope.state.withLock { state in
                state.parent == nil ? state.registry.needs(from, until: to, for: Keeper(hub: hub)) : nil
            }
            if let needs { return needs }
            scope = scope.outermost
        }
    }

    /// Whether a cut from one until just before another is registered: for tests.
    func isLookedBackTo(_ from: UInt64, until to: UInt64) -> Bool {
        outermost.state.withLock { $0.registry.contains(from, until: to) }
    }

    /// Makes this scope and another one parts of one.
    func join(_ other: CutScope) {
        while true {
            let (one, two) = (outermost, other.outermost)
            if one === two { return }
            let isInOrder = ObjectIdentifier(one) < ObjectIdentifier(two)
            let (first, second) = isInOrder ? (one, two) : (two, one)
            let isDone = first.state.withLock { state in
                second.state.withLock { other in
                    if state.parent != nil || other.parent != nil { return false }
                    // Of two of one size this one stays, whatever their addresses: a run of a test can be repeated.
                    if isInOrder ? state.size < other.size : state.size <= other.size {
                        Self.move(&state, of: first, into: &other, of: second)
                    } else {
                        Self.move(&other, of: second, into: &state, of: first)
                    }
                    return true
                }
            }
            if isDone { return }
        }
    }

    private static func move(
        _ part: inout State, of scope: CutScope, into whole: inout State, of parent: CutScope
    ) {
        parent.newest.store(.max, ordering: .sequentiallyConsistent)
        scope.newest.store(.max, ordering: .sequentiallyConsistent)
        parent.mayBeOvertaken.store(true, ordering: .releasing)
        scope.isPart.store(true, ordering: .releasing)
        whole.registry.merge(part.registry)
        part.registry = CutRegistry()
        part.parent = parent
        whole.size += part.size
        parent.oldest.store(whole.registry.oldest, ordering: .sequentiallyConsistent)
        parent.newest.store(whole.registry.newest, ordering: .sequentiallyConsistent)
    }
}
