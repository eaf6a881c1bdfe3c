/// A way to tell many subscribers of each version of something: ours, or one that a user would take instead.
///
/// Ours deliver an update with its difference, from a list of a hundred items of which every commit changes one. The
/// others deliver the number of the version and nothing else, which is the harder comparison for ours: their
/// subscribers still have to find out what is different.
protocol Fanout: Sendable {
    /// What it is called in the table.
    static var name: String { get }

    init(subscribers: Int)

    /// Makes a version the newest; versions are 1, 2, 3 and so on.
    func commit(_ version: Int) async

    /// A subscriber: says when it is `ready`, and hands on what it gets until the receiver is through.
    func follow(_ subscriber: Int, ready: () -> Void, _ receiver: Receiver) async
}

/// Many subscribers that follow one fan-out.
struct Crowd<Way: Fanout> {
    let way: Way
    let receivers: [Receiver]
    private let turnstile: Turnstile

    /// Subscribers are busy with each element for as long as `pauses` says of them; by default for no time at all.
    init(
        _: Way.Type, subscribers: Int, versions: Int, inLockstep: Bool = false,
        pauses: (Int) -> Duration? = { _ in nil }
    ) {
        let turnstile = Turnstile(subscribers)
        self.turnstile = turnstile
        way = Way(subscribers: subscribers)
        receivers = (0..<subscribers).map {
            Receiver(end: versions, turnstile: inLockstep ? turnstile : nil, pause: pauses($0))
        }
    }

    /// Starts the subscribers, runs `body` once all of them are subscribed, and waits until they are through.
    ///
    /// - Parameters:
    ///   - pool: Runs the subscribers; `nil` stands for the default executor.
    ///   - stopsAfterBody: Whether to cancel them when `body` is over.
    ///   - patience: After this time those who are not through are cancelled; their receivers tell how far they came.
    ///   - body: The producer.
    /// - Returns: What the producer returns.
    func run<Result: Sendable>(
        on pool: CountingPool? = nil, stopsAfterBody: Bool = false, patience: Duration = .seconds(30),
        _ body: (Self) async -> Result
    ) async -> Result {
        await withTaskGroup(of: Bool.self) { group in
            for (place, receiver) in receivers.enumerated() {
                group.addTask(executorPreference: pool) {
                    await way.follow(place, ready: turnstile.passed, receiver)
                    return true
                }
            }
            group.addTask {
                if (try? await Task.sleep(for: patience)) != nil { turnstile.giveUp() }
                return false
            }
            _ = await turnstile.allPassed()
            let result = await body(self)
            var left = stopsAfterBody ? 0 : receivers.count
            while left > 0, await group.next() == true { left -= 1 }
            group.cancelAll()
            return result
        }
    }

    /// Suspends until every subscriber has received what was committed; `false` when one never will.
    func allReceived() async -> Bool { await turnstile.allPassed() }

    /// Whether every subscriber ended with `version` and got everything in order.
    func allEnded(at version: Int) -> Bool {
        receivers.allSatisfy { $0.last == version && $0.isInOrder }
    }

    /// The number of elements that came, over all subscribers.
    var deliveries: Int { receivers.reduce(0) { $0 + $1.count } }
}
