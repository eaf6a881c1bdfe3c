internal import DataSources
import Synchronization

/// The ids of a selection, which tasks elsewhere read to prepare for an update.
final class SelectionStorage<ID: Hashable & Sendable>: Sendable {
    struct Content: Sendable {
        var ids: Set<ID> = []
        /// Grows with every change, and whenever one was tried.
        var generation = 0
    }

    /// Changed on the selection's actor only.
    private let stored = Mutex(Content())

    var content: Content { stored.withLock { $0 } }
    var ids: Set<ID> { stored.withLock { $0.ids } }
    var generation: Int { stored.withLock { $0.generation } }

    func read<Result: Sendable>(_ body: (borrowing Set<ID>) -> Result) -> Result { stored.withLock { body($0.ids) } }

    /// Changes the ids; `body` returns `nil` if it has not.
    ///
    /// The ids are taken out meanwhile: hashing and comparing them runs the user's code, which is not called under a lock.
    func change<Result>(_ body: (inout Set<ID>) -> Result?) -> Result? {
        var ids = stored.withLock { content in
            let ids = content.ids
            content.ids = []
            return ids
        }
        let result = body(&ids)
        // Even if nothing has changed: a task elsewhere can have read what was left here.
        stored.withLock { [ids] content in
            content.ids = ids
            content.generation += 1
        }
        return result
    }
}
