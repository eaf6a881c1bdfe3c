import DataSources

/// Walking a million items with a comparison for each, beside a plain array.
enum IterationBenchmark {
    static func measure(into report: inout Report, quick: Bool) {
        let size = quick ? 100_000 : 1_000_000
        let array = (0..<size).map { Employee($0) }
        guard let snapshot = try? ListSnapshot(array) else { return }
        let wanted = Employee(size / 2)
        let samples = interleaved(
            rounds: 15,
            [
                ("array", { cost { consume(count(array, wanted)) } }),
                ("snapshot", { cost { consume(count(snapshot, wanted)) } }),
            ])
        guard let plain = samples["array"], let ours = samples["snapshot"] else { return }
        report.add(
            Row(
                group: "Iterating with a comparison an item (CPU ms, minimum)", name: "for-in over a snapshot",
                size: size,
                value: ours.minimum / 1e6, unit: "ms", against: "Array", ratio: ours.minimum / plain.minimum, bar: 1.5))
    }

    @inline(never)
    private static func count(_ items: some Sequence<Employee>, _ wanted: Employee) -> Int {
        var count = 0
        for item in items where item == wanted || item.salary > wanted.salary { count &+= 1 }
        return count
    }
}
