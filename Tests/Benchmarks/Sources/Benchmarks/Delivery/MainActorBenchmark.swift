import DataSources

/// What a commit costs a writer on the main actor, beside a call of an actor that does nothing.
///
/// Most of both is the way to the other actor and back. The blocks take turns.
enum MainActorBenchmark {
    private actor Counter {
        private var count = 0

        func add(_ number: Int) { count += number }
    }

    @MainActor
    static func measure(into report: inout Report, quick: Bool) async throws {
        let (small, counter) = (SmallSource(), Counter())
        var (calls, commits) = (Sample(), Sample())
        let (count, size) = (500, 100)
        var version = 0
        for _ in 0..<(quick ? 10 : 60) {
            var start = ContinuousClock.now
            for number in 0..<count { await counter.add(number) }
            calls.values.append((ContinuousClock.now - start) / .microseconds(count))
            start = ContinuousClock.now
            for _ in 0..<count {
                version += 1
                await small.commit(version)
            }
            commits.values.append((ContinuousClock.now - start) / .microseconds(count))
        }
        let group = "A writer on the main actor (real time)"
        report.add(
            Row(group: group, name: "main actor, a call of a bare actor", size: size, value: calls.median, unit: "µs"))
        report.add(
            Row(
                group: group, name: "main actor, a commit", size: size, value: commits.median, unit: "µs",
                against: "a call of a bare actor", ratio: commits.median / calls.median, bar: 1.25,
                work: "a commit from the main actor"))
    }
}
