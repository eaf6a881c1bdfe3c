public import DataSources

/// The place between two visible neighbours, or at an end of the list.
public struct SeparatorGap<Item> {
    /// The item above; `nil` above the first one.
    public let above: Item?
    /// The item below; `nil` below the last one.
    public let below: Item?

    /// Whether the gap is above the first item.
    public var isFirst: Bool { above == nil }
    /// Whether the gap is below the last item.
    public var isLast: Bool { below == nil }
}

/// What decorates a gap: a line with its insets, for example.
///
/// It is no item, and has no position.
public struct Separator<ItemID: Hashable, Style>: Identifiable {
    /// The identity: an item, and the side of it.
    public enum ID: Hashable {
        /// Above the first item of a list or section.
        case above(ItemID)
        /// Below an item.
        case below(ItemID)
    }

    /// The item, and the side of it.
    public let id: ID
    /// How it looks.
    public let style: Style
}

/// The separators of the rows that are visible.
///
/// ```swift
/// let separators = Separators<Employee, Line> { gap in gap.isFirst || gap.isLast ? nil : Line(inset: 16) }
/// for separator in separators.show(0..<50, of: screen.snapshot) { ... }
/// ```
///
/// The closure sees the neighbours in the list that it gets, so hidden rows are not among them, and a list without items
/// has no separators. It is asked again only where a neighbour has changed. It belongs to one display, and lives on its
/// actor.
public final class Separators<Item: Identifiable & Equatable & Sendable, Style> where Item.ID: Sendable {
    private typealias ID = Separator<Item.ID, Style>.ID

    private let style: (SeparatorGap<Item>) -> Style?
    private var known: [ID: (gap: SeparatorGap<Item>, style: Style?)] = [:]
    /// The number of times the closure was asked so far.
    public private(set) var asked = 0

    /// Creates separators.
    ///
    /// - Parameter style: How a gap looks; `nil` for no separator. It must give the same answer for equal neighbours.
    public init(_ style: @escaping (_ gap: SeparatorGap<Item>) -> Style?) {
        self.style = style
    }

    /// The separators of the visible rows of a list: one below each, and one above the first row of the list.
    ///
    /// - Returns: The separators, in the order of the rows.
    /// - Complexity: O(*m* + log *n*) for *m* visible rows of *n*.
    public func show(_ range: Range<Int>, of items: ListSnapshot<Item>) -> [Separator<Item.ID, Style>] {
        show(CollectionOfOne((range, items)))
    }

    /// The separators of the visible rows of several sections.
    ///
    /// - Parameter parts: The visible rows of each section, and the items of the section.
    /// - Returns: The separators, in the order of the rows.
    public func show(
        _ parts: some Sequence<(Range<Int>, ListSnapshot<Item>)>
    ) -> [Separator<Item.ID, Style>] {
        var (shown, result) = (known, [Separator<Item.ID, Style>]())
        shown.removeAll(keepingCapacity: true)
        func take(_ id: ID, _ gap: SeparatorGap<Item>) {
            let style: Style?
            if let last = known[id], last.gap.above == gap.above, last.gap.below == gap.below {
                style = last.style
            } else {
                asked += 1
                style = self.style(gap)
            }
            shown[id] = (gap, style)
            if let style { result.append(Separator(id: id, style: style)) }
        }
        for (range, items) in parts {
            let range = range.clamped(to: 0..<items.count)
            var rows = Array(items[range])[...]
            let after = items[range.upperBound]
            if range.lowerBound == 0, let first = rows.first {
                take(.above(first.id), SeparatorGap(above: nil, below: first))
            }
            while let row = rows.popFirst() {
                take(.below(row.id), SeparatorGap(above: row, below: rows.first ?? after))
            }
        }
        known = shown
        return result
    }
}
