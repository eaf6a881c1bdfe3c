/// Edits of a long list while the previous snapshot is held: the commit, and the difference of the pair.
///
/// Beside them the same edits of an array, of an array with a dictionary, and of an `OrderedDictionary`, whose previous
/// values are held as well.
enum EditBenchmark {
    private static let title = "Edits of a list while the previous snapshot is held (CPU time, median)"
    private static let works = EditScript.Verb.allCases.map(Work.one) + [.scattered, .append]

    private static let both = "commit + difference"
    private static let standard = "Array, commit + difference(from:)"

    static let rows = works.map(\.name)

    /// The name of the row for one edit and its difference.
    static func rowName(_ verb: EditScript.Verb) -> String { "\(verb.rawValue), \(both)" }

    /// The name of the same with an array and the standard library.
    static func arrayRowName(_ verb: EditScript.Verb) -> String { "  \(verb.rawValue), \(standard)" }

    /// What is done in one commit.
    private enum Work {
        case one(EditScript.Verb), scattered, append

        var name: String {
            switch self {
            case .one(let verb): verb.rawValue
            case .scattered: "100 scattered edits"
            case .append: "append 100"
            }
        }

        /// Microseconds for a commit and its difference in a list of 1,000,000.
        var bar: Double? {
            switch self {
            case .one(.move): 12
            case .one: 6
            case .scattered: 400
            case .append: nil
            }
        }
    }

    static func measure(into report: inout Report, quick: Bool) {
        for work in works where report.wants(work.name) {
            var smaller: EditCosts?
            for size in quick ? [1_000, 10_000, 100_000] : [1_000, 10_000, 100_000, 1_000_000] {
                let ours = measure(work, size: size, into: &report)
                if size == 10_000 { smaller = ours }
                guard size == 1_000_000, let smaller, case .one = work else { continue }
                for (part, large, small) in [
                    ("commit", ours.commit, smaller.commit), ("difference", ours.difference, smaller.difference),
                ] {
                    report.add(
                        Row(
                            group: title, name: "\(work.name), \(part), against 10k", size: size, sample: large,
                            in: .microseconds, by: .median, against: ("at 10k", small), bar: 3))
                }
            }
        }
    }

    /// Measures all lists with one work, and returns what ours cost.
    private static func measure(_ work: Work, size: Int, into report: inout Report) -> EditCosts {
        let ours = costs(of: DraftedList.self, work, size: size, isOurs: true)
        let bar = size == 1_000_000 ? work.bar : nil
        for (part, sample, limit) in [
            (both, ours.both, bar), ("commit", ours.commit, nil), ("difference", ours.difference, nil),
        ] {
            report.add(
                Row(
                    group: title, name: "\(work.name), \(part)", size: size, sample: sample, in: .microseconds,
                    by: .median, bar: limit))
        }
        for (name, other) in [
            ("Array", costs(of: ArrayList.self, work, size: size)),
            ("Array and Dictionary", costs(of: IndexedArrayList.self, work, size: size)),
            ("OrderedDictionary", costs(of: OrderedList.self, work, size: size)),
        ] {
            report.add(
                Row(
                    group: title, name: "  \(work.name), \(name), commit", size: size, sample: other.commit,
                    in: .microseconds,
                    by: .median, against: ("ours", ours.commit)))
            guard other.hasDifference else { continue }
            report.add(
                Row(
                    group: title, name: "  \(work.name), \(name), commit + difference(from:)", size: size,
                    sample: other.both,
                    in: .microseconds, by: .median, against: ("ours", ours.both)))
        }
        return ours
    }

    private static func costs<List: EditedList & ~Copyable>(
        of type: List.Type, _ work: Work, size: Int, isOurs: Bool = false
    ) -> EditCosts {
        var list = List((0..<size).map { Employee($0) })
        var script = EditScript(firstID: size)
        switch work {
        case .one(let verb):
            return EditCosts(
                of: &list, verbs: [verb], batches: isOurs ? 65 : 3, commits: isOurs ? 32 : 1, edits: 1, script: &script)
        case .scattered:
            // Quadratic in the disorder for the standard library: a few of them say it all.
            return EditCosts(
                of: &list, verbs: EditScript.Verb.allCases, batches: isOurs ? 25 : 2, commits: 1, edits: 100,
                script: &script)
        case .append:
            return EditCosts(appending: 100, to: &list, batches: isOurs ? 25 : 2, script: &script)
        }
    }
}
