import DataSources
import DataSourcesViews
import Synchronization

/// What a presentation does on the display's actor, and what many presentations cost a source.
///
/// CPU time of the actor's thread, without the display's own work where the row says so.
enum PresentationBenchmark {
    static let rows = ["one change on a screen", "a new list on a screen", "selected on a screen", "presentations"]

    static func measure(into report: inout Report, quick: Bool) async throws {
        let sizes = quick ? [10_000, 100_000] : [10_000, 1_000_000]
        if report.wants(rows[0]) { try await measureChanges(sizes, selected: [0], into: &report) }
        if report.wants(rows[1]) {
            for size in sizes { try await measureNewList(size, into: &report) }
        }
        if report.wants(rows[2]) { try await measureChanges(sizes, selected: [10, 10_000], into: &report) }
        if report.wants(rows[3]) { try await measureMany(into: &report) }
    }

    private static func screen(
        of source: ListSource<Employee>, resets: ResetPolicy<ListSnapshot<Employee>>, selected: Range<Int> = 0..<0
    ) async -> (screen: MeasuredScreen, run: Task<Void, Never>) {
        let screen = MeasuredScreen(of: source, on: ScreenThread())
        await screen.attach(resets: resets, selected: selected)
        return (screen, Task { await screen.run() })
    }

    // MARK: One change

    private static func measureChanges(_ sizes: [Int], selected counts: [Int], into report: inout Report) async throws {
        for size in sizes {
            for selected in counts {
                let source = try ListSource((0..<size).map { Employee($0) })
                let (screen, run) = await screen(
                    of: source, resets: .whenChangesExceed(10_000), selected: size - selected..<size)
                var (sample, ownWork, rows, updates) = (Sample(), Sample(), 0, 0)
                let each = 200
                for round in 0..<21 {
                    await screen.restart()
                    let before = await screen.figures.told
                    for change in 1...each {
                        // Every other change is on the screen; some rows leave and come, far from it.
                        let id = change % 2 == 0 ? change % 50 : 50 + (change * 7_919) % (size - 100 - selected)
                        try await source.update(id: id) { $0.salary = round * each + change + size }
                        await screen.told(before + change)
                    }
                    // The last update may not have been counted to its end.
                    let figures = await screen.figures
                    let told = figures.told - before
                    if round == 0 { continue }
                    sample.values.append((screen.thread.total - figures.cost) / Double(told))
                    ownWork.values.append(figures.cost / Double(told))
                    (rows, updates) = (rows + figures.rows, updates + told)
                }
                await source.finish()
                await run.value
                screen.thread.end()
                let suffix = selected == 0 ? "" : ", \(selected) selected on a screen"
                let group = "One change on a screen of 50 rows: on its actor, without the display's work"
                report.add(
                    Row(
                        group: group, name: "one change on a screen\(suffix)", size: size, sample: sample,
                        in: .microseconds,
                        by: .median, bar: 20, work: "on the actor, one change\(suffix), \(Report.size(size))"))
                report.add(
                    Row(
                        group: group, name: "  the display's work", size: size, sample: ownWork, in: .microseconds,
                        by: .median))
                report.add(
                    Row(
                        group: group, name: "  rows asked for per update", size: size,
                        value: Double(rows) / Double(max(1, updates)), unit: "", bar: 0.5,
                        work: "rows asked for per update, half of them on the screen\(suffix), \(Report.size(size))"))
            }
        }
    }

    // MARK: A new list

    private static func measureNewList(_ size: Int, into report: inout Report) async throws {
        for (name, resets) in [
            ("reset", ResetPolicy<ListSnapshot<Employee>>.whenChangesExceed(10_000)), ("told all changes", .never),
        ] {
            let source = try ListSource((0..<size).map { Employee($0) })
            let (screen, run) = await screen(of: source, resets: resets, selected: 0..<10_000)
            var sample = Sample()
            for round in 1...(size > 100_000 ? 5 : 9) {
                // Half of the items are new, and every second of the others has changed.
                let items = (0..<size).map { position in
                    var employee = Employee(position % 2 == 0 ? position : position + round * size)
                    if position % 4 == 0 { employee.salary = -round }
                    return employee
                }
                await screen.restart()
                let before = await screen.figures.told
                try await source.replaceAll(with: items)
                await screen.told(before + 1)
                // Whatever else the update has for the actor is done before this.
                _ = await screen.selectedCount
                sample.values.append(screen.thread.longest)
            }
            await source.finish()
            await run.value
            screen.thread.end()
            report.add(
                Row(
                    group: "A new list on a screen, half of it changed: the longest stretch on its actor",
                    name: "a new list on a screen, \(name)", size: size,
                    value: (sample.values.max() ?? .nan) / 1_000_000, unit: "ms", bar: 2,
                    work: "longest stretch on the actor, a new list, \(name), \(Report.size(size))"))
        }
    }

    // MARK: Many presentations

    private static func measureMany(into report: inout Report) async throws {
        let (count, commits) = (1_000, 50)
        var (bare, shown) = (Sample(), Sample())
        for round in 0..<7 {
            let (first, second) = round % 2 == 0 ? (false, true) : (true, false)
            for isShown in [first, second] {
                let nanoseconds = try await commitCost(count, commits, isShown: isShown)
                if round == 0 { continue }
                if isShown { shown.values.append(nanoseconds) } else { bare.values.append(nanoseconds) }
            }
        }
        let group = "A commit with \(count) that wait: on the committing thread, for each of them"
        report.add(Row(group: group, name: "subscribers", size: count, sample: bare, in: .nanoseconds, by: .median))
        report.add(
            Row(
                group: group, name: "presentations", size: count, sample: shown, in: .nanoseconds, by: .median,
                against: ("subscribers", bare), bar: 1.2))
    }

    /// The nanoseconds of a commit for each of those that wait for it.
    private static func commitCost(_ count: Int, _ commits: Int, isShown: Bool) async throws -> Double {
        let source = try ListSource((0..<1_000).map { Employee($0) })
        let turnstile = Turnstile(count)
        await withTaskGroup { group in
            for _ in 0..<count {
                group.addTask {
                    if isShown {
                        let (presentation, display) = (await Presentation(of: source), CountingDisplay(turnstile))
                        presentation.attach(display)
                        await presentation.run()
                        consume(display)
                    } else {
                        for await _ in source.subscribe() { turnstile.passed() }
                    }
                }
            }
            var spent = 0.0
            for commit in 1...commits {
                // Whoever has been told has yet to begin to wait.
                try? await Task.sleep(for: .milliseconds(commit == 1 ? 100 : 10))
                spent += await source.commitCost(commit)
                _ = await turnstile.allPassed()
            }
            total.withLock { $0 = spent / Double(commits * count) }
            await source.finish()
        }
        return total.withLock { $0 }
    }

    private static let total = Mutex(0.0)

    private final class CountingDisplay: ListDisplay {
        private let turnstile: Turnstile

        init(_ turnstile: Turnstile) {
            self.turnstile = turnstile
        }

        func reset(to snapshot: ListSnapshot<Employee>) {}

        func apply(
            _ stage: Update<ListSnapshot<Employee>>, to snapshot: ListSnapshot<Employee>, animation: AnimationHint?
        ) {
            turnstile.passed()
        }

        func nextFrame() async {}
    }
}

extension ListSource<Employee> {
    /// Commits a change, and returns the CPU nanoseconds that it took on its thread.
    fileprivate func commitCost(_ number: Int) -> Double {
        let start = cpuNanoseconds()
        try? transaction { try $0.update(id: number) { $0.salary = -number } }
        return Double(cpuNanoseconds() - start)
    }
}
