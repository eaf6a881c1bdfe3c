import OrderedCollections

/// An array, its ids looked for one by one, and the standard library's difference.
struct ArrayList: EditedList {
    private var items: [Employee]

    init(_ items: [Employee]) { self.items = items }

    var count: Int { items.count }
    var state: [Employee] { items }

    func id(at position: Int) -> Int { items[position].id }

    mutating func apply(_ edit: Edit) {
        switch edit {
        case .insert(let item, let position): items.insert(item, at: position)
        case .remove(let id): items.remove(at: position(of: id))
        case .update(let id, let salary): items[position(of: id)].salary = salary
        case .move(let id, let target): items.insert(items.remove(at: position(of: id)), at: target)
        }
    }

    mutating func append(_ new: [Employee]) { items += new }

    static func difference(from before: [Employee], to after: [Employee]) -> Int? {
        after.difference(from: before).count
    }

    private func position(of id: Int) -> Int { items.firstIndex { $0.id == id } ?? 0 }
}

/// An array, and a dictionary from ids to positions that is kept right.
struct IndexedArrayList: EditedList {
    private var items: [Employee]
    private var positions: [Int: Int]

    init(_ items: [Employee]) {
        self.items = items
        positions = Dictionary(uniqueKeysWithValues: zip(items.lazy.map(\.id), items.indices))
    }

    var count: Int { items.count }
    var state: [Employee] { items }

    func id(at position: Int) -> Int { items[position].id }

    mutating func apply(_ edit: Edit) {
        switch edit {
        case .insert(let item, let position):
            items.insert(item, at: position)
            renumber(position..<items.count)
        case .remove(let id):
            guard let position = positions.removeValue(forKey: id) else { return }
            items.remove(at: position)
            renumber(position..<items.count)
        case .update(let id, let salary):
            if let position = positions[id] { items[position].salary = salary }
        case .move(let id, let target):
            guard let position = positions[id] else { return }
            items.insert(items.remove(at: position), at: target)
            renumber(min(position, target)..<max(position, target) + 1)
        }
    }

    mutating func append(_ new: [Employee]) {
        let count = items.count
        items += new
        renumber(count..<items.count)
    }

    static func difference(from before: [Employee], to after: [Employee]) -> Int? { nil }

    private mutating func renumber(_ range: Range<Int>) {
        for position in range { positions[items[position].id] = position }
    }
}

/// What swift-collections has for lists with ids.
struct OrderedList: EditedList {
    private var items: OrderedDictionary<Int, Employee>

    init(_ items: [Employee]) {
        self.items = OrderedDictionary(uniqueKeysWithValues: items.lazy.map { ($0.id, $0) })
    }

    var count: Int { items.count }
    var state: OrderedDictionary<Int, Employee> { items }

    func id(at position: Int) -> Int { items.elements[position].key }

    mutating func apply(_ edit: Edit) {
        switch edit {
        case .insert(let item, let position): items.updateValue(item, forKey: item.id, insertingAt: position)
        case .remove(let id): items.removeValue(forKey: id)
        case .update(let id, let salary): items[id]?.salary = salary
        case .move(let id, let target):
            guard let item = items.removeValue(forKey: id) else { return }
            items.updateValue(item, forKey: id, insertingAt: target)
        }
    }

    mutating func append(_ new: [Employee]) {
        for item in new { items[item.id] = item }
    }

    static func difference(
        from before: OrderedDictionary<Int, Employee>, to after: OrderedDictionary<Int, Employee>
    ) -> Int? {
        after.keys.difference(from: before.keys).count
    }
}
