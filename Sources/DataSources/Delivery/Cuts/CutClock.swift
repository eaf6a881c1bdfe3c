internal import Synchronization

/// The order in which all hubs of the process publish.
///
/// A **cut** is a value of one counter. Each publication takes the next value as its stamp, with its hub locked; one
/// over several hubs takes one stamp, with all of them locked. What a hub shows at a cut is the newest of its commits
/// whose stamp is not later. So the states of any number of hubs at one cut belong together, although they are read
/// one after the other.
///
/// A hub keeps the commit that goes out only if a cut is registered, in its ``CutScope`` or everywhere, at which that
/// commit was the newest. It drops the commit when the cut is no longer.
enum CutClock {
    /// The cut of the last publication.
    fileprivate static let last = Atomic<UInt64>(1)

    /// The cut that is now.
    static var now: UInt64 { last.load(ordering: .sequentiallyConsistent) }

    /// The stamp of a publication, whose hub is locked.
    static func next() -> UInt64 {
        last.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue
    }
}
