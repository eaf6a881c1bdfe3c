import DataSources

/// What differences look at.
enum VisitGates {
    static func count(into counts: inout Counts) {
        #if DATASOURCES_COUNTERS
        countVisits(into: &counts)
        #else
        counts.skip(.visits, because: "build with -Xswiftc -DDATASOURCES_COUNTERS, as .ci/gates does")
        #endif
    }

    #if DATASOURCES_COUNTERS
    private static func countVisits(into counts: inout Counts) {
        for size in [1_000, 100_000, 1_000_000] {
            var list = EditedList(size)
            for verb in EditedList.Verb.allCases {
                var unused = Meter()
                var visits = WorkCounter()
                list.edit(verb, rounds: 20, commits: &unused) { before, after in
                    visits.add(Self.visits { consume(after.changes(from: before)) })
                }
                add(visits, "20 x \(verb) 1 of \(size)", into: &counts)
            }
        }
        let scattered = Workloads.scattered(100, in: 100_000)
        add(visits { consume(scattered.after.changes(from: scattered.before)) }, "100 edits of 100000", into: &counts)
        let replaced = Workloads.replaced(100_000)
        add(
            visits { consume(replaced.after.changes(from: replaced.before)) }, "replace all of 100000, 1 % changed",
            into: &counts)
        let blocks = Workloads.blocks(100_000, block: 10_000, shuffled: 2_000) { $0.token() }
        add(visits { consume(blocks.after.changes(from: blocks.before)) }, "W1: blocks of 100000", into: &counts)

        var draft = checked { try SectionedDraft(Workloads.sections(100, of: 1_000)) }
        let before = draft.snapshot
        checked {
            for id in [50_100, 50_400, 50_800] { try draft.updateItem(id: id) { $0.number += 1 } }
            try draft.moveItem(id: 50_500, toSection: 50, at: 20)
        }
        let after = draft.snapshot
        add(visits { consume(after.changes(from: before)) }, "4 edits in 1 of 100 sections of 1000", into: &counts)
    }

    private static func add(_ visits: WorkCounter, _ name: String, into counts: inout Counts) {
        counts.add(.visits, "\(name): nodes", Double(visits.nodes))
        counts.add(.visits, "\(name): leaves", Double(visits.leaves))
        counts.add(.visits, "\(name): elements", Double(visits.elements))
    }

    private static func visits(_ body: () -> Void) -> WorkCounter {
        WorkCounter.counts = WorkCounter()
        body()
        return WorkCounter.counts
    }
    #endif
}

#if DATASOURCES_COUNTERS
extension WorkCounter {
    mutating func add(_ other: WorkCounter) {
        nodes += other.nodes
        leaves += other.leaves
        elements += other.elements
    }
}
#endif
