import Synchronization

/// Records the cycle in which objects and tokens were made, and which of them are still alive; see `expectNoLeaks`.
///
/// Objects are referenced weakly. Memory is O(1) for each live object: dead ones are dropped along the way.
public final class LeakDetector: Sendable {
    /// The objects; guarded by the mutex, and no object is released while it is held.
    private let state = Mutex(LeakTally<Watched>())
    private let census = Census()

    init() {}

    /// Watches `object` without retaining it.
    ///
    /// - Returns: The object.
    /// - Complexity: O(1), amortized.
    @discardableResult
    public func watch<Object: AnyObject>(_ object: Object) -> Object {
        let kind: any AnyObject.Type = type(of: object as AnyObject)
        let (watched, name) = (Watched(object: object), String(describing: kind))
        let isFull = state.withLock { $0.objectArrived(watched, type: ObjectIdentifier(kind), name: name) }
        if isFull { dropTheDead() }
        return object
    }

    /// A token to put into values that must be released as well.
    public func token() -> Census.Token {
        census.token(mark: state.withLock { $0.cycle })
    }

    /// An item with a token, to put into snapshots.
    public func item(_ id: Int) -> Census.Item {
        Census.Item(id: id, token: token())
    }

    func cycleBegan(_ cycle: Int) {
        state.withLock { $0.cycle = cycle }
    }

    /// A description of the leaks; `nil` if there are none.
    var report: String? {
        dropTheDead()
        let (count, total, first) = (census.count, census.total, census.firstMark)
        return state.withLock { tally in
            tally.report(tokens: LeakTally.Kind(name: "token", total: total, living: count), firstTokenCycle: first)
        }
    }

    /// The number of watched objects, dead or alive; for tests.
    package var remembered: Int { state.withLock { $0.entries.count } }

    /// Checking whether an object is alive retains it briefly, and may release the last reference: so not under the
    /// lock.
    private func dropTheDead() {
        let entries = state.withLock { $0.entriesTaken() }
        let living = entries.filter { $0.object.object != nil }
        state.withLock { $0.livingFound(living) }
    }

    // Unchecked, since the object's type may not be Sendable: the object is only checked for being alive.
    private struct Watched: @unchecked Sendable {
        weak var object: AnyObject?
    }
}
