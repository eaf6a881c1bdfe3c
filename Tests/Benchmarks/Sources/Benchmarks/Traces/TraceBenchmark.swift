/// Recorded editing sessions, character by character: into our list with and without a follower, and into arrays.
enum TraceBenchmark {
    private static let title = "Recorded editing sessions (CPU time an edit, least of the replays)"

    static let rows = TraceFolder.names

    static func measure(into report: inout Report, quick: Bool) throws {
        var replays: [TraceReplay] = []
        do {
            let folder = try TraceFolder()
            for name in TraceFolder.names where report.wants(name) {
                replays.append(TraceReplay(try folder.load(name), name: name))
            }
        } catch let error as TraceError {
            return report.note("Recorded editing sessions are left out: \(error)")
        }
        for replay in replays where report.wants(replay.name) {
            try measure(replay, into: &report, quick: quick)
        }
    }

    private static func measure(_ replay: TraceReplay, into report: inout Report, quick: Bool) throws {
        let rounds = replay.count < 50_000 ? 5 : quick ? 1 : 3
        var results: [Sample] = []
        let ways: [() throws -> String] = [
            replay.follow, replay.edit, replay.editCharacters, replay.editLetters,
        ]
        for _ in ways { results.append(Sample()) }
        for _ in 0..<rounds {
            for (number, way) in ways.enumerated() {
                let start = cpuNanoseconds()
                let text = try way()
                results[number].values.append(Double(cpuNanoseconds() - start))
                guard replay.isRight(text) else {
                    throw WrongResult(description: "\(replay.name): the text at the end is not what it was")
                }
            }
        }
        let name = replay.name
        func row(_ what: String, _ sample: Sample, against other: (String, Sample)? = nil, bar: Double? = nil) -> Row {
            Row(
                group: title, name: what, size: replay.count, sample: sample, in: .microseconds, per: replay.count,
                against: other, bar: bar, work: "\(name), \(what.dropFirst(name.count + 2))")
        }
        report.add(row("\(name), commit + difference of each edit", results[0], bar: 3))
        report.add(
            row("\(name), edits nobody follows", results[1], against: ("an Array of characters", results[2]), bar: 1))
        report.add(row("  an Array of characters", results[2], against: ("ours", results[1])))
        report.add(row("  an Array of what our list holds", results[3], against: ("ours", results[1])))
    }
}
