import DataSources
import DataSourcesTesting

/// Every type that reads itself from input, with what must hold of it once it has been read.
///
/// The letter is the first byte of an input, and chooses the type.
enum DecodedTypes {
    typealias Item = Row<Int>
    typealias Named = Row<String>
    typealias Header = Heading<Int>
    typealias List = ListSnapshot<Item>
    typealias Sections = SectionedSnapshot<Header, Item>

    static let letters = Array("abcdefghijklmnopqrstuvwxyz".utf8)

    /// Reads the type that `letter` stands for from `input`; what is no such type is fine.
    static func run(_ letter: UInt8, _ input: some Codec) throws(Fault) {
        if OddDecodedTypes.letters.contains(letter) { return try OddDecodedTypes.run(letter, input) }
        let index = letters.firstIndex(of: letter) ?? Int(letter) % letters.count
        switch letters[index] {
        case UInt8(ascii: "a"): try read(List.self, input, holds)
        case UInt8(ascii: "b"): try read(Sections.self, input, holds)
        case UInt8(ascii: "c"): try read(Update<List>.self, input, holds)
        case UInt8(ascii: "d"): try read(Update<Sections>.self, input, holds)
        case UInt8(ascii: "e"): try read(Update<ListSnapshot<Named>>.self, input, holds)
        case UInt8(ascii: "f"): try read(Update<SectionedSnapshot<Heading<String>, Named>>.self, input, holds)
        case UInt8(ascii: "g"): try read(Changes<Int>.self, input, holds)
        case UInt8(ascii: "h"): try read(Changes<ItemPath>.self, input, holds)
        case UInt8(ascii: "i"): try read(SectionedChanges.self, input, holds)
        case UInt8(ascii: "j"): try read(PositionSet<Int>.self, input, holds)
        case UInt8(ascii: "k"): try read(PositionSet<ItemPath>.self, input, holds)
        case UInt8(ascii: "l"): try read(PositionPairs<Int>.self, input, holds)
        case UInt8(ascii: "m"): try read(PositionPairs<ItemPath>.self, input, holds)
        case UInt8(ascii: "n"): try read([ListEdit<Item>].self, input, holds)
        case UInt8(ascii: "o"): try read([SectionedEdit<Header, Item>].self, input, holds)
        case UInt8(ascii: "p"): try read([ListEdit<Named>].self, input, holds)
        case UInt8(ascii: "q"): try read(ItemSection<Header, Item>.self, input, holds)
        case UInt8(ascii: "r"): try read(ItemPath.self, input) { _ = ($0.description, $0.isNegative, $0 < $0) }
        case UInt8(ascii: "s"): try read(Version.self, input) { _ = ($0.description, $0 < $0) }
        case UInt8(ascii: "t"): try read(PositionPair<Int>.self, input) { _ in }
        case UInt8(ascii: "u"): try read(PositionPair<ItemPath>.self, input) { _ in }
        case UInt8(ascii: "v"): try read(PositionSet<Int>.Run.self, input) { _ = $0.last }
        case UInt8(ascii: "w"): try read(PositionSet<ItemPath>.Run.self, input) { _ = $0.last }
        case UInt8(ascii: "x"): try read(PositionPairs<ItemPath>.Run.self, input) { _ in }
        case UInt8(ascii: "y"): try read([EditError.Code].self, input) { _ in }
        default: try read([UpdateError.Code].self, input) { _ in }
        }
    }

    /// Reads a value, checks it, and reads it once more from what it is written as.
    private static func read<T: Codable & Equatable, C: Codec>(
        _ type: T.Type,
        _ input: C,
        _ check: (T) throws(Fault) -> Void
    ) throws(Fault) {
        guard let value = try? input.read(type) else { return }
        try check(value)
        let again: T
        do {
            again = try C.written(value).read(type)
        } catch {
            throw Fault("\(value) cannot be written and read again: \(error)")
        }
        if again != value { throw Fault("\(value) is \(again) once it has been written and read again") }
    }

    // MARK: What must hold

    private static func holds<S: CheckedSnapshot>(_ update: Update<S>) throws(Fault) {
        _ = update.description
        try UpdateOracle.check(update)
    }

    private static func holds(_ list: List) throws(Fault) {
        let items = Array(list)
        for (position, item) in items.enumerated() {
            if list[position] != item || list.position(of: item.id) != position { throw Fault("reading \(list)") }
        }
        if list[-1] != nil || list[items.count] != nil || list[.max] != nil { throw Fault("law 15: reading \(list)") }
        if Set(items.map(\.id)).count != items.count { throw Fault("law 10: \(list)") }
    }

    private static func holds(_ sections: Sections) throws(Fault) {
        let plain = sections.plain
        let items = plain.flatMap(\.items)
        if Set(plain.map(\.header.id)).count != plain.count { throw Fault("law 10: \(sections)") }
        if Set(items.map(\.id)).count != items.count { throw Fault("law 10: \(sections)") }
        if Array(sections.items) != items || sections.itemCount != items.count { throw Fault("items of \(sections)") }
        for (id, path) in SectionedOracle.paths(plain) where sections.path(of: id) != path {
            throw Fault("reading \(path) of \(sections)")
        }
    }

    private static func holds(_ section: ItemSection<Header, Item>) throws(Fault) {
        _ = section.description
        try holds(section.items)
    }

    private static func holds(_ changes: SectionedChanges) throws(Fault) {
        _ = (changes.description, changes.count, changes.hashValue)
        try holds(changes.sections)
        try holds(changes.items)
        if changes.inverted.inverted != changes { throw Fault("inverted twice \(changes)") }
    }

    private static func holds<P: Position>(_ changes: Changes<P>) throws(Fault) {
        _ = (changes.description, changes.count, changes.hashValue, changes.isEmpty)
        if changes.inverted.inverted != changes { throw Fault("inverted twice \(changes)") }
        if !changes.isEquivalent(to: changes) { throw Fault("\(changes) is not equivalent to itself") }
        try holds(changes.deletions)
        try holds(changes.insertions)
        try holds(changes.moves)
        try holds(changes.updates)
        if let untidy = ListOracle.untidiness(of: changes) { throw Fault(untidy) }
    }

    /// Runs can be longer than there is time for: only their ends are walked.
    private static func holds<P: Position>(_ set: PositionSet<P>) throws(Fault) {
        _ = (set.description, set.count)
        let some = Array(set.prefix(20)) + set.reversed().prefix(20).reversed()
        if some.contains(where: { $0.isNegative || !set.contains($0) }) { throw Fault("positions of \(set)") }
        for (one, next) in zip(set.prefix(20), set.dropFirst().prefix(20)) where one >= next {
            throw Fault("\(set) does not ascend")
        }
        for run in set.runs {
            let (front, back) = (run.first.advanced(byItems: -1), run.first.advanced(byItems: run.count))
            let inside = run.first.advanced(byItems: run.count / 2)
            // Touching runs are joined, so a run's neighbours are not in the set.
            if set.contains(front) || set.contains(back) || !set.contains(inside) { throw Fault("\(run) of \(set)") }
        }
    }

    private static func holds<P: Position>(_ pairs: PositionPairs<P>) throws(Fault) {
        _ = (pairs.description, pairs.count)
        if pairs.inverted.inverted != pairs { throw Fault("inverted twice \(pairs)") }
        let some = Array(pairs.prefix(20)) + pairs.reversed().prefix(20).reversed()
        if some.contains(where: { $0.before.isNegative || $0.after.isNegative }) { throw Fault("\(pairs) below zero") }
        for (one, next) in zip(pairs.prefix(20), pairs.dropFirst().prefix(20)) where one.after >= next.after {
            throw Fault("\(pairs) does not ascend")
        }
        if pairs.count <= 20, Set(pairs.map(\.before)).count != pairs.count { throw Fault("\(pairs): one twice") }
    }

    /// Edits that were read can be made or are refused; the array agrees.
    private static func holds<Item: Entry>(_ edits: [ListEdit<Item>]) throws(Fault) {
        var draft = ListDraft<Item>()
        var array: [Item] = []
        for edit in edits {
            try? draft.apply(edit)
            try? edit.apply(to: &array)
        }
        let items = Array(draft.snapshot)
        if items != array { throw Fault("\(edits) lead an array to \(array), a draft to \(items)") }
        for (position, item) in items.enumerated() where draft.position(of: item.id) != position {
            throw Fault("\(edits) lead to \(items)")
        }
    }

    private static func holds(_ edits: [SectionedEdit<Header, Item>]) throws(Fault) {
        var draft = SectionedDraft<Header, Item>()
        var array: [ItemSection<Header, Item>] = []
        for edit in edits {
            try? draft.apply(edit)
            try? edit.apply(to: &array)
        }
        if draft.snapshot.content != array { throw Fault("\(edits) lead an array to \(array), a draft elsewhere") }
        for (id, path) in SectionedOracle.paths(draft.snapshot.plain) where draft.path(of: id) != path {
            throw Fault("\(edits) lead to \(draft.snapshot)")
        }
    }
}
