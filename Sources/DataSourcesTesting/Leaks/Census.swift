internal import DataSources
import Synchronization

/// Counts live values, by tokens that a test puts into them.
///
/// A snapshot is a value and cannot be watched; its items can, if each contains a token. ``item(_:)`` makes such items.
///
/// ```swift
/// let census = Census()
/// var source: ListSource? = try ListSource((0..<10).map { census.item($0) })
/// source = nil
/// #expect(census.count == 0)
/// ```
public final class Census: Sendable {
    private struct State {
        var total = 0
        var live = 0
        /// The number of live tokens, by mark.
        var marks: [Int: Int] = [:]
        var waitersMade = 0
        var waiters: [Int: (count: Int, continuation: Suspension)] = [:]
    }

    /// Live tokens and waiting tasks; guarded by the mutex, and nothing is resumed or called while it is held.
    private let state = Mutex(State())
    private let onDeinit: (@Sendable () -> Void)?

    /// Creates a census without tokens.
    ///
    /// - Parameter onDeinit: Called whenever a token is released, on the releasing thread; for example to find out
    ///   whether that thread holds a lock.
    public init(onDeinit: (@Sendable () -> Void)? = nil) {
        self.onDeinit = onDeinit
    }

    /// The number of live tokens.
    public var count: Int { state.withLock { $0.live } }

    /// The number of tokens ever made.
    public var total: Int { state.withLock { $0.total } }

    /// Makes a token that counts until its last reference is released.
    public func token() -> Token { token(mark: 0) }

    /// Makes an item with a token.
    public func item(_ id: Int) -> Item { Item(id: id, token: token()) }

    /// Returns once at most `count` tokens are alive, or the task is cancelled.
    ///
    /// It does not poll: releasing a token wakes the caller. Use it for code that releases values in tasks nobody can
    /// await; a leak then shows as a test that does not end.
    ///
    /// - Parameter count: The maximal number of live tokens; negative counts as zero.
    public func falls(to count: Int) async {
        let count = max(0, count)
        let waiter = state.withLock { state in
            state.waitersMade += 1
            return state.waitersMade
        }
        await suspendTask { suspension in
            state.withLock { state in
                if state.live <= count || Task.isCancelled { return false }
                state.waiters[waiter] = (count, suspension)
                return true
            }
        } unpark: { [self] in
            state.withLock { $0.waiters.removeValue(forKey: waiter) }?.continuation
        }
    }

    // MARK: Marks

    /// Makes a token that remembers when it was made.
    func token(mark: Int) -> Token {
        state.withLock { state in
            state.total += 1
            state.live += 1
            state.marks[mark, default: 0] += 1
        }
        return Token(census: self, mark: mark)
    }

    /// The smallest mark of live tokens.
    var firstMark: Int? { state.withLock { $0.marks.keys.min() } }

    fileprivate func tokenWent(mark: Int) {
        let woken = state.withLock { state in
            state.live -= 1
            let left = state.marks[mark, default: 0] - 1
            state.marks[mark] = left > 0 ? left : nil
            let live = state.live
            let woken = state.waiters.filter { $0.value.count >= live }
            for waiter in woken.keys { state.waiters[waiter] = nil }
            return woken.sorted { $0.key < $1.key }.map(\.value.continuation)
        }
        onDeinit?()
        for continuation in woken { continuation.resume() }
    }
}

extension Census {
    /// A counted value, equal only to itself.
    public final class Token: Sendable, Hashable {
        private let census: Census
        private let mark: Int

        fileprivate init(census: Census, mark: Int) {
            self.census = census
            self.mark = mark
        }

        deinit {
            census.tokenWent(mark: mark)
        }

        /// Whether both are the same token.
        public static func == (left: Token, right: Token) -> Bool { left === right }

        /// Hashes the identity of the token.
        public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    /// A counted item; items with one id and different tokens are different contents of one item.
    public struct Item: Identifiable, Hashable, Sendable {
        /// The identity of the item.
        public let id: Int
        /// The token that counts the item.
        public let token: Token

        /// Creates an item with an id and a token.
        public init(id: Int, token: Token) {
            self.id = id
            self.token = token
        }
    }
}
