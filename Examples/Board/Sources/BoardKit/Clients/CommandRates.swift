import Synchronization

/// Who may send a command now: each client has a number of commands in a minute, which come back evenly.
///
/// ```
/// commands left ─┐ a command takes one; 429 if there is none
///                └ they come back, as many in a minute as there are at most
/// ```
struct CommandRates: Sendable {
    private struct Rate {
        /// The commands that are left, at `time`.
        var left: Double
        var time: ContinuousClock.Instant
    }

    /// The commands of each client in a minute, at most.
    let perMinute: Int
    /// The clients that are known, at most: of more, the half that was seen last.
    let capacity: Int
    private var rates: [Client: Rate] = [:]

    init(perMinute: Int, capacity: Int = 10_000) {
        (self.perMinute, self.capacity) = (perMinute, capacity)
    }

    /// The number of clients that are known.
    var count: Int { rates.count }

    /// A command has come; returns whether it may be made.
    mutating func commandCame(from client: Client, at now: ContinuousClock.Instant) -> Bool {
        var rate = rates[client] ?? Rate(left: Double(perMinute), time: now)
        let elapsed = (now - rate.time) / .seconds(60)
        rate.left = min(Double(perMinute), rate.left + max(0, elapsed) * Double(perMinute))
        rate.time = max(rate.time, now)
        let isAllowed = rate.left >= 1
        if isAllowed { rate.left -= 1 }
        if rates[client] == nil, rates.count >= capacity { forgetHalf() }
        rates[client] = rate
        return isAllowed
    }

    /// Forgets the clients that were not seen for the longest time.
    private mutating func forgetHalf() {
        let kept = rates.sorted { $0.value.time > $1.value.time }.prefix(capacity / 2)
        rates = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
    }
}

/// The rates of all clients.
final class CommandGate: Sendable {
    private let rates: Mutex<CommandRates>

    init(perMinute: Int) { rates = Mutex(CommandRates(perMinute: perMinute)) }

    /// A command has come; returns whether it may be made.
    func admits(_ client: Client) -> Bool { rates.withLock { $0.commandCame(from: client, at: .now) } }
}
