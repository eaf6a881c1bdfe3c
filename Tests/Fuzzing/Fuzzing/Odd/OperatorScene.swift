import DataSources
import DataSourcesTesting

/// What the operators of one run work on: two lists, and the parameters that operators follow.
struct OperatorScene<Item: OddItem>: Sendable {
    typealias List = DerivedSource<ListSnapshot<Item>>

    let left = ListSource<Item>()
    let right = ListSource<Item>()
    let number = Parameter(1)
    let window = Parameter(ListWindow<Item.ID>(start: 0, count: 5))
    let expansion = Parameter(Expansion<Item.ID>.all)
    /// Sources that items share.
    let flags = (0..<4).map { Parameter($0 % 2 == 0) }
    let clock: VirtualClock

    /// Answers for the closures of operators; `nil` when they tell the truth.
    let liar: Whim?

    /// Whether every state must be the one that a fresh operator has.
    var isLawful: Bool { Item.isLawful && liar == nil }

    // MARK: Closures

    func condition(_ number: Int) -> @Sendable (Item) -> Bool {
        { [liar] item in liar?.oneIn(2) ?? (item.value != number & 3) }
    }

    func key() -> @Sendable (Item) -> Item.ID {
        { [liar] item in
            if let liar, liar.oneIn(2) { return Item(0, Int(liar.next() % 8), 0, liar).key }
            return item.key
        }
    }

    /// An id of the list as the parent, now and then; a few items are roots.
    func parent() -> @Sendable (Item) -> Item.ID? {
        let key = key()
        return { item in item.value == 0 ? nil : key(item) }
    }

    func order(_ number: Int) -> ItemOrder<Item> {
        switch number % 4 {
        case 0: ItemOrder(by: key(), .ascending)
        case 1: ItemOrder(by: key(), .descending)
        case 2: ItemOrder { [liar] in liar?.oneIn(2) ?? ($0.value < $1.value) }
        default: ItemOrder(by: { $0.value }, .ascending)
        }
    }

    func groups(_ number: Int) -> GroupOrder<Item.ID> {
        switch number % 3 {
        case 0: .ascending
        case 1: .descending
        // `<` of numbers is no order where there is NaN.
        default: .by { [liar] in liar?.oneIn(2) ?? ($0.identity < $1.identity) }
        }
    }
}

/// A section header with an odd id.
struct OddHeader<ID: OddID>: Identifiable, Equatable, Sendable {
    let id: ID
    var value: Int
}

/// One operator of a chain, as the bytes say.
struct Link: CustomStringConvertible {
    static let names = [
        "filter", "filter(by:)", "sorted", "sorted(by:)", "reversed", "limited", "limited(by:)", "dropFirst",
        "newest()", "newest(by:)", "window", "window(by:)", "merged", "union", "intersection",
        "subtracting", "map", "compactMap", "grouped", "grouped(by:)", "grouped with headers", "sectioned", "tree",
        "tree(expanded:)", "treeSections", "switchToLatest", "expiring", "sectioned(under:)", "composite",
        "merged(preferring:)", "merged(preferring: rule)", "page", "page(by:)", "whereExists", "whereNoneExists",
        "joinedMany", "leftJoinedMany", "filterEach", "sortedByEach", "combinedWithEach", "lists of each",
        "groupedByEach", "sortedItems", "sortedItems(by:)", "filter(by: collected)",
    ]

    let name: String
    let number: Int

    init(_ bytes: inout ByteReader) {
        (name, number) = (Self.names[bytes.below(Self.names.count)], bytes.below(16))
    }

    /// Whether the state depends on the way there, so that a fresh operator may show another one.
    var hasHistory: Bool { ["newest()", "window", "window(by:)"].contains(name) }

    var description: String { "\(name) \(number)" }
}

extension OperatorScene {
    /// A list derived from another one; the item type is the same, so that operators make chains.
    func linked(_ source: List, _ link: Link) -> List {
        let number = link.number
        switch link.name {
        case "filter": return source.filter(condition(number))
        case "filter(by:)":
            return source.filter(by: self.number) { [liar] in liar?.oneIn(2) ?? ($0.value != $1 & 3) }
        case "sorted": return source.sorted(by: order(number))
        case "sorted(by:)": return source.sorted(by: self.number) { order($0) }
        case "reversed": return source.reversed()
        case "limited": return source.prefix(number * 2)
        case "limited(by:)": return source.prefix(self.number)
        case "dropFirst": return source.dropFirst(number)
        case "newest()": return source.newest(number)
        case "newest(by:)": return source.newest(number, by: key())
        case "window": return source.window(ListWindow(start: number, count: 5))
        case "window(by:)": return source.window(window)
        case "merged": return source.merged(with: right, left)
        case "union": return source.union(right)
        case "intersection": return source.intersection(right)
        case "subtracting": return source.subtracting(right)
        case "map": return source.map(changed(number))
        case "compactMap":
            let (condition, changed) = (condition(number), changed(number))
            return source.compactMap { condition($0) ? changed($0) : nil }
        case "switchToLatest":
            return self.number.switchToLatest { [right] number in
                number % 2 == 0 ? source as any DerivableSource<ListSnapshot<Item>> : right
            }
        case "expiring":
            let clock = clock
            return source.expiring(
                at: { $0.value == number & 3 ? clock.now.advanced(by: .seconds(9)) : nil }, clock: clock)
        default: return matched(source, link) ?? linkedEach(source, link) ?? sectionedAndFlat(source, link)
        }
    }

    private func changed(_ number: Int) -> @Sendable (Item) -> Item {
        { item in
            // A copy, since an item may be an object.
            guard !(item is OddObject) else { return item }
            var item = item
            item.value = (item.value + number) & 3
            return item
        }
    }

    private func sectionedAndFlat(_ source: List, _ link: Link) -> List {
        let number = link.number
        let condition = condition(number)
        switch link.name {
        case "grouped": return source.grouped(by: key(), order: groups(number)).filter(condition).flattened()
        case "grouped(by:)":
            let key = key()
            return source.grouped(by: self.number, order: groups(number)) { item, _ in key(item) }
                .prefix(perSection: number % 4 + 1).flattened()
        case "grouped with headers":
            return source.grouped(by: key(), order: groups(number)) { key, items in
                OddHeader<Item.ID>(id: key, value: items.count)
            }
            .filterSections { $0.value > number % 3 }.hidingEmptySections().flattened()
        case "sectioned": return sectioned(source, number).flattened()
        case "tree": return source.tree(parent: parent()).map { $0.item }
        case "tree(expanded:)": return source.tree(parent: parent(), expanded: expansion).map { $0.item }
        case "treeSections": return source.treeSections(parent: parent()).flattened().map { $0.item }
        case "groupedByEach":
            return source.groupedByEach(order: groups(number), keys()).flattened()
        case "sortedItems":
            return source.grouped(by: key(), order: groups(number)).sortedItems(by: order(number / 4)).flattened()
        case "sortedItems(by:)":
            return source.grouped(by: key(), order: groups(number)).sortedItems(by: self.number) { order($0) }
                .flattened()
        case "sectioned(under:)":
            return source.sectioned(under: OddHeader(id: Item(0, 0, 0, Whim(seed: 0)).id, value: 0)).flattened()
        default:
            return source.grouped(by: key(), order: groups(number)).mapHeaders { OddHeader(id: $0.id, value: 0) }
                .filter(by: self.number) { item, _ in condition(item) }.flattened()
        }
    }

    func sectioned(_ source: List, _ number: Int) -> DerivedSource<SectionedSnapshot<OddHeader<Item.ID>, Item>> {
        let whim = liar ?? Whim(seed: 0)
        var headers: [OddHeader<Item.ID>] = []
        for key in 0..<number % 5 {
            let header = OddHeader(id: Item(key, key, 0, whim).key, value: 0)
            // The operator refuses a header that is there twice, as its documentation says.
            let isThere = headers.contains { $0.id.identity == header.id.identity }
            if !isThere && Item.isLawful || headers.isEmpty { headers.append(header) }
        }
        let key = key()
        return source.sectioned(into: headers) { $0.value == 3 ? nil : key($0) }
    }
}
