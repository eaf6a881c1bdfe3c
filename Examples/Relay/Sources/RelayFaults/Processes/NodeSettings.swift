/// What a process of the test is told: `--process` and this as JSON.
struct NodeSettings: Codable, Sendable {
    enum Role: String, Codable, Sendable {
        case writer, relay, clients
    }

    let role: Role
    /// Such as `w2`.
    let name: String
    /// How often a process of this name was started before.
    let life: Int
    /// Where it listens.
    let address: Address
    /// The URLs of the servers of NATS.
    let servers: [String]
    let relays: [Address]
    /// The numbers of its clients.
    let clients: [Int]
    /// How many clients there are in all: each list has a lane for each of them.
    let lanes: Int
    /// The number of lists.
    let sources: Int
    /// Where it writes what it sees.
    let history: String
    /// How long the lease lasts.
    let leaseMilliseconds: Int
    /// When whole states are due, in bytes of steps.
    let retained: Int
    let bug: PlantedBug?

    static let stream = "faults"
    static let bucket = "faults-leases"

    static func sourceName(_ source: Int) -> String { "list-\(source)" }
}

/// A deliberate bug, to see whether the check finds it.
enum PlantedBug: String, Codable, Sendable, CaseIterable {
    /// After a lost answer, the message is appended again without a look at what is there.
    case blindRepeat = "blind-repeat"
    /// The log refuses only what another writer has appended under the same subject.
    case subjectFence = "subject-fence"
    /// What a whole state replaces is removed before the state is in the log.
    case earlyTrim = "early-trim"
}
