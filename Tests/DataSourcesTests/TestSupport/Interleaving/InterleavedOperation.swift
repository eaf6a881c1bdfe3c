#if DATASOURCES_INTERLEAVING
/// What a thread is about to do when another one may go first; objects are numbered in the order of their first use.
enum InterleavedOperation: Hashable, Sendable {
    /// Begins with the next job of its own queue.
    case begins
    case locks(Int)
    case hasUnlocked(Int)
    case reads(Int)
    case writes(Int)
    /// Puts a job into the queue of a thread.
    case enqueues(on: Int)
    /// Cancels a task.
    case cancels

    /// Whether what follows is the same in both orders.
    ///
    /// What a thread does up to its next operation counts as a part of this one. So a cancellation depends on everything:
    /// a task may look whether it is cancelled anywhere.
    func isIndependent(of other: InterleavedOperation) -> Bool {
        switch (self, other) {
        case (.cancels, _), (_, .cancels): false
        case (.locks(let object), .locks(let otherObject)),
            (.reads(let object), .writes(let otherObject)),
            (.writes(let object), .reads(let otherObject)),
            (.writes(let object), .writes(let otherObject)),
            (.enqueues(let object), .enqueues(let otherObject)):
            object != otherObject
        default: true
        }
    }

    /// Whether it only depends on cancellations.
    var isLocal: Bool {
        switch self {
        case .begins, .hasUnlocked: true
        default: false
        }
    }
}

extension InterleavedOperation: CustomStringConvertible {
    var description: String {
        switch self {
        case .begins: "begins with a job"
        case .locks(let object): "locks \(object)"
        case .hasUnlocked(let object): "has unlocked \(object)"
        case .reads(let object): "reads \(object)"
        case .writes(let object): "writes \(object)"
        case .enqueues(let thread): "enqueues a job on thread \(thread)"
        case .cancels: "cancels"
        }
    }
}
#endif
