internal import Synchronization

/// The order in which all hubs of the process publish.
///
/// A **moment** is a value of one counter. Each publication takes the next value as its stamp, with its hub locked; one
/// over several hubs takes one stamp, with all of them locked. What a hub shows at a moment is the newest of its stages
/// whose stamp is not later. So the states of any number of hubs at one moment belong together, although they are read
/// one after the other.
///
/// A hub keeps the stage that goes out only if a moment is registered, in its ``MomentScope`` or everywhere, at which that
/// stage was the newest. It drops the stage when the moment is no longer.
enum Moments {
    /// The moment of the last publication.
    fileprivate static let last = Atomic<UInt64>(1)

    /// The moment that is now.
    static var now: UInt64 { last.load(ordering: .sequentiallyConsistent) }

    /// The stamp of a publication, whose hub is locked.
    static func next() -> UInt64 {
        last.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue
    }
}

/// Hubs that are connected by what is derived from them, and the moments that are looked back to among them.
///
/// When something new connects two scopes they become one and stay one.
final class MomentScope: Sendable {
    /// The scope of all hubs of the process: for moments of which it is not known who will look back to them.
    static let everywhere = MomentScope()

    /// Everything is guarded by the mutex.
    private struct State {
        var registry = MomentRegistry<Keeper>()
        /// The scope that this one has become a part of.
        var parent: MomentScope?
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
    /// The newest moment that is registered; 0 for none, and the highest number when only the mutex knows.
    ///
    /// Who registers first writes it and then reads the counter. Who publishes first changes the counter and then reads
    /// it. Both in one order that all threads see, so a publication after a registered moment knows of it.
    private let newest = Atomic<UInt64>(0)
    /// The oldest moment that is registered, or an older one; it is written before ``newest`` is.
    private let oldest = Atomic<UInt64>(0)
    /// Whether it has become a part of another one.
    private let isPart = Atomic<Bool>(false)
    /// Whether a registered moment may have been overtaken.
    private let mayBeOvertaken = Atomic<Bool>(false)

    init() {}

    /// The scope that this one is a part of by now.
    var outermost: MomentScope {
        if !isPart.load(ordering: .acquiring) { return self }
        var scope = self
        while let parent = scope.state.withLock({ $0.parent }) { scope = parent }
        return scope
    }

    /// How many different moments are registered: for tests.
    var momentCount: Int { outermost.state.withLock { $0.registry.count } }

    /// Registers the moment that is now; ``end(_:)`` ends that.
    ///
    /// - Parameter isEverywhere: Whether all hubs of the process have to be able to look back to it; then it also has to be
    ///   ended there.
    /// - Returns: The moment, and the earlier ones in this scope, in order. None of those before it comes later, unless
    ///   another scope joins.
    func begin(isEverywhere: Bool) -> (moment: UInt64, earlier: [UInt64]) {
        while true {
            let scope = outermost
            let found = scope.state.withLock { state -> (moment: UInt64, earlier: [UInt64])? in
                if state.parent != nil { return nil }
                if !isEverywhere {
                    return scope.register(&state) { Moments.now }
                }
                return scope.register(&state) {
                    Self.everywhere.state.withLock { state in
                        Self.everywhere.register(&state) { Moments.now }.moment
                    }
                }
            }
            if let found { return found }
        }
    }

    /// Something could not be taken to a registered moment, and will be taken beyond it.
    func overtake(_ moment: UInt64) {
        while true {
            let scope = outermost
            let isDone = scope.state.withLock { state in
                if state.parent != nil { return false }
                state.registry.overtaken(moment)
                scope.mayBeOvertaken.store(true, ordering: .releasing)
                return true
            }
            if isDone { return }
        }
    }

    /// Whether that is so, or a scope has joined in which something may have been taken beyond a registered moment.
    func wasOvertaken(_ moment: UInt64) -> Bool {
        while true {
            let scope = outermost
            // What has been taken beyond the moment was read before, and that is marked earlier.
            if !scope.mayBeOvertaken.load(ordering: .acquiring), !scope.isPart.load(ordering: .acquiring) {
                return false
            }
            let found = scope.state.withLock { $0.parent == nil ? $0.registry.wasOvertaken(moment) : nil }
            if let found { return found }
        }
    }

    private func register(_ state: inout State, now: () -> UInt64) -> (moment: UInt64, earlier: [UInt64]) {
        newest.store(.max, ordering: .sequentiallyConsistent)
        let moment = now()
        let earlier = state.registry.began(at: moment)
        oldest.store(state.registry.oldest, ordering: .sequentiallyConsistent)
        newest.store(moment, ordering: .sequentiallyConsistent)
        return (moment, earlier)
    }

    /// One of those who looked back to a moment no longer does: what was kept for it alone is dropped.
    func end(_ moment: UInt64) {
        var scope = outermost
        var keepers: [Keeper]?
        while keepers == nil {
            keepers = scope.state.withLock { state in
                if state.parent != nil { return nil }
                let keepers = state.registry.ended(at: moment)
                if state.registry.count == 0 { scope.mayBeOvertaken.store(false, ordering: .relaxed) }
                scope.oldest.store(state.registry.oldest, ordering: .sequentiallyConsistent)
                scope.newest.store(state.registry.newest, ordering: .sequentiallyConsistent)
                return keepers
            }
            scope = scope.outermost
        }
        for keeper in keepers ?? [] { keeper.hub?.dropPast() }
    }

    /// Whether a moment is looked back to at which something was so that was so from one moment until just before another;
    /// if it is, `hub` will be asked to ``HubCore/dropPast()`` when the newest such moment has ended.
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

    /// Whether a moment from one until just before another is registered: for tests.
    func isLookedBackTo(_ from: UInt64, until to: UInt64) -> Bool {
        outermost.state.withLock { $0.registry.contains(from, until: to) }
    }

    /// Makes this scope and another one parts of one.
    func join(_ other: MomentScope) {
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
        _ part: inout State, of scope: MomentScope, into whole: inout State, of parent: MomentScope
    ) {
        parent.newest.store(.max, ordering: .sequentiallyConsistent)
        scope.newest.store(.max, ordering: .sequentiallyConsistent)
        parent.mayBeOvertaken.store(true, ordering: .releasing)
        scope.isPart.store(true, ordering: .releasing)
        whole.registry.merge(part.registry)
        part.registry = MomentRegistry()
        part.parent = parent
        whole.size += part.size
        parent.oldest.store(whole.registry.oldest, ordering: .sequentiallyConsistent)
        parent.newest.store(whole.registry.newest, ordering: .sequentiallyConsistent)
    }
}

/// The moments that somebody looks back to, and who keeps something for them.
///
/// It knows no lock and no hub.
package struct MomentRegistry<Keeper> {
    fileprivate struct Record {
        let moment: UInt64
        /// How many look back to it.
        var count: Int
        /// Whether something may have been taken beyond the moment without regard to it.
        var wasOvertaken = false
        /// Who keeps what this moment needs, and no newer one.
        var keepers: [Keeper] = []
    }

    /// In the order of their moments.
    private var records: [Record] = []
    /// The newest moment that has ever been registered.
    private var newestEver: UInt64 = 0

    package init() {}

    /// How many different moments are registered.
    package var count: Int { records.count }

    /// The newest moment; 0 for none.
    package var newest: UInt64 { records.last?.moment ?? 0 }

    /// The oldest moment; 0 for none.
    package var oldest: UInt64 { records.first?.moment ?? 0 }

    /// Somebody began to look back to a moment that is not earlier than any other; the earlier ones.
    package mutating func began(at moment: UInt64) -> [UInt64] {
        newestEver = moment
        if newest == moment, !records.isEmpty {
            records[records.count - 1].count += 1
            return records.dropLast().map(\.moment)
        }
        let earlier = records.map(\.moment)
        records.append(Record(moment: moment, count: 1))
        return earlier
    }

    /// One of those who looked back to a moment no longer does; who is to look whether it still has to keep something.
    package mutating func ended(at moment: UInt64) -> [Keeper] {
        guard let place = place(before: moment), records[place].moment == moment else { return [] }
        records[place].count -= 1
        return records[place].count == 0 ? records.remove(at: place).keepers : []
    }

    /// Whether what was so from one moment until just before another is needed; if it is, `keeper` is noted.
    package mutating func needs(_ from: UInt64, until to: UInt64, for keeper: @autoclosure () -> Keeper) -> Bool {
        guard to > 0, let place = place(before: to - 1), records[place].moment >= from else { return false }
        records[place].keepers.append(keeper())
        return true
    }

    /// Takes in what another one knows.
    package mutating func merge(_ other: MomentRegistry) {
        for place in records.indices where records[place].moment < other.newestEver {
            records[place].wasOvertaken = true
        }
        for var record in other.records {
            if record.moment < newestEver { record.wasOvertaken = true }
            let place = records.firstIndex { $0.moment >= record.moment } ?? records.count
            if place < records.count, records[place].moment == record.moment {
                records[place].count += record.count
                records[place].keepers += record.keepers
                if record.wasOvertaken { records[place].wasOvertaken = true }
            } else {
                records.insert(record, at: place)
            }
        }
        newestEver = max(newestEver, other.newestEver)
    }

    /// Something is taken beyond a moment without regard to it.
    package mutating func overtaken(_ moment: UInt64) {
        for place in records.indices where records[place].moment == moment { records[place].wasOvertaken = true }
    }

    /// Whether that is so, or those who registered newer moments may not have known of this one.
    package func wasOvertaken(_ moment: UInt64) -> Bool {
        records.contains { $0.moment == moment && $0.wasOvertaken }
    }

    /// Whether a moment from one until just before another is registered.
    package func contains(_ from: UInt64, until to: UInt64) -> Bool {
        records.contains { from <= $0.moment && $0.moment < to }
    }

    /// The place of the newest moment that is not later than another; `nil` for none.
    private func place(before moment: UInt64) -> Int? {
        records.lastIndex { $0.moment <= moment }
    }
}

extension MomentRegistry: Sendable where Keeper: Sendable {}

extension MomentRegistry.Record: Sendable where Keeper: Sendable {}
