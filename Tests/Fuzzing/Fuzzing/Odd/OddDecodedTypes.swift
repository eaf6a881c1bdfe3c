import DataSources
import DataSourcesTesting

/// The types that read themselves from input, of items that misbehave; a capital letter chooses one.
enum OddDecodedTypes {
    static let letters = Array("ABCDEFGHIJ".utf8)

    /// A type for each letter.
    private static let types: [any OddItem.Type] = [
        Odd<Double>.self, Odd<ConstantHashID>.self, Odd<EqualID>.self, Odd<UnequalID>.self, Odd<LyingHashID>.self,
        Odd<FlippingID>.self, Odd<RandomID>.self, Odd<ObjectID>.self, OddContent.self, OddObject.self,
    ]

    /// Reads everything that there is of items of the type that `letter` stands for; what is no such thing is fine.
    static func run(_ letter: UInt8, _ input: some Codec) throws(Fault) {
        try types[letters.firstIndex(of: letter) ?? 0].readAll(input)
    }

    fileprivate static func read<Item: OddItem>(_ type: Item.Type, _ input: some Codec) throws(Fault) {
        try readList(type, input)
        try readSections(type, input)
        try readEdits(type, input)
        try readUpdate(Update<ListSnapshot<Item>>.self, input, Item.isLawful) { $0.content.map(\.honest) }
        try readUpdate(Update<SectionedSnapshot<Item, Item>>.self, input, Item.isLawful) { snapshot in
            snapshot.content.map { PlainSection($0.header.honest, $0.items.map(\.honest)) }
        }
    }

    private static func readList<Item: OddItem>(_ type: Item.Type, _ input: some Codec) throws(Fault) {
        guard let list = try? input.read(ListSnapshot<Item>.self) else { return }
        for item in list { _ = (list.position(of: item.id), list[id: item.id]) }
        guard Item.isLawful else { return }
        let items = list.map(\.honest)
        if Set(items.map(\.id)).count != items.count { throw Fault("law 10: \(list)") }
        for (position, item) in list.enumerated() where list.position(of: item.id) != position {
            throw Fault("law 15: \(item) is found at \(String(describing: list.position(of: item.id))) of \(list)")
        }
        if try written(list, input).map(\.honest) != items { throw Fault("\(list) was not written as it is") }
    }

    private static func readSections<Item: OddItem>(_ type: Item.Type, _ input: some Codec) throws(Fault) {
        guard let sections = try? input.read(SectionedSnapshot<Item, Item>.self) else { return }
        for item in sections.items { _ = (sections.path(of: item.id), sections[id: item.id]) }
        guard Item.isLawful else { return }
        let items = sections.items.map(\.honest.id)
        let headers = sections.map(\.header.honest.id)
        if Set(items).count != items.count || Set(headers).count != headers.count { throw Fault("law 10: \(sections)") }
        for item in sections.items where sections.path(of: item.id).flatMap({ sections[$0]?.honest }) != item.honest {
            throw Fault("law 15: \(item) is not found in \(sections)")
        }
        _ = try written(sections, input)
    }

    /// Edits that were read can be made or are refused.
    private static func readEdits<Item: OddItem>(_ type: Item.Type, _ input: some Codec) throws(Fault) {
        if let edits = try? input.read([ListEdit<Item>].self) {
            var draft = ListDraft<Item>()
            for edit in edits { try? draft.apply(edit) }
            if Item.isLawful, Set(draft.snapshot.map(\.honest.id)).count != draft.count {
                throw Fault("law 10: \(edits)")
            }
        }
        if let edits = try? input.read([SectionedEdit<Item, Item>].self) {
            var draft = SectionedDraft<Item, Item>()
            for edit in edits { try? draft.apply(edit) }
            let items = draft.snapshot.items.map(\.honest.id)
            if Item.isLawful, Set(items).count != items.count { throw Fault("law 10: \(edits)") }
        }
    }

    private static func readUpdate<Snapshot: SnapshotProtocol & Codable, Plain: Equatable>(
        _ type: Update<Snapshot>.Type, _ input: some Codec, _ isLawful: Bool, _ plain: (Snapshot) -> [Plain]
    ) throws(Fault) where Snapshot.Content: Equatable {
        guard let update = try? input.read(type) else { return }
        _ = (update.steps, update.stages, update.inverted.steps, update.description)
        var content = update.before.content
        let isApplied = (try? update.apply(to: &content)) != nil
        let next = try? update.applied(to: update.before)
        _ = try? update.followed(by: update.inverted)
        guard isLawful else { return }
        if !isApplied || next.map(plain) != plain(update.after) {
            throw Fault("law 15: \(update) does not fit its own state")
        }
        _ = try written(update, input)
    }

    /// What is read again once it has been written.
    private static func written<Value: Codable, C: Codec>(_ value: Value, _ codec: C) throws(Fault) -> Value {
        do {
            return try C.written(value).read(Value.self)
        } catch {
            throw Fault("\(value) cannot be written and read again: \(error)")
        }
    }

    // MARK: Seeds

    /// Values for each letter, of each kind.
    static var seeds: [(Character, any Encodable)] {
        zip(types, letters).flatMap { type, letter in type.decodingSeeds(Character(UnicodeScalar(letter))) }
    }

    fileprivate static func seeds<Item: OddItem>(_ type: Item.Type, _ letter: Character) -> [(Character, any Encodable)]
    {
        let whim = Whim(seed: 1)
        func items(_ numbers: [Int], _ value: Int) -> [Item] { numbers.map { Item($0, $0 & 7, value, whim) } }
        func list(_ numbers: [Int], _ value: Int = 0) -> ListSnapshot<Item> {
            // Of ids that are all the same there can be one.
            (try? ListSnapshot(items(numbers, value))) ?? (try? ListSnapshot(items([1], value))) ?? ListSnapshot()
        }
        func sections(_ numbers: [Int], _ value: Int = 0) -> SectionedSnapshot<Item, Item> {
            let sections = zip(items([0, 1, 3], value), [numbers, [], [40]]).map { header, numbers in
                ItemSection(header, items: list(numbers, value))
            }
            return (try? SectionedSnapshot(sections)) ?? (try? SectionedSnapshot(sections.prefix(1)))
                ?? SectionedSnapshot()
        }
        var seeds: [(Character, any Encodable)] = [
            (letter, list([1, 2, 3])), (letter, sections([1, 3, 4])),
            (letter, [ListEdit.insert(Item(3, 0, 0, whim), at: 0), .remove(at: 0)]),
        ]
        if let update = Update(from: list([1, 2, 3, 4]), to: list([4, 3, 5], 1)) { seeds.append((letter, update)) }
        if let update = Update(from: sections([1, 2, 3]), to: sections([3, 5], 1)) { seeds.append((letter, update)) }
        return seeds
    }
}

extension OddItem {
    fileprivate static func readAll(_ input: some Codec) throws(Fault) {
        try OddDecodedTypes.read(Self.self, input)
    }

    fileprivate static func decodingSeeds(_ letter: Character) -> [(Character, any Encodable)] {
        OddDecodedTypes.seeds(Self.self, letter)
    }
}
