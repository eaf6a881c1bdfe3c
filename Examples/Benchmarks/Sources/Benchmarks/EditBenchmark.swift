import DataSources

/// One edit of a long list while the previous snapshot is held: the commit, and the difference of the pair.
///
/// Beside it the same edit of a plain array whose previous value is held, and the standard library's difference.
struct EditBenchmark {
    let size: Int
    let rounds: Int

    private static let verbs = ["insert", "remove", "update", "move"]

    /// Microseconds of commit and difference, by verb.
    func run() -> [String: (commit: Sample, difference: Sample)] {
        let draft = try? ListDraft((0..<size).map { Employee($0) })
        guard var draft else { return [:] }
        var results: [String: (commit: Sample, difference: Sample)] = [:]
        var generator = Generator(state: 7)
        var nextID = size
        var changes = 0
        for verb in Self.verbs {
            var (commit, difference) = (Sample(), Sample())
            for round in 0..<rounds {
                let before = draft.snapshot
                let position = generator.below(draft.count)
                let target = generator.below(draft.count - 1)
                guard let id = draft[position]?.id else { continue }
                let new = Employee(nextID)
                nextID += 1
                var after = before
                let commitTime = cost {
                    switch verb {
                    case "insert": try? draft.insert(new, at: position)
                    case "remove": _ = try? draft.remove(id: id)
                    case "update": try? draft.update(id: id) { $0.salary = -round - 1 }
                    default: try? draft.move(id: id, to: target)
                    }
                    after = draft.snapshot
                }
                commit.values.append(commitTime / 1000)
                let differenceTime = cost { changes &+= after.changes(from: before).count }
                difference.values.append(differenceTime / 1000)
                consume(before)
            }
            results[verb] = (commit, difference)
        }
        consume(changes)
        return results
    }

    /// Microseconds of the same with an array: the edit while the old value is held, and `difference(from:)` by id.
    func runArray() -> [String: (commit: Sample, difference: Sample)] {
        var list = (0..<size).map { Employee($0) }
        var results: [String: (commit: Sample, difference: Sample)] = [:]
        var generator = Generator(state: 7)
        var nextID = size
        for verb in Self.verbs {
            var (commit, difference) = (Sample(), Sample())
            for round in 0..<5 {
                let before = list
                let id = list[generator.below(list.count)].id
                let target = generator.below(list.count - 1)
                nextID += 1
                commit.values.append(
                    cost {
                        let position = list.firstIndex { $0.id == id } ?? 0
                        switch verb {
                        case "insert": list.insert(Employee(nextID), at: position)
                        case "remove": list.remove(at: position)
                        case "update": list[position].salary = -round - 1
                        default: list.insert(list.remove(at: position), at: target)
                        }
                    } / 1000
                )
                difference.values.append(cost { consume(list.difference(from: before)) } / 1000)
            }
            results[verb] = (commit, difference)
        }
        return results
    }

    static func measure(into report: inout Report, quick: Bool) {
        let group = "One edit of a list while the previous snapshot is held (CPU µs, median)"
        var small: [String: (commit: Sample, difference: Sample)] = [:]
        for size in quick ? [10_000, 100_000] : [10_000, 100_000, 1_000_000] {
            let benchmark = EditBenchmark(size: size, rounds: 2000)
            let ours = benchmark.run()
            let arrays = benchmark.runArray()
            for verb in verbs {
                guard let our = ours[verb], let array = arrays[verb] else { continue }
                report.add(
                    Row(
                        group: group, name: "\(verb), commit", size: size, value: our.commit.median, unit: "µs",
                        bar: size == 1_000_000 ? 8 : nil))
                report.add(
                    Row(
                        group: group, name: "\(verb), difference", size: size, value: our.difference.median, unit: "µs",
                        bar: size == 1_000_000 ? 2.5 : nil))
                report.add(
                    Row(
                        group: group, name: "  the same in an array, commit", size: size, value: array.commit.median,
                        unit: "µs", against: "ours", ratio: array.commit.median / our.commit.median))
                report.add(
                    Row(
                        group: group, name: "  difference(from:)", size: size, value: array.difference.median,
                        unit: "µs", against: "ours", ratio: array.difference.median / our.difference.median))
                if size == 10_000 { small[verb] = our }
                if size == 1_000_000, let base = small[verb] {
                    report.add(
                        Row(
                            group: group, name: "\(verb), commit at 1M", size: size, value: our.commit.median,
                            unit: "µs",
                            against: "at 10k", ratio: our.commit.median / base.commit.median, bar: 3))
                    report.add(
                        Row(
                            group: group, name: "\(verb), difference at 1M", size: size, value: our.difference.median,
                            unit: "µs", against: "at 10k", ratio: our.difference.median / base.difference.median, bar: 3
                        ))
                }
            }
        }
    }
}
