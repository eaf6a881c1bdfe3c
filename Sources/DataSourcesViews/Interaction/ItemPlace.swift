/// A place between two items, or between two sections, told by their ids.
///
/// If others have edited the list meanwhile, an item that is between the two stays where it is; any other comes behind
/// ``previous``, or else before ``next``. If both have gone, the place has gone, unless it was at an end of a list or of a
/// section that still exists.
public struct ItemPlace<ItemID: Hashable & Sendable, SectionID: Hashable & Sendable>: Hashable, Sendable {
    /// The section; `nil` in a list.
    public let section: SectionID?
    /// The item before the place; `nil` at the beginning of the list or section.
    public let previous: ItemID?
    /// The item behind the place; `nil` at the end of the list or section.
    public let next: ItemID?

    /// Creates a place.
    public init(section: SectionID? = nil, previous: ItemID?, next: ItemID?) {
        self.section = section
        self.previous = previous
        self.next = next
    }

    /// The place at `offset` in a list, not counting the item at `origin`; `nil` if there is no such offset.
    init?(
        at offset: Int, of count: Int, without origin: Int?, section: SectionID? = nil, id: (_ offset: Int) -> ItemID?
    ) {
        let others = origin == nil ? count : count - 1
        guard (0...others).contains(offset), origin.map({ (0..<count).contains($0) }) ?? true else { return nil }
        func other(_ offset: Int) -> ItemID? { id(origin.map { offset < $0 ? offset : offset + 1 } ?? offset) }
        self.init(
            section: section, previous: offset == 0 ? nil : other(offset - 1),
            next: offset == others ? nil : other(offset))
    }

    /// The offset of the place in a list, not counting the item at `origin`; `nil` if the place has gone.
    ///
    /// - Parameters:
    ///   - count: The number of items.
    ///   - origin: The offset of an item that is to leave.
    ///   - find: The offset of an item; `nil` if it is not in the list.
    /// - Returns: The offset.
    func offset(of count: Int, without origin: Int?, find: (ItemID) -> Int?) -> Int? {
        func other(_ offset: Int) -> Int { origin.map { offset < $0 ? offset : offset - 1 } ?? offset }
        let (before, behind) = (previous.flatMap(find), next.flatMap(find))
        // Made already, and others have come in between since.
        if let origin, before.map({ $0 < origin }) ?? (previous == nil), behind.map({ $0 > origin }) ?? (next == nil) {
            return origin
        }
        if let before, before != origin { return other(before) + 1 }
        if let behind, behind != origin { return other(behind) }
        if previous == nil { return 0 }
        return next == nil ? (origin == nil ? count : count - 1) : nil
    }
}
