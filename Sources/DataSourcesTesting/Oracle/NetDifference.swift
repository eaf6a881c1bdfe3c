public import DataSources

/// The difference of two states according to laws 4 and 11.
///
/// Positions are offsets in a list, and paths for items in sections. The laws fix the number of moves, but not which
/// elements move; so does this type.
public struct NetDifference<P: Position>: Hashable, Sendable {
    /// The positions before of deleted elements, ascending.
    public var deletions: [P] = []
    /// The positions after of inserted elements, ascending.
    public var insertions: [P] = []
    /// Remaining elements whose content changed, ascending by position after.
    public var updates: [PositionPair<P>] = []
    /// Items that changed their section, ascending by position after; each is a move.
    public var crossings: [PositionPair<P>] = []
    /// For each section after, the minimal number of moves within it; for a list, a single number.
    public var fewestMoves: [Int] = []

    /// Creates the difference of equal states.
    public init() {}

    /// Whether the two states are equal.
    public var isEmpty: Bool {
        deletions.isEmpty && insertions.isEmpty && updates.isEmpty && crossings.isEmpty
            && fewestMoves.allSatisfy { $0 == 0 }
    }
}

extension Oracle {
    /// The net difference of two lists.
    ///
    /// Of duplicate ids, which law 10 forbids, the last one counts.
    ///
    /// - Complexity: O(*n* log *n*).
    public static func net<Item: Identifiable & Equatable>(
        from before: [Item],
        to after: [Item]
    ) -> NetDifference<Int> {
        let (old, new) = (offsets(in: before), offsets(in: after))
        var net = NetDifference<Int>()
        net.deletions = before.indices.filter { new[before[$0].id] == nil }
        var staying: [Int] = []
        for (offset, item) in after.enumerated() {
            guard let origin = old[item.id] else {
                net.insertions.append(offset)
                continue
            }
            staying.append(origin)
            if before[origin] != item { net.updates.append(PositionPair(before: origin, after: offset)) }
        }
        net.fewestMoves = [staying.count - longestIncreasingRun(of: staying)]
        return net
    }

    /// The net differences of two states of sections: that of the sections, and that of their items.
    ///
    /// Items deleted or inserted with their section are not listed.
    ///
    /// - Complexity: O(*n* log *n*).
    public static func net<Header, Item>(
        from before: [PlainSection<Header, Item>],
        to after: [PlainSection<Header, Item>]
    ) -> (sections: NetDifference<Int>, items: NetDifference<ItemPath>) {
        let (oldSections, newSections) = (offsets(in: headers(of: before)), offsets(in: headers(of: after)))
        let (old, new) = (paths(in: before), paths(in: after))
        var net = NetDifference<ItemPath>()
        for (section, part) in before.enumerated() where newSections[part.header.id] != nil {
            for (item, value) in part.items.enumerated() where new[value.id] == nil {
                net.deletions.append(ItemPath(section: section, item: item))
            }
        }
        for (section, part) in after.enumerated() {
            let origin = oldSections[part.header.id]
            var stayed: [Int] = []
            for (item, value) in part.items.enumerated() {
                let path = ItemPath(section: section, item: item)
                guard let from = old[value.id] else {
                    if origin != nil { net.insertions.append(path) }
                    continue
                }
                if before[from.section].items[from.item] != value {
                    net.updates.append(PositionPair(before: from, after: path))
                }
                if from.section == origin {
                    stayed.append(from.item)
                } else {
                    net.crossings.append(PositionPair(before: from, after: path))
                }
            }
            net.fewestMoves.append(stayed.count - longestIncreasingRun(of: stayed))
        }
        return (Self.net(from: headers(of: before), to: headers(of: after)), net)
    }

    static func offsets<Item: Identifiable>(in list: [Item]) -> [Item.ID: Int] {
        Dictionary(list.enumerated().map { ($0.element.id, $0.offset) }) { $1 }
    }

    static func paths<Header, Item>(in sections: [PlainSection<Header, Item>]) -> [Item.ID: ItemPath] {
        var paths: [Item.ID: ItemPath] = [:]
        for (section, part) in sections.enumerated() {
            for (item, value) in part.items.enumerated() { paths[value.id] = ItemPath(section: section, item: item) }
        }
        return paths
    }
}
