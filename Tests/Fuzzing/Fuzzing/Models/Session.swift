import DataSources
import DataSourcesTesting

/// A draft and its model, edited side by side.
protocol Session: ~Copyable {
    associatedtype State: CheckedSnapshot

    init()

    /// Makes one edit, or several in a transaction, as the bytes say; also such as must be refused.
    mutating func edit(_ bytes: inout ByteReader) throws(Fault)

    /// The state now, which shares structure with the states before.
    var snapshot: State { get }

    /// The same state made anew; it shares nothing.
    func remade() throws(Fault) -> State

    /// Whether the content of a state is that of the model now.
    func isModelled(_ state: State) -> Bool

    /// Compares everything a draft and its snapshot can be asked with the model.
    func checkReading() throws(Fault)
}

/// Draws the ids and items of edits.
struct Material<Item: Entry> {
    static func item(_ bytes: inout ByteReader) -> Item {
        Item(Item.ID(number: bytes.byte()), bytes.below(3))
    }

    /// An id of those given, or now and then any.
    static func id(of ids: [Item.ID], _ bytes: inout ByteReader) -> Item.ID {
        if ids.isEmpty || bytes.oneIn(8) { return Item.ID(number: bytes.byte()) }
        return ids[bytes.below(ids.count)]
    }

    /// A few items, or a row of neighbours.
    static func items(_ bytes: inout ByteReader) -> [Item] {
        if bytes.oneIn(3) {
            let (start, count, value) = (bytes.byte(), bytes.below(64), bytes.below(3))
            return (0..<count).map { Item(Item.ID(number: start &+ UInt8($0)), value) }
        }
        return (0..<bytes.below(5)).map { _ in item(&bytes) }
    }

    /// What a list may look like when it comes back from elsewhere.
    static func rearranged(_ items: [Item], _ bytes: inout ByteReader) -> [Item] {
        var items = items
        var shuffler = SeededGenerator(seed: UInt64(bytes.byte()))
        for _ in 0..<bytes.below(5) where !items.isEmpty {
            let (one, other) = (bytes.below(items.count), bytes.below(items.count))
            let range = min(one, other)..<max(one, other)
            switch bytes.below(10) {
            case 0: items.swapAt(one, other)
            case 8: items[range].shuffle(using: &shuffler)
            case 9: items.shuffle(using: &shuffler)
            case 1: items.insert(items.remove(at: one), at: other)
            case 2: items.removeSubrange(range)
            case 3: items[range].reverse()
            case 4:
                let block = Array(items[range])
                items.removeSubrange(range)
                items.insert(contentsOf: block, at: bytes.below(items.count + 1))
            case 5: for place in range { items[place].value += 1 }
            case 6: items.insert(contentsOf: self.items(&bytes), at: one)
            default: items[one].value = bytes.below(3)
            }
        }
        return items
    }
}
