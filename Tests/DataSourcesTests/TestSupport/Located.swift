import Synchronization

/// An item that counts where it is looked at: in a task on Swift's pool, or on another thread.
struct Located: Identifiable, Equatable, Sendable {
    let id: ID
    var value: Int

    init(_ number: Int, value: Int = 0, counts: Counts) {
        id = ID(number: number, counts: counts)
        self.value = value
    }

    static func == (left: Located, right: Located) -> Bool {
        left.id.counts.lookedAt()
        return left.id.number == right.id.number && left.value == right.value
    }

    struct ID: Hashable, Sendable {
        let number: Int
        let counts: Counts

        static func == (left: ID, right: ID) -> Bool {
            left.counts.lookedAt()
            return left.number == right.number
        }

        func hash(into hasher: inout Hasher) {
            counts.lookedAt()
            hasher.combine(number)
        }
    }

    /// How often items have been compared or hashed.
    final class Counts: Sendable {
        private let inTasks = Atomic(0)
        private let elsewhere = Atomic(0)
        private let action = Mutex<(at: Int, run: @Sendable () -> Void)?>(nil)

        /// In a task.
        var countInTasks: Int { inTasks.load(ordering: .relaxed) }
        /// On a thread that runs no task.
        var countElsewhere: Int { elsewhere.load(ordering: .relaxed) }

        /// Counts from zero.
        func reset() {
            inTasks.store(0, ordering: .relaxed)
            elsewhere.store(0, ordering: .relaxed)
        }

        /// Does something once, at the `count`th look from a thread that runs no task.
        func atLookElsewhere(_ count: Int, _ run: @escaping @Sendable () -> Void) {
            action.withLock { $0 = (count, run) }
        }

        /// `count` items, numbered from zero, with these counts.
        func items(_ numbers: some Sequence<Int>, value: Int = 0) -> [Located] {
            numbers.map { Located($0, value: value, counts: self) }
        }

        fileprivate func lookedAt() {
            if withUnsafeCurrentTask(body: { $0 != nil }) {
                inTasks.add(1, ordering: .relaxed)
                return
            }
            let count = elsewhere.add(1, ordering: .relaxed).newValue
            let due = action.withLock { action -> (@Sendable () -> Void)? in
                guard let at = action?.at, at <= count else { return nil }
                return action.take()?.run
            }
            due?()
        }
    }
}
