import DataSources

/// A plain array that follows a list, updates of a shuffled list, and slices: what costs the change and not the list.
enum MirrorOperations {
    static func run(_ report: Operations.Report) {
        for size in [10_000, 100_000] {
            for changes in [1, 100] {
                let states = Workloads.scattered(changes, in: size)
                guard let update = Update(from: states.before, to: states.after) else { continue }
                let back = update.inverted
                var mirror = Array(states.before)
                // Makes room, and the array the only owner of its items.
                mirror.reserveCapacity(size + changes + 1)
                var meter = Meter()
                for _ in 0..<50 {
                    meter.measure { checked { try update.apply(to: &mirror) } }
                    checked { try back.apply(to: &mirror) }
                }
                precondition(mirror == Array(states.before), "there and back is nothing")
                report("\(changes) changes of \(size): apply to an array", meter)
            }
            slices(size, report)
        }
        shuffled(report)
    }

    private static func slices(_ size: Int, _ report: Operations.Report) {
        let list = checked { try ListSnapshot((0..<size).map { Thing($0) }) }
        var meter = Meter()
        for start in 0..<50 { meter.measure { consume(list[start..<start + 1_000]) } }
        report("a slice of 1000 of \(size)", meter)
        meter = Meter()
        for start in 0..<50 { meter.measure { consume(ListSnapshot(list[start..<start + 1_000])) } }
        report("a slice of 1000 of \(size) as a list", meter)
    }

    private static func shuffled(_ report: Operations.Report) {
        let states = Workloads.shuffled(10_000)
        guard let update = Update(from: states.before, to: states.after) else { return }
        var meter = Meter()
        meter.measure { consume(update.inverted) }
        report("a shuffled list of 10000: inverted", meter)
        var mirror = Array(states.before)
        meter = Meter()
        meter.measure { checked { try update.apply(to: &mirror) } }
        precondition(mirror == Array(states.after), "the update leads to the state after")
        report("a shuffled list of 10000: apply to an array", meter)
    }
}
