/// Several measurements of one thing.
struct Sample: Encodable {
    var values: [Double] = []
    /// Instructions, where the machine counts them.
    var instructions: [Double] = []

    var median: Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
    }

    var minimum: Double { values.min() ?? .nan }

    /// The same in another unit: each value divided by `divisor`.
    func divided(by divisor: Double) -> Sample {
        Sample(values: values.map { $0 / divisor }, instructions: instructions)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(["median": median, "minimum": minimum])
    }
}

/// Runs several contestants interleaved, round by round, after one warm-up.
func interleaved(rounds: Int, _ contestants: [(name: String, run: () -> Double)]) -> [String: Sample] {
    var samples: [String: Sample] = [:]
    for contestant in contestants { consume(contestant.run()) }
    for _ in 0..<rounds {
        for contestant in contestants { samples[contestant.name, default: Sample()].values.append(contestant.run()) }
    }
    return samples
}
