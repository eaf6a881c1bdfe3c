import DataSources
import Foundation

/// What it costs to bring a derived source up to date after one change upstream.
///
/// That is beyond the commit, from the call to the new state, the upstream's difference included. Beside it the same view
/// made of plain arrays from scratch.
///
/// Who asks may be taken to another thread in between, so this is CPU time of the process.
enum DerivedBenchmark {
    private static let title = "One change through derived sources, beyond the commit (CPU time, median)"
    private static let building = "The first state of derived sources (CPU time)"

    static let rows = DerivedView.all.map(\.name) + ["1,000 derived sources"]

    static func measure(into report: inout Report, quick: Bool) async {
        for view in DerivedView.all where report.wants(view.name) {
            var smaller: [EditScript.Verb: Sample] = [:]
            for size in quick ? [1_000, 10_000] : [10_000, 100_000, 1_000_000] {
                let costs = await measure(view, size: size, into: &report)
                if size == 10_000 { smaller = costs }
                guard size == 1_000_000 else { continue }
                for verb in EditScript.Verb.allCases {
                    guard let large = costs[verb], let small = smaller[verb] else { continue }
                    report.add(
                        Row(
                            group: title, name: "\(view.name), \(verb.rawValue), against 10k", size: size,
                            sample: large, in: .microseconds, by: .median, against: ("at 10k", small), bar: 3))
                }
            }
        }
        if report.wants("1,000 derived sources") { await measureMany(into: &report, quick: quick) }
    }

    /// Measures one view of `size` items, and returns what a change costs it.
    private static func measure(
        _ view: DerivedView, size: Int, into report: inout Report
    ) async -> [EditScript.Verb: Sample] {
        let items = employees(size)
        var list = DraftedList(items)
        let source = Upstream()
        source.hub.publish(list.state)

        let isLarge = size == 1_000_000
        let recomputed = processCost { consume(view.recompute(items)) }
        let start = processNanoseconds()
        let bringUpToDate = await view.derive(source)
        consume(await bringUpToDate())
        let built = Double(processNanoseconds() - start)
        report.add(
            Row(
                group: building, name: view.name, size: size, sample: Sample(values: [built]), in: .milliseconds,
                against: ("from scratch", Sample(values: [recomputed])),
                bar: isLarge && view.recompute(items) > 100 ? 3 : nil, work: isLarge ? "build, \(view.name)" : nil))

        var script = EditScript(firstID: size)
        var costs: [EditScript.Verb: Sample] = [:]
        for verb in EditScript.Verb.allCases {
            var sample = Sample()
            let edits = script.edits(200, of: [verb], to: list)
            for edit in edits {
                list.apply(edit)
                source.hub.publish(list.state)
                let start = processNanoseconds()
                consume(await bringUpToDate())
                sample.values.append(max(0, Double(processNanoseconds() - start) - processClockCost))
            }
            list.commit(script.restoration(after: edits, count: list.count))
            source.hub.publish(list.state)
            consume(await bringUpToDate())
            costs[verb] = sample
            report.add(
                Row(
                    group: title, name: "\(view.name), \(verb.rawValue)", size: size, sample: sample,
                    in: .microseconds, by: .median, bar: isLarge ? view.bar : nil,
                    work: isLarge ? "one change, \(view.name), \(verb.rawValue)" : nil))
        }
        report.add(
            Row(
                group: title, name: "  \(view.name), from scratch", size: size, sample: Sample(values: [recomputed]),
                in: .microseconds, against: costs[.update].map { ("an update", $0) }))
        return costs
    }

    /// A change below many derived sources of which one is asked.
    private static func measureMany(into report: inout Report, quick: Bool) async {
        let size = quick ? 10_000 : 100_000
        var list = DraftedList(employees(size))
        let source = Upstream()
        source.hub.publish(list.state)
        var samples: [(commit: Sample, pull: Sample)] = []
        let all = (0..<1_000).map { number in source.filter { $0.salary % 1_000 == number } }
        for count in [1, 1_000] {
            for derived in all.prefix(count) { consume(await derived.snapshot.count) }
            var script = EditScript(firstID: size)
            var (commit, pull) = (Sample(), Sample())
            for edit in script.edits(200, of: [.update], to: list) {
                list.apply(edit)
                let state = list.state
                commit.values.append(cost { source.hub.publish(state) })
                let start = processNanoseconds()
                consume(await all[0].snapshot.count)
                pull.values.append(max(0, Double(processNanoseconds() - start) - processClockCost))
            }
            samples.append((commit, pull))
        }
        for (name, values, alone) in [
            ("the commit", samples[1].commit, samples[0].commit),
            ("one that is asked", samples[1].pull, samples[0].pull),
        ] {
            report.add(
                Row(
                    group: title, name: "1,000 derived sources, \(name)", size: size, sample: values,
                    in: .microseconds, by: .median, against: ("one derived source", alone), bar: quick ? nil : 1.5))
        }
    }
}

/// Employees whose salaries are in no order.
private func employees(_ count: Int) -> [Employee] {
    (0..<count).map { id in
        var employee = Employee(id)
        employee.salary = Int((UInt64(id) &* 0x9E37_79B9_7F4A_7C15) >> 24)
        return employee
    }
}

private func processCost(_ body: () -> Void) -> Double {
    let start = processNanoseconds()
    body()
    return Double(processNanoseconds() - start)
}

/// What an empty measurement shows: the median of a thousand.
private let processClockCost: Double = {
    let values = (0..<1_000).map { _ in
        let start = processNanoseconds()
        return Double(processNanoseconds() - start)
    }
    return values.sorted()[500]
}()
