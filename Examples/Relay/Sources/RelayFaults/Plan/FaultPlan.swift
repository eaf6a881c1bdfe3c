/// The faults of a test, chosen by a seed: which, when, and for how long.
///
/// The same seed has the same plan. What a fault meets then depends on the machine's speed, so a failure need not come back
/// each time.
struct FaultPlan: Sendable {
    enum Kind: String, Sendable, CaseIterable {
        /// SIGKILL, and a new start after a while.
        case killServer, killWriter, killRelay, killAllServers
        /// SIGSTOP, and SIGCONT after a while; a writer is stopped for longer than its lease lasts.
        case stopServer, stopWriter, stopRelay
        /// The cable is pulled.
        case unplugServer, unplugWriter, unplugRelay, unplugClients
        /// The server that leads the log does not reach the other ones, while all clients reach it.
        case cutLeader
        /// A relay reaches clients, and no server.
        case cutRelay
        /// Some clients do not reach one relay.
        case cutClients
        /// A server has no space left on its disk. Only if asked for: nats-server 2.12.8 does not survive it.
        case fillDisk
        /// A writer loses its lease and does not notice: another one takes over while it writes.
        case dropLease

        /// How long it lasts, in milliseconds.
        var duration: ClosedRange<Int> {
            switch self {
            case .killServer, .killWriter, .killRelay: 200...4_000
            case .killAllServers: 300...1_500
            case .stopServer: 500...7_000
            case .stopWriter: 3_500...7_000
            case .stopRelay: 500...7_000
            case .unplugServer: 3_000...8_000
            case .unplugWriter: 1_000...8_000
            case .unplugRelay, .unplugClients, .cutClients: 1_000...7_000
            case .cutLeader: 5_000...11_000
            case .cutRelay: 1_000...8_000
            case .fillDisk: 1_500...5_000
            case .dropLease: 1_000...3_000
            }
        }

        /// Whether a server fails: one at a time, so that there is a majority.
        var isOfServers: Bool {
            [.killServer, .killAllServers, .stopServer, .unplugServer, .cutLeader, .fillDisk].contains(self)
        }
    }

    struct Fault: Sendable {
        let number: Int
        let kind: Kind
        /// Chooses whom it concerns.
        let choice: Int
        /// How long nothing new happens before.
        let gap: Duration
        let duration: Duration
        /// Whether the next one does not wait for its end.
        let isOverlapping: Bool
    }

    let faults: [Fault]

    /// Chooses faults.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - seed: Chooses them.
    ///   - bug: A deliberate bug, which the faults are to provoke.
    ///   - kinds: The kinds; if there are none, all that the servers survive.
    init(count: Int, seed: UInt64, provoking bug: PlantedBug? = nil, only kinds: [Kind] = []) {
        var random = SeededNumbers(seed: seed)
        // Dealt like cards, so that each kind comes.
        var deck: [Kind] = []
        faults = (1...max(1, count)).map { number in
            if deck.isEmpty { deck = (kinds.isEmpty ? Self.deck(for: bug) : kinds).shuffled(using: &random) }
            let kind = deck.removeLast()
            return Fault(
                number: number, kind: kind, choice: Int.random(in: 0..<1_000, using: &random),
                gap: .milliseconds(Int.random(in: 100...2_000, using: &random)),
                duration: .milliseconds(Int.random(in: kind.duration, using: &random)),
                isOverlapping: Int.random(in: 0..<4, using: &random) == 0)
        }
    }

    private static func deck(for bug: PlantedBug?) -> [Kind] {
        switch bug {
        case nil: Kind.allCases.filter { $0 != .fillDisk }
        case .blindRepeat: [.unplugWriter, .unplugWriter, .cutLeader, .killServer, .stopServer]
        case .subjectFence: [.dropLease, .dropLease, .stopWriter]
        case .earlyTrim: [.killWriter, .killWriter, .killWriter, .stopWriter]
        }
    }
}

/// Random numbers that a seed determines: SplitMix64.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var number = state
        number = (number ^ (number >> 30)) &* 0xbf58_476d_1ce4_e5b9
        number = (number ^ (number >> 27)) &* 0x94d0_49bb_1331_11eb
        return number ^ (number >> 31)
    }
}
