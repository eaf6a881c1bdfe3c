import DataSources
import DataSourcesTesting

/// Valid values of every type that reads itself from input.
enum SeedValues {
    private typealias Item = DecodedTypes.Item
    private typealias Header = DecodedTypes.Header

    /// All values as a codec writes them, with the letter of their type.
    static func written<C: Codec>(_ codec: C.Type) -> [String: (letter: UInt8, codec: C)] {
        var result: [String: (letter: UInt8, codec: C)] = [:]
        func add(_ letter: Character, _ value: some Encodable) {
            guard let written = try? C.written(value), let byte = letter.asciiValue else { return }
            result["\(letter)-\(result.count)"] = (byte, written)
        }
        for update in lists(Int.self) {
            add("a", update.before)
            add("c", update)
            add("g", update.changes)
            add("j", update.changes.deletions)
            add("l", update.changes.moves)
            add("n", update.steps)
        }
        for update in lists(String.self) {
            add("e", update)
            add("p", update.steps)
        }
        for update in sections(Int.self) {
            add("b", update.after)
            add("d", update)
            add("h", update.changes.items)
            add("i", update.changes)
            add("k", update.changes.insertions)
            add("m", update.changes.moves)
            add("o", update.steps)
            if let section = update.after.first { add("q", section) }
        }
        for update in sections(String.self) { add("f", update) }
        add("n", [ListEdit<Item>.upsert(Item(1, 2)), .removeID(1), .insert(Item(3), at: 0), .move(from: 0, to: 0)])
        add("o", [SectionedEdit<Header, Item>.upsertItem(Item(1, 2), inSection: 3), .removeItemID(1)])
        let path = ItemPath(section: 1, item: 2)
        add("r", path)
        add("s", Version(epoch: .max, number: 7))
        add("t", PositionPair(before: 1, after: 2))
        add("u", PositionPair(before: path, after: path))
        add("v", PositionSet<Int>.Run(first: 3, count: 4))
        add("w", PositionSet<ItemPath>.Run(first: path, count: 4))
        add("x", PositionPairs<ItemPath>.Run(before: path, after: path, count: 2))
        add("y", [EditError.Code.duplicateItem, .duplicateSection, .unknownItem, .unknownSection, .finished])
        add("y", [EditError.Code.positionOutOfRange, .identityChanged])
        for (letter, value) in OddDecodedTypes.seeds { add(letter, value) }
        add("z", [UpdateError.Code.baseMismatch, .gap, .inconsistent])
        return result
    }

    /// Bytes for targets that take any.
    static func random(_ count: Int, seed: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }

    private static func lists<ID: Identity>(_ type: ID.Type) -> [Update<ListSnapshot<Row<ID>>>] {
        func list(_ rows: [(UInt8, Int)]) -> ListSnapshot<Row<ID>> {
            (try? ListSnapshot(rows.map { Row(ID(number: $0.0), $0.1) })) ?? ListSnapshot()
        }
        let states = [
            list([]), list([(0, 0), (1, 0), (2, 0)]), list([(2, 1), (0, 0), (3, 0), (1, 0)]),
            list((0..<9).map { ($0, 0) }), list((3..<12).reversed().map { ($0, Int($0 % 2)) }),
        ]
        return zip(states, states.dropFirst()).compactMap { Update(from: $0, to: $1) }
    }

    private static func sections<ID: Identity>(
        _ type: ID.Type
    ) -> [Update<SectionedSnapshot<Heading<ID>, Row<ID>>>] {
        func state(_ sections: [(UInt8, Int, [UInt8])], _ value: Int = 0) -> SectionedSnapshot<Heading<ID>, Row<ID>> {
            let sections = sections.map { id, title, rows in
                ItemSection(Heading(ID(number: id), title), items: rows.map { Row(ID(number: $0), value) })
            }
            return (try? SectionedSnapshot(sections)) ?? SectionedSnapshot()
        }
        let states = [
            state([]), state([(0, 0, [0, 1, 2]), (1, 0, [3, 4]), (2, 0, [])]),
            state([(2, 0, [1]), (0, 1, [2, 0, 5]), (3, 0, [3, 6])]), state([(3, 0, [6, 3]), (0, 1, [5, 7, 1])], 1),
            state([(4, 0, [3, 6]), (5, 0, [5, 1]), (3, 0, [])]),
        ]
        return zip(states, states.dropFirst()).compactMap { Update(from: $0, to: $1) }
    }
}
