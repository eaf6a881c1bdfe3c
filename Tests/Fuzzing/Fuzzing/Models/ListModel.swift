import DataSources

/// A list as a plain array, with the verbs of a draft in the most obvious way.
struct ListModel<Item: Entry>: CustomStringConvertible {
    var items: [Item] = []

    var description: String { "\(items)" }

    func position(of id: Item.ID) throws(Refusal) -> Int {
        guard let position = items.firstIndex(where: { $0.id == id }) else { throw .item(id) }
        return position
    }

    func check(_ position: Int) throws(Refusal) {
        if !items.indices.contains(position) { throw .position }
    }

    mutating func insert(_ new: [Item], at position: Int) throws(Refusal) {
        if !(0...items.count).contains(position) { throw .position }
        try replace(position..<position, with: new)
    }

    mutating func replace(_ range: Range<Int>, with new: [Item]) throws(Refusal) {
        if range.lowerBound < 0 || range.upperBound > items.count { throw .position }
        items.replaceSubrange(range, with: new)
        try Refusal.check(unique: items.map(\.id), .duplicateItem)
    }

    mutating func upsert(_ item: Item) -> Int {
        if let position = items.firstIndex(where: { $0.id == item.id }) {
            items[position] = item
            return position
        }
        items.append(item)
        return items.count - 1
    }

    mutating func update(at position: Int, _ change: Change<Item>) throws(Refusal) {
        try check(position)
        items[position] = try change.made(items[position])
    }

    mutating func remove(at position: Int) throws(Refusal) -> Item {
        try check(position)
        return items.remove(at: position)
    }

    /// Whether an item goes is for its id to say; one id is refused an answer.
    mutating func removeAll(_ condition: Condition<Item.ID>) throws(Refusal) -> Int {
        let count = items.count
        if items.contains(where: { condition.throwing == $0.id }) { throw .thrown }
        items.removeAll { condition.holds($0.id) }
        return count - items.count
    }

    mutating func move(from: Int, to: Int) throws(Refusal) {
        try check(from)
        try check(to)
        items.insert(items.remove(at: from), at: to)
    }

    /// Moves an item next to another one.
    mutating func move(_ id: Item.ID, next other: Item.ID, after: Bool) throws(Refusal) {
        let item = items[try position(of: id)]
        _ = try position(of: other)
        if id == other { return }
        items.removeAll { $0.id == id }
        items.insert(item, at: try position(of: other) + (after ? 1 : 0))
    }

    mutating func apply(_ edit: ListEdit<Item>) throws(Refusal) {
        switch edit {
        case .insert(let item, let position): try insert([item], at: position)
        case .remove(let position): _ = try remove(at: position)
        case .move(let from, let to): try move(from: from, to: to)
        case .update(let item, let position):
            try check(position)
            if items[position].id != item.id { throw .identity(items[position].id, item.id) }
            items[position] = item
        case .upsert(let item): _ = upsert(item)
        case .removeID(let id): _ = try remove(at: position(of: id))
        }
    }
}

/// An update in place: new content, another id, or an error.
enum Change<Item: Entry> {
    case value(Int)
    case id(Item.ID)
    case thrown

    init(_ bytes: inout ByteReader) {
        switch bytes.below(16) {
        case 14: self = .id(Item.ID(number: bytes.byte()))
        case 15: self = .thrown
        default: self = .value(bytes.below(3))
        }
    }

    func made(_ item: Item) throws(Refusal) -> Item {
        switch self {
        case .value(let value): return Item(item.id, value)
        case .id(let id):
            if id != item.id { throw .identity(item.id, id) }
            return item
        case .thrown: throw .thrown
        }
    }

    /// The closure that a draft is given.
    func make(_ item: inout Item) throws {
        switch self {
        case .value(let value): item.value = value
        case .id(let id): item = item.renamed(id)
        case .thrown:
            item.value += 1
            throw Thrown()
        }
    }
}

/// A condition on ids.
struct Condition<ID: Identity> {
    let ids: Set<ID>
    let throwing: ID?

    init(_ bytes: inout ByteReader) {
        let (start, step) = (bytes.byte(), bytes.below(9) + 1)
        let end = bytes.oneIn(8) ? 256 : min(256, Int(start) + 40)
        ids = Set(stride(from: Int(start), to: end, by: step).map { ID(number: UInt8($0)) })
        throwing = bytes.oneIn(16) ? ID(number: bytes.byte()) : nil
    }

    func holds(_ id: ID) -> Bool { ids.contains(id) }

    func asked(_ id: ID) throws -> Bool {
        if id == throwing { throw Thrown() }
        return holds(id)
    }
}
