import DataSources
import DataSourcesViews

/// One change until a display shows it, from the commit: the same in a list of 100,000 as in one of 10,000.
///
/// A screen asks for the rows that have changed and that it shows: of 50 rows one in each update, as the program checks.
enum PresentationOperations {
    static func run(_ report: Operations.Report) {
        for size in [10_000, 100_000] {
            measure("1 of \(size) changes: a presentation", size, presentations: 1, selected: 0, report)
            measure(
                "1 of \(size) changes: a presentation, 10,000 selected", size, presentations: 1, selected: 10_000,
                report)
        }
        measure("a presentation, 1,000 of one source", 1_000, presentations: 1_000, selected: 0, report)
    }

    private static func measure(
        _ name: String, _ size: Int, presentations: Int, selected: Int, _ report: Operations.Report
    ) {
        let box = Box()
        SerialLoop.run { loop in
            let source = checked { try ListSource((0..<size).map { Thing($0) }) }
            for _ in 0..<presentations {
                loop.start {
                    let (presentation, display) = (await Presentation(of: source), WindowDisplay(50, box))
                    let selection = selected == 0 ? nil : Selection(in: presentation)
                    selection?.replace(with: (size - selected)..<size)
                    presentation.attach(display)
                    await presentation.run()
                    consume((display, selection))
                }
            }
            let rounds = presentations == 1 ? 220 : 30
            for round in 0..<rounds {
                await loop.settle()
                let isWarm = round >= 20
                if isWarm { box.meter.begin() }
                // Half of them change a row on the screen, the others one below.
                let id = round % 2 == 0 ? round / 2 % 50 : 50 + round
                _ = try? await source.update(id: id) { $0.number = round + 1 }
                await loop.settle()
                if isWarm { box.meter.end() }
            }
            let wanted = rounds / 2 * presentations
            precondition(box.rows == wanted, "\(box.rows) rows were asked for, not \(wanted)")
            await source.finish()
            await loop.settle()
        }
        report(name, box.meter.per(presentations))
    }

    /// Shows the first rows of a list.
    private final class WindowDisplay: ListDisplay {
        private let count: Int
        private let box: Box
        private var shown = ListSnapshot<Thing>()

        init(_ count: Int, _ box: Box) {
            (self.count, self.box) = (count, box)
        }

        func reset(to snapshot: ListSnapshot<Thing>) { shown = snapshot }

        func apply(
            _ stage: Update<ListSnapshot<Thing>>, to snapshot: ListSnapshot<Thing>, animation: AnimationHint?
        ) {
            shown = snapshot
            for pair in stage.changes.updates where pair.after < count {
                if snapshot[pair.after] != nil { box.rows += 1 }
            }
        }

        func nextFrame() async {}
    }

    // Sendable: touched by tasks of one loop only, which run on one thread.
    private final class Box: @unchecked Sendable {
        var meter = Meter()
        var rows = 0
    }
}
