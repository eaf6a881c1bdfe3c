public import DataSources

/// A row of sections: a header, with the items of its section below it.
public enum SectionRow<Header, Item>: Identifiable, Equatable, Sendable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    /// The header of a section, and how many of its items are shown.
    case header(Header, items: Int)
    /// An item, and whether it is the last of its section.
    case item(Item, isLast: Bool)

    /// The id of a header or of an item.
    public enum ID: Hashable, Sendable {
        /// The id of a header.
        case header(Header.ID)
        /// The id of an item.
        case item(Item.ID)
    }

    /// The id of the header or of the item.
    public var id: ID {
        switch self {
        case .header(let header, _): .header(header.id)
        case .item(let item, _): .item(item.id)
        }
    }
}

extension SectionedSnapshot: RowSnapshot {
    /// The number of items, with a row for each header.
    public var rowCount: Int { count + itemCount }

    /// The rows at these positions, as far as there are any.
    public func rows(in range: Range<Int>) -> [SectionRow<Header, Item>] {
        var rows: [SectionRow<Header, Item>] = []
        var first = 0
        for section in self {
            if first >= range.upperBound { break }
            let count = section.items.count
            defer { first += count + 1 }
            if first + count < range.lowerBound { continue }
            if range.contains(first) { rows.append(.header(section.header, items: count)) }
            let items = Swift.max(0, range.lowerBound - first - 1)..<Swift.max(0, range.upperBound - first - 1)
            for (offset, item) in section.items.rows(in: items).enumerated() {
                rows.append(.item(item, isLast: items.lowerBound + offset == count - 1))
            }
        }
        return rows
    }

    /// The position of the row with this id; `nil` if there is none.
    public func rowPosition(of id: SectionRow<Header, Item>.ID) -> Int? {
        var first = 0
        for section in self {
            switch id {
            case .header(let id):
                if section.header.id == id { return first }
            case .item(let id):
                if let position = section.items.position(of: id) { return first + 1 + position }
            }
            first += section.items.count + 1
        }
        return nil
    }

    /// The header of the section that an item has gone from, such as one that has been folded.
    public func substitute(
        for id: SectionRow<Header, Item>.ID, in after: SectionedSnapshot
    ) -> SectionRow<Header, Item>.ID? {
        guard case .item(let item) = id, let path = path(of: item), let section = self[section: path.section] else {
            return nil
        }
        return after.sectionPosition(of: section.id) == nil ? nil : .header(section.id)
    }
}
