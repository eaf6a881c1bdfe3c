import Synchronization

/// Remembers which objects and tokens were made in which cycle, and which of them still live; see `expectNoLeaks`.
///
/// Objects are held weakly. Memory is O(1) for each that lives: the dead are dropped as it goes.
public final class LeakDetector: Sendable {
    /// The objects; the mutex guards it, and no object is let go of while it is held.
    private let state = Mutex(LeakTally<Watched>())
    private let census = Census()

    init() {}

    /// Remembers `object`, without keeping it alive.
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

    /// A token to put into values that are to go as well.
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

    /// What has leaked, in words; `nil` when nothing has.
    var report: String? {
        dropTheDead()
        let (count, total, first) = (census.count, census.total, census.firstMark)
        return state.withLock { tally in
            tally.report(tokens: LeakTally.Kind(name: "token", total: total, living: count), firstTokenCycle: first)
        }
    }

    /// How many objects are remembered, dead or alive: for tests.
    package var remembered: Int { state.withLock { $0.entries.count } }

    /// To ask whether an object lives is to hold it for a moment, and to be perhaps the last who does: so not under the
    /// lock.
    private func dropTheDead() {
        let entries = state.withLock { $0.entriesTaken() }
        let living = entries.filter { $0.object.object != nil }
        state.withLock { $0.livingFound(living) }
    }

    // Unchecked, since the object may be of a type that is not Sendable: nothing is done with it but to see that it lives.
    private struct Watched: @unchecked Sendable {
        weak var object: AnyObject?
    }
}
