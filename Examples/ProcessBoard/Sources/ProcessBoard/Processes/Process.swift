/// One process, as one reading saw it.
///
/// Every figure is rounded to what a person can tell apart, so that a process is equal to itself a second later
/// unless there is something to see.
struct Process: Identifiable, Equatable, Sendable {
    /// A process id is given out again after its process ended; the time it started tells the two apart.
    struct ID: Hashable, Sendable {
        var pid: Int32

        /// When the process started, in any unit that grows.
        var started: UInt64
    }

    var id: ID
    var name: String
    var user: String

    /// Whole percents of one core since the last reading, in the first reading since the process started.
    var cpu: Int

    /// Resident memory in MiB.
    var memory: Int

    /// The letter that `ps` shows: R runs, S sleeps, D waits for a disk, T is stopped, Z is a zombie.
    var state: Character

    /// What follows the name on the command line.
    var arguments = ""

    /// Whole seconds of processor time so far; `nil` if unknown.
    var seconds: Int?

    /// The number of threads; `nil` if unknown.
    var threads: Int?

    /// The nice value, from -20 for the most important; `nil` if unknown.
    var nice: Int?
}
