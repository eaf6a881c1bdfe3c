/// A shape of change, and the length of the list that it happens to.
struct Workload: Hashable {
    let shape: Shape
    let size: Int

    init(_ shape: Shape, _ size: Int) {
        self.shape = shape
        self.size = size
    }

    /// `W4 shuffle, 10k`.
    var name: String { "\(shape.rawValue), \(Report.size(size))" }

    /// All workloads of flat lists, in the order of the project's study of diff libraries.
    static let all = [
        Workload(.same, 100_000), Workload(.blocks, 5_000), Workload(.blocks, 100_000), Workload(.append, 1_000),
        Workload(.append, 10_000), Workload(.append, 100_000), Workload(.append, 1_000_000),
        Workload(.insertFirst, 100_000), Workload(.update, 100_000), Workload(.shuffle, 10_000),
        Workload(.shuffle, 100_000), Workload(.reverse, 10_000), Workload(.replace, 10_000),
        Workload(.replace, 100_000), Workload(.rotate, 10_000), Workload(.scatter, 10_000), Workload(.scatter, 100_000),
    ]

    /// The list before and the list after, in buffers of their own; the same at every run.
    func lists<Item: DifferenceItem>(of type: Item.Type) -> (old: [Item], new: [Item]) {
        let seed = shape.rawValue.utf8.reduce(UInt64(size)) { $0 &* 31 &+ UInt64($1) }
        var generator = Generator(seed: seed)
        var old: [Item] = []
        old.reserveCapacity(size)
        for _ in 0..<size { old.append(Item(using: &generator)) }
        var new = old.map { $0 }
        shape.change(&new, using: &generator)
        return (old, new)
    }
}

/// What happens to a list between its two states.
enum Shape: String, CaseIterable {
    case same = "W0 identical"
    case blocks = "W1 DifferenceKit's"
    case append = "W2 append 1"
    case insertFirst = "W2 insert 1 first"
    case update = "W3 100 updates"
    case shuffle = "W4 shuffle"
    case reverse = "W5 reverse"
    case replace = "W7 all replaced"
    case rotate = "W8 first to the end"
    case scatter = "W9 1 % scattered"

    func change<Item: DifferenceItem>(_ list: inout [Item], using generator: inout Generator) {
        let count = list.count
        switch self {
        case .same: break
        case .blocks: Self.changeBlocks(&list, using: &generator)
        case .append: list.append(Item(using: &generator))
        case .insertFirst: list.insert(Item(using: &generator), at: 0)
        case .update: for position in generator.distinct(100, below: count) { list[position].change() }
        case .shuffle: list.shuffle(using: &generator)
        case .reverse: list.reverse()
        case .replace: list = (0..<count).map { _ in Item(using: &generator) }
        case .rotate: list.append(list.removeFirst())
        case .scatter: Self.scatter(&list, using: &generator)
        }
    }

    /// DifferenceKit's own benchmark: a block removed, a block inserted, the beginning shuffled.
    ///
    /// 1,000 of 5,000 and 200 shuffled; 10,000 of 100,000 and 2,000 shuffled; other lengths are small models of the first.
    private static func changeBlocks<Item: DifferenceItem>(_ list: inout [Item], using generator: inout Generator) {
        let block = list.count == 100_000 ? 10_000 : list.count / 5
        let shuffled = list.count == 100_000 ? 2_000 : list.count / 25
        list.removeSubrange(2 * block..<3 * block)
        list.insert(contentsOf: (0..<block).map { _ in Item(using: &generator) }, at: 3 * block)
        list.replaceSubrange(0..<shuffled, with: list[0..<shuffled].shuffled(using: &generator))
    }

    /// 1 % removed, 1 % inserted, 1 % updated, 0.1 % moved, everywhere.
    private static func scatter<Item: DifferenceItem>(_ list: inout [Item], using generator: inout Generator) {
        let hundredth = max(1, list.count / 100)
        for _ in 0..<hundredth { list.remove(at: generator.below(list.count)) }
        for _ in 0..<hundredth { list.insert(Item(using: &generator), at: generator.below(list.count)) }
        for _ in 0..<max(1, hundredth / 10) {
            let item = list.remove(at: generator.below(list.count))
            list.insert(item, at: generator.below(list.count))
        }
        for position in generator.distinct(hundredth, below: list.count) { list[position].change() }
    }
}
