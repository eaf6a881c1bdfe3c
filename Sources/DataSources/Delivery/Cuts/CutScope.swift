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
        /// Hubs are removed before they are released, so an identifier names one hub.
        var registry = CutRegistry<ObjectIdentifier, HubCommit>()
        /// The scope into which this one was merged.
        var parent: CutScope?
        /// The number of scopes merged into this one, itself included.
        var size = 1
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

    /// Runs `body` with the locked root of this scope.
    private func withRoot<Result: Sendable>(_ body: (inout State, _ root: CutScope) -> Result) -> Result {
        while true {
            let root = outermost
            let result = root.state.withLock { state in state.parent == nil ? body(&state, root) : nil }
            if let result { return result }
        }
    }

    /// The number of distinct registered cuts: for tests.
    var cutCount: Int { withRoot { state, _ in state.registry.count } }

    // MARK: Cuts

    /// Registers the current cut; ``end(_:)`` ends the registration.
    ///
    /// - Parameter isEverywhere: Whether to register it for all hubs of the process too; the caller must end both.
    /// - Returns: The cut, and whether an earlier one is registered, here or for all hubs. If not, none is later, unless
    ///   another scope merges.
    func begin(isEverywhere: Bool) -> (cut: UInt64, isAlone: Bool) {
        let (cut, isOldest) = withRoot { state, root in
            if !isEverywhere { return root.register(&state) { CutClock.now } }
            return root.register(&state) {
                Self.everywhere.state.withLock { state in Self.everywhere.register(&state) { CutClock.now }.cut }
            }
        }
        return (cut, isOldest && Self.firstCutOfAll(after: 0, before: cut) == nil)
    }

    private func register(_ state: inout State, now: () -> UInt64) -> (cut: UInt64, isOldest: Bool) {
        newest.store(.max, ordering: .sequentiallyConsistent)
        let cut = now()
        state.registry.began(at: cut)
        let oldest = state.registry.oldest
        self.oldest.store(oldest, ordering: .sequentiallyConsistent)
        newest.store(cut, ordering: .sequentiallyConsistent)
        return (cut, oldest == cut)
    }

    /// The oldest cut after one cut and before another that is registered in this scope, or for all hubs of the process.
    ///
    /// A pass stops at those too: a hub of its scope may be what another pass finds at such a cut. None is missed: one
    /// with an earlier cut had announced its registration before it read the counter, and so before this call.
    func firstCut(after start: UInt64, before end: UInt64) -> UInt64? {
        let cut = withRoot { state, _ in state.registry.first(after: start, before: end) ?? end }
        return Self.firstCutOfAll(after: start, before: cut) ?? (cut < end ? cut : nil)
    }

    private static func firstCutOfAll(after start: UInt64, before end: UInt64) -> UInt64? {
        if everywhere.newest.load(ordering: .sequentiallyConsistent) == 0 { return nil }
        return everywhere.state.withLock { $0.registry.first(after: start, before: end) }
    }

    /// Ends one registration of a cut; what was kept only for it is released.
    func end(_ cut: UInt64) {
        // Released after the lock.
        _ = withRoot { state, root in
            let kept = state.registry.ended(at: cut)
            if state.registry.count == 0 { root.mayBeOvertaken.store(false, ordering: .relaxed) }
            root.oldest.store(state.registry.oldest, ordering: .sequentiallyConsistent)
            root.newest.store(state.registry.newest, ordering: .sequentiallyConsistent)
            return kept
        }
    }

    /// A hub cannot be taken to a registered cut and will be taken past it.
    func overtake(_ cut: UInt64) {
        withRoot { state, root in
            state.registry.overtaken(cut)
            root.mayBeOvertaken.store(true, ordering: .releasing)
        }
    }

    /// Finds out whether everything that was read at a cut before belongs to it.
    ///
    /// A cut that was registered by another pass ends when that pass is cancelled. From then on a hub is taken past it,
    /// and if that publishes nothing, the hub does not know that it showed something else at the cut. No hub passes a
    /// cut that is registered for all hubs of the process.
    ///
    /// - Parameters:
    ///   - cut: The cut.
    ///   - isOwn: Whether the caller has registered it.
    /// - Returns: Whether the cut is registered, here or for all hubs of the process, and no hub can have been taken past
    ///   it without stopping there.
    func isIntact(_ cut: UInt64, isOwn: Bool) -> Bool {
        let scope = outermost
        // The mark is set before a hub is taken past the cut, and the caller has already read that hub.
        if isOwn, !scope.mayBeOvertaken.load(ordering: .acquiring), !scope.isPart.load(ordering: .acquiring) {
            return true
        }
        return withRoot { state, _ in state.registry.isIntact(cut) }
            || Self.firstCutOfAll(after: cut - 1, before: cut + 1) != nil
    }

    // MARK: Past commits

    /// A hub, which is locked, replaces `commit`, which it has shown from the cut `from` until just before `to`: the
    /// registered cuts in between keep it.
    ///
    /// - Returns: Whether a cut keeps it.
    func keep(_ commit: HubCommit, of hub: HubCore, from: UInt64, until to: UInt64) -> Bool {
        let newest = newest.load(ordering: .sequentiallyConsistent)
        if newest < from || newest < .max && to <= oldest.load(ordering: .sequentiallyConsistent) { return false }
        return withRoot { state, _ in
            state.registry.replaced(commit, of: ObjectIdentifier(hub), from: from, until: to)
        }
    }

    /// What a hub that has gone on showed at a cut; `nil` if the cut does not keep it.
    func commit(of hub: HubCore, at cut: UInt64) -> HubCommit? {
        withRoot { state, _ in state.registry.shown(by: ObjectIdentifier(hub), at: cut) }
    }

    /// The number of commits that the registered cuts keep: for tests.
    var keptCount: Int { withRoot { state, _ in state.registry.keptCount } }

    /// The number of cuts that keep a commit of a hub: for tests.
    func keptCount(of hub: HubCore) -> Int {
        withRoot { state, _ in state.registry.keptCount(of: ObjectIdentifier(hub)) }
    }

    /// A hub is about to be released: nothing is kept of it any more.
    func hubGone(_ hub: ObjectIdentifier) {
        // Released after the lock.
        _ = withRoot { state, _ in state.registry.ownerGone(hub) }
    }

    // MARK: Merging

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
