import DataSources

/// How many ids are hashed: by edits of one item, and when whole lists come in.
enum HashGates {
    static func count(into counts: inout Counts) {
        edits(into: &counts)
        loads(into: &counts)
        disordered(into: &counts)
        sections(into: &counts)
    }

    private static func edits(into counts: inout Counts) {
        var number = 0
        let (before, after) = Workloads.blocks(5_000, block: 1_000, shuffled: 200) { _ in
            number += 1
            return Probe(number)
        }
        counts.add(.hashes, "W1: blocks of 5,000 come and go", hashes { consume(after.changes(from: before)) })
        var draft = checked { try ListDraft(probes(10_000)) }
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

    private static func loads(into counts: inout Counts) {
        let items = probes(10_000)
        counts.add(.hashes, "load 10,000: snapshot", hashes { consume(try? ListSnapshot(items)) })
        counts.add(.hashes, "load 10,000: draft", hashes { consume(checked { try ListDraft(items).count }) })
        var draft = checked { try ListDraft(items) }
        let more = (10_000..<15_000).map { Probe($0) }
        counts.add(.hashes, "append 5,000 to 10,000: commit", hashes { try? draft.append(contentsOf: more) })
    }

    /// One hash for each new id, however the order has changed; and one for each id of either side in the difference.
    private static func disordered(into counts: inout Counts) {
        let old = probes(10_000)
        var generator = Generator(state: 19)
        let half = old[..<5_000].shuffled(using: &generator) + old[5_000...]
        let orders: [(name: String, items: [Probe])] = [
            ("shuffled", old.shuffled(using: &generator)), ("reversed", old.reversed()),
            ("first to last", Array(old[1...]) + old[..<1]), ("one half shuffled", half),
            ("all replaced", (10_000..<20_000).map { Probe($0) }),
        ]
        for (name, items) in orders {
            var draft = checked { try ListDraft(old) }
            let before = draft.snapshot
            let name = "replace all of 10,000, \(name)"
            counts.add(.hashes, "\(name): commit", hashes { try? draft.replaceAll(with: items) })
            precondition(Array(draft.snapshot) == items, "another order came in")
            counts.add(.hashes, "\(name): difference", hashes { consume(draft.snapshot.changes(from: before)) })
        }
    }

    private static func sections(into counts: inout Counts) {
        let old = probes(10_000)
        var generator = Generator(state: 21)
        func sections(_ items: [Probe]) -> [ItemSection<Thing, Probe>] {
            (0..<100).map { ItemSection(Thing($0), items: items[$0 * 100..<($0 + 1) * 100]) }
        }
        let before = sections(old)
        counts.add(.hashes, "load 100 sections of 100: snapshot", hashes { consume(try? SectionedSnapshot(before)) })
        let within = before.map { section in
            ItemSection(section.header, items: section.items.shuffled(using: &generator))
        }
        let orders: [(name: String, sections: [ItemSection<Thing, Probe>])] = [
            ("shuffled within", within.shuffled(using: &generator)),
            ("shuffled across", sections(old.shuffled(using: &generator))),
            ("in another order", before.shuffled(using: &generator)),
        ]
        for (name, after) in orders {
            var draft = checked { try SectionedDraft(before) }
            let old = draft.snapshot
            let name = "replace all of 100 sections, \(name)"
            counts.add(.hashes, "\(name): commit", hashes { try? draft.replaceAll(with: after) })
            precondition(
                draft.snapshot.map { Array($0.items) } == after.map { Array($0.items) }, "another order came in")
            counts.add(.hashes, "\(name): difference", hashes { consume(draft.snapshot.changes(from: old)) })
        }
    }

    private static func probes(_ count: Int) -> [Probe] { (0..<count).map { Probe($0) } }

    private static func hashes(_ body: () -> Void) -> Double {
        let before = Probe.ID.hashes
        body()
        return Double(Probe.ID.hashes - before)
    }
}
