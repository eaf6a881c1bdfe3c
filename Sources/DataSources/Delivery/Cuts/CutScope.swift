internal import Synchronization

/// A set of hubs connected by derivation, and the cuts registered for them.
///
/// When a new derivation connects two scopes, they merge for good. The scopes are a disjoint-set forest with union by
/// size (Galler & Fischer 1964, Tarjan 1975).
@usableFromInline
final class CutScope: Sendable {
    /// The scope of all hubs of the process, for cuts at which any hub may be read.
    static let everywhere = CutScope()

    /// Everything is guarded by the mutex.
    private struct State {
        var registry = CutRegistry<Keeper>()
        /// The scope into which this one was merged.
        var parent: CutScope?
        /// The number of scopes merged into this one, itself included.
        var size = 1
    }

    /// A hub that keeps past commits.
    ///
    /// The reference is weak: it does not keep the hub alive.
    private struct Keeper: Sendable {
        weak var hub: HubCore?
    }

    private let state = Mutex(State())
    /// The newest registered cut: 0 if there is none, `.max` while only the mutex knows it.
    ///
    /// A registration writes it and then reads the counter; a publication increments the counter and then reads it
    /// (Dekker's pattern). Sequential consistency guarantees that a publication after a registered cut sees the
    /// registration.
    private let newest = Atomic<UInt64>(0)
    /// The oldest registered cut, or an older one; written before ``newest``.
    private let oldest = Atomic<UInt64>(0)
    /// Whether it was merged into another scope.
    private let isPart = Atomic<Bool>(false)
    /// Whether a hub may have been taken past a registered cut without stopping there.
    private let mayBeOvertaken = Atomic<Bool>(false)

    init() {}

    /// The root of this scope in the forest.
    var outermost: CutScope {
        if !isPart.load(ordering: .acquiring) { return self }
        var scope = self
        while let parent = scope.state.withLock({ $0.parent }) { scope = parent }
        return scope
    }

    /// The number of distinct registered cuts: for tests.
    var cutCount: Int { outermost.state.withLock { $0.registry.count } }

    /// Registers the current cut; ``end(_:)`` ends the registration.
    ///
    /// - Parameter isEverywhere: Whether to register it for all hubs of the process too; the caller must end both.
    /// - Returns: The cut, and the earlier cuts of this scope and of all hubs, ascending. No cut before it is registered
    ///   later, unless another scope merges.
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
            if let found { return (found.cut, Self.withCutsOfAll(found.earlier, before: found.cut)) }
        }
    }

    /// The earlier cuts of a scope together with those registered for all hubs of the process.
    ///
    /// A pass stops at those too: a hub of its scope may be what another pass finds at such a cut. None is missed: one
    /// with an earlier cut had announced its registration before it read the counter, and so before this call.
    private static func withCutsOfAll(_ earlier: [UInt64], before cut: UInt64) -> [UInt64] {
        if everywhere.newest.load(ordering: .sequentiallyConsistent) == 0 { return earlier }
        let others = everywhere.state.withLock { $0.registry.cuts(before: cut) }
        return others.isEmpty ? earlier : Set(earlier).union(others).sorted()
    }

    /// A hub cannot be taken to a registered cut and will be taken past it.
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

    /// Whether a hub may have been taken past a registered cut, here or in a merged scope.
    func wasOvertaken(_ cut: UInt64) -> Bool {
        while true {
            let scope = outermost
            // The mark is set before a hub is taken past the cut, and the caller has already read that hub.
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

    /// Ends one registration of a cut; the commits kept only for it are dropped.
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

    /// Whether a cut in `from..<to` is registered; if so, `hub` receives ``HubCore/dropPast()`` when the newest such
    /// cut ends.
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

    /// Whether a cut in `from..<to` is registered: for tests.
    func isLookedBackTo(_ from: UInt64, until to: UInt64) -> Bool {
        outermost.state.withLock { $0.registry.contains(from, until: to) }
    }

    /// Merges this scope and another one.
    func join(_ other: CutScope) {
        while true {
            let (one, two) = (outermost, other.outermost)
            if one === two { return }
            let isInOrder = ObjectIdentifier(one) < ObjectIdentifier(two)
            let (first, second) = isInOrder ? (one, two) : (two, one)
            let isDone = first.state.withLock { state in
                second.state.withLock { other in
                    if state.parent != nil || other.parent != nil { return false }
                    // Of equal sizes `self` stays, whatever the addresses, so test runs can be repeated.
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
