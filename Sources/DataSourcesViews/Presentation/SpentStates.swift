internal import DataSources
import Synchronization

/// States that are no longer needed: the last reference to a large one takes time to release, so that happens off the
/// actor that has used it.
final class SpentStates: Sendable {
    /// Filled on the presentation's actor, emptied elsewhere.
    private let stored = Mutex<[any Sendable]>([])

    func add(_ state: some Sendable) { stored.withLock { $0.append(state) } }

    /// Releases what has been added, on the caller's thread.
    func release() {
        let states = stored.withLock { states in
            let old = states
            states = []
            return old
        }
        _ = consume states
    }
}
