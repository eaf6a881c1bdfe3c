import DataSources

/// What differences look at, and how many ids they hash.
enum VisitGates {
    static func count(into counts: inout Counts) {
        countHashes(into: &counts)
        #if DATASOURCES_COUNTERS
        countVisits(into: &counts)
        #else
        counts.skip(.visits, because: "build with -Xswiftc -DDATASOURCES_COUNTERS, as .ci/gates does")
        #endif
    }

    private static func countHashes(into counts: inout Counts) {
        var number = 0
        let (before, after) = Workloads.blocks(5_000, block: 1_000, shuffled: 200) { _ in
            number += 1
            return Probe(number)
        }
        counts.add(.hashes, "W1: blocks of 5,000 come and go", hashes { consume(after.changes(from: before)) })
        var draft = checked { try ListDraft((0..<10_000).map { Probe($0) }) }
        let old = draft.snapshot
        counts.add(.hashes, "remove 1 of 10,000: commit", hashes { consume(try? draft.remove(at: 5_000)) })
        counts.add(.hashes, "remove 1 of 10,000: difference", hashes { consume(draft.snapshot.changes(from: old)) })
        let shorter = draft.snapshot
        counts.add(.hashes, "move 1 of 10,000: commit", hashes { try? draft.move(from: 10, to: 9_000) })
        counts.add(.hashes, "move 1 of 10,000: difference", hashes { consume(draft.snapshot.changes(from: shorter)) })
        let moved = draft.snapshot
        var items = Array(moved)
        for place in stride(from: 0, to: items.count, by: 100) { items[place].tag += 1 }
        counts.add(
            .hashes, "replace all of 10,000, 1 % updated: commit", hashes { try? draft.replaceAll(with: items) })
        counts.add(
            .hashes, "replace all of 10,000, 1 % updated: difference",
            hashes { consume(draft.snapshot.changes(from: moved)) })
    }

    private static func hashes(_ body: () -> Void) -> Double {
        let before = Probe.ID.hashes
        body()
        return Double(Probe.ID.hashes - before)
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
