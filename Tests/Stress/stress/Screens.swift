import DataSources
import DataSourcesViews
import Observation

/// What shows sources on one actor, while others edit them on all cores.
///
/// Mirrors, rows and presentations have no lock: their actor is what guards them. If a part of them runs elsewhere,
/// ThreadSanitizer tells, and what is shown differs from what was set.
@MainActor
struct Screens {
    private let list: ListSource<Thing>
    private let sections: SectionedSource<Thing, Thing>
    private let rows: ObservedList<Thing>
    private let groups: ObservedSections<Thing, Thing>
    private let presentation: Presentation<ListSnapshot<Thing>>
    private let selection: Selection<ListSnapshot<Thing>>
    private let display = Display()
    private let census: Census

    /// Keeps what it is told; only its actor touches it.
    private final class Display: ListDisplay {
        private(set) var shown: [Int] = []

        func reset(to snapshot: ListSnapshot<Thing>) { shown = snapshot.map(\.value) }

        func apply(
            _ stage: Update<ListSnapshot<Thing>>, to snapshot: ListSnapshot<Thing>, animation: AnimationHint?
        ) {
            shown = snapshot.map(\.value)
        }

        func nextFrame() async {}
    }

    private init(_ census: Census) async {
        self.census = census
        list = .make(census)
        sections = .make(census)
        rows = ObservedList(of: list, rowsKept: 20)
        groups = ObservedSections(of: sections, rowsKept: 20)
        presentation = Presentation(of: list)
        selection = Selection(in: presentation)
    }

    /// Opens screens and closes them; returns what is wrong.
    static func run(seed: UInt64, screens: Int) async -> [String] {
        let census = Census()
        var faults: [String] = []
        for number in 0..<screens {
            faults += await Screens(census).live(Random(seed: seed &+ UInt64(number)))
        }
        // What tasks hold goes a moment after their value is there.
        for _ in 0..<500 where census.count > 0 { try? await Task.sleep(for: .milliseconds(10)) }
        if census.count > 0 { faults.append("law 13: \(census.count) items are left over of screens") }
        return faults
    }

    private func live(_ random: Random) async -> [String] {
        var (random, wrong) = (random, 0)
        let told = Flag()
        let writers = (0..<2).map { write(Random(seed: random.next() &+ $0), newID: 1_000_000 * (Int($0) + 1)) }
        var runs = begin()
        presentation.attach(display)
        for number in 0..<200 {
            withObservationTracking {
                _ = (rows.snapshot, rows.rows.last?.value, groups.snapshot)
            } onChange: {
                told.raise()
            }
            let place = random.below(max(1, rows.count))
            for row in [rows[place], groups.sections.first?.rows.first] {
                row?.value.value = -number
                if let row, row.value.value != -number, row.isPresent { wrong += 1 }
            }
            if let row = rows[place] { selection.select(row.id) }
            if display.shown != presentation.snapshot.map(\.value), presentation.isAttached { wrong += 1 }
            if random.oneIn(20) { presentation.isAttached ? presentation.detach() : presentation.attach(display) }
            if random.oneIn(40) {
                for run in runs { run.cancel() }
                for run in runs { await run.value }
                runs = begin()
            }
            await Task.yield()
        }
        for writer in writers { await writer.value }
        if !presentation.isAttached { presentation.attach(display) }
        await list.finish()
        await sections.finish()
        for run in runs { await run.value }
        var faults = wrong == 0 ? [] : ["law 15: \(wrong) reads of a screen differ from what was set"]
        if !told.isRaised { faults.append("law 6: no observer of a screen was told anything") }
        if rows.snapshot != list.snapshot || groups.snapshot != sections.snapshot {
            faults.append("law 13: an observed list or its sections missed their end")
        }
        if presentation.snapshot != list.snapshot || display.shown != list.snapshot.map(\.value) {
            faults.append("law 13: a presentation missed its end")
        }
        return faults
    }

    private func begin() -> [Task<Void, Never>] {
        [
            Task { @MainActor in await rows.run() }, Task { @MainActor in await groups.run() },
            Task { @MainActor in await presentation.run() },
        ]
    }

    private nonisolated func write(_ random: Random, newID: Int) -> Task<Void, Never> {
        let (list, sections, census) = (list, sections, census)
        return Task.detached {
            var random = random
            for number in 0..<200 {
                _ = try? await list.mutate(&random, newID: newID + number, census)
                _ = try? await sections.mutate(&random, newID: newID + number, census)
            }
        }
    }
}
