internal import Synchronization

/// The order in which all hubs of the process publish.
///
/// A **cut** is a value of one process-wide counter. Each publication, with its hub locked, takes the next value as its
/// stamp; a commit to several hubs takes one stamp, with all of them locked. At a cut, a hub shows its newest commit
/// with a stamp up to the cut. So the states of all hubs at one cut form a consistent cut (Chandy & Lamport,
/// "Distributed Snapshots", 1985), even though they are read one after the other.
///
/// A hub leaves its outgoing commit with the registered cuts at which it was the newest, in its ``CutScope`` and
/// everywhere. A cut releases what it keeps when it ends.
enum CutClock {
    /// The stamp of the last publication.
    fileprivate static let last = Atomic<UInt64>(1)

    /// The current cut.
    static var now: UInt64 { last.load(ordering: .sequentiallyConsistent) }

    /// The next stamp, for a publication whose hub is locked.
    static func next() -> UInt64 {
        last.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue
    }
}
