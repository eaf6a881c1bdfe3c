import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Whole lists that come in: in any order, with duplicates, in a transaction that throws.
struct WholeListTests {
    private struct Refusal: Error {}

    /// Orders of rows, from almost the same to nothing in common.
    private static func reordered(_ rows: [Row], _ random: inout Random, fresh: Int) -> [Row] {
        var rows = rows
        let count = rows.count
        switch random.below(9) {
        case 0: rows.shuffle(using: &random)
        case 1: rows.reverse()
        case 2 where count > 0: rows.append(rows.removeFirst())
        case 3:
            let part = 0..<random.below(count + 1)
            rows.replaceSubrange(part, with: rows[part].shuffled(using: &random))
        case 4: rows.removeSubrange(random.below(count / 2 + 1)..<count)
        case 5: rows = (0..<random.below(300)).map { Row(fresh + $0) } + rows
        case 6: rows = (0..<random.below(300)).map { Row(fresh + $0) }
        case 7: for place in rows.indices where random.below(3) == 0 { rows[place].value += 1 }
        default:
            rows.shuffle(using: &random)
            rows.insert(contentsOf: (0..<random.below(900)).map { Row(fresh + $0) }, at: random.below(count + 1))
        }
        return rows
    }

    /// What is wrong with a list, its index or its difference to an earlier state.
    private static func fault(of draft: borrowing ListDraft<Row>, _ rows: [Row]) -> String? {
        if Array(draft.snapshot) != rows { return "another list" }
        for (position, row) in rows.enumerated() where draft.position(of: row.id) != position {
            return "\(row.id) is at \(String(describing: draft.position(of: row.id))), not \(position)"
        }
        return draft.indexedIDCount == rows.count ? nil : "\(draft.indexedIDCount) ids of \(rows.count)"
    }

    @Test(arguments: seeds(20))
    func `lists in any order against arrays, with edits in between`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var rows = Row.range(0, random.below(400))
        var draft = try ListDraft(rows)
        for step in 1..<12 {
            let before = draft.snapshot
            let wanted = Self.reordered(rows, &random, fresh: 10_000 * step)
            if random.below(3) == 0 {
                #expect(throws: Refusal.self) {
                    try draft.transaction { draft in
                        try draft.replaceAll(with: wanted)
                        throw Refusal()
                    }
                }
                try #require(draft.snapshot.isIdentical(to: before), "seed \(seed), step \(step)")
            } else if random.below(4) == 0, wanted.count > 1 {
                var repeated = wanted
                repeated.insert(wanted[random.below(wanted.count)], at: random.below(wanted.count))
                #expect(throws: EditError.self) { try draft.replaceAll(with: repeated) }
            } else {
                try draft.replaceAll(with: wanted)
                rows = wanted
            }
            try #require(Self.fault(of: draft, rows) == nil, "seed \(seed), step \(step)")
            let changes = draft.snapshot.changes(from: before)
            try #require(changes.isEmpty == (Array(before) == rows), "seed \(seed), step \(step)")
            try draft.insert(Row(10_000 * step + 5_000), at: random.below(rows.count + 1))
            rows = Array(draft.snapshot)
            try #require(Self.fault(of: draft, rows) == nil, "seed \(seed), step \(step), an edit")
        }
    }

    @Test(arguments: seeds(20))
    func `sections in any order against arrays, also from a snapshot's own sections`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var sections = (0..<1 + random.below(8)).map { number in
            PlainSection(number, Row.range(1_000 * number, random.below(120)))
        }
        var draft = try RowSectionsDraft(sections.map(\.section))
        for step in 1..<10 {
            let before = draft.snapshot
            var wanted = sections.shuffled(using: &random)
            switch random.below(4) {
            case 0:
                let rows = wanted.flatMap(\.items).shuffled(using: &random)
                for place in wanted.indices { wanted[place].items = [] }
                for row in rows { wanted[random.below(wanted.count)].items.append(row) }
            case 1: for place in wanted.indices { wanted[place].items.shuffle(using: &random) }
            case 2: wanted.append(PlainSection(100 * step, Row.range(100_000 * step, random.below(200))))
            default: if wanted.count > 1 { wanted.removeLast() }
            }
            // Sections whose items stay share their leaves with the snapshot that they come from.
            let coming = wanted.map { plain in
                before.first { $0.items.map(\.id) == plain.items.map(\.id) && !plain.items.isEmpty }.map {
                    ItemSection(plain.section.header, items: $0.items)
                } ?? plain.section
            }
            if random.below(2) == 0 {
                #expect(throws: Refusal.self) {
                    try draft.transaction { draft in
                        try draft.replaceAll(with: coming)
                        throw Refusal()
                    }
                }
                try #require(draft.snapshot.isIdentical(to: before), "seed \(seed), step \(step)")
            } else {
                try draft.replaceAll(with: coming)
                sections = wanted
            }
            try #require(draft.snapshot.plain == sections, "seed \(seed), step \(step)")
            try #require(draft.indexedIDCounts.items == draft.itemCount, "seed \(seed), step \(step)")
            for (place, section) in sections.enumerated() {
                for (offset, row) in section.items.enumerated() {
                    let path = draft.path(of: row.id)
                    try #require(path == ItemPath(section: place, item: offset), "seed \(seed), step \(step)")
                }
            }
            draft.removeAllItems { $0.id % 17 == step }
            for place in sections.indices { sections[place].items.removeAll { $0.id % 17 == step } }
            try #require(draft.snapshot.plain == sections, "seed \(seed), step \(step), an edit")
        }
    }
}
