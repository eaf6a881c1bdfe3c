/// One way of doing a piece of work.
struct Contestant {
    let name: String
    let run: () -> Void

    init(_ name: String, _ run: @escaping () -> Void) {
        self.name = name
        self.run = run
    }
}

/// Lets contestants take turns, round by round, in one process and on one thread.
///
/// Work that is too short for the clock is repeated within a measurement. A contestant that has spent its budget sits
/// out once it has been measured twice, so that a slow one does not hold up the others.
struct Contest {
    /// What is short is measured often: its minimum is found late.
    var rounds: Int
    /// CPU nanoseconds for each contestant.
    var budget: Double
    /// What a measurement should take at least, in CPU nanoseconds.
    var resolution = 200_000.0

    init(quick: Bool) {
        rounds = quick ? 15 : 51
        budget = quick ? 60e6 : 600e6
    }

    /// CPU nanoseconds, and instructions where they are counted, of one run of each contestant.
    func run(_ contestants: [Contestant]) -> [String: Sample] {
        let counter = InstructionCounter()
        var samples: [String: Sample] = [:]
        var spent: [Double] = []
        var repetitions: [Int] = []
        for contestant in contestants {
            let warmUp = cost(contestant.run)
            repetitions.append(max(1, min(10_000, Int(resolution / max(warmUp, 1)))))
            // One that takes long is not warmed up in vain: what it shows is its first measurement.
            let isLong = warmUp > budget
            spent.append(isLong ? warmUp : 0)
            samples[contestant.name] = Sample(values: isLong ? [warmUp] : [])
        }
        for round in 0..<rounds {
            // Each round begins with another, so that nobody always finds the caches as the same other one leaves them.
            for turn in contestants.indices {
                let number = (turn + round) % contestants.count
                if round > 1, spent[number] >= budget { continue }
                if round > 0, spent[number] > 4 * budget { continue }
                let contestant = contestants[number]
                let before = counter.count
                let time = cost {
                    for _ in 0..<repetitions[number] { contestant.run() }
                }
                let after = counter.count
                spent[number] += time
                samples[contestant.name]?.values.append(time / Double(repetitions[number]))
                if let before, let after {
                    let each = Double(after - before) / Double(repetitions[number])
                    samples[contestant.name]?.instructions.append(each)
                }
            }
        }
        return samples
    }
}
