/// Which rows are hidden.
///
/// The less a rule depends on, the less often it is asked.
public enum RowVisibility<Header, Item>: Sendable {
    /// By the item alone; asked when an item is inserted or updated.
    case item(@Sendable (_ item: Item) -> Bool)
    /// By the item and its section; asked also when the header changes or the item moves to another section, which asks
    /// for all items of that section.
    case inSection(@Sendable (_ item: Item, _ header: Header) -> Bool)
    /// By the item, its section and its path; asked for all items when any comes, goes or moves.
    case atPath(@Sendable (_ item: Item, _ header: Header, _ path: SourcePath) -> Bool)

    /// No row is hidden.
    public static var all: RowVisibility { .item { _ in false } }

    func hides(_ item: Item, _ header: Header, _ section: Int, _ position: Int) -> Bool {
        switch self {
        case .item(let isHidden): isHidden(item)
        case .inSection(let isHidden): isHidden(item, header)
        case .atPath(let isHidden): isHidden(item, header, SourcePath(section: section, item: position))
        }
    }

    var readsHeader: Bool {
        if case .item = self { false } else { true }
    }

    var readsPath: Bool {
        if case .atPath = self { true } else { false }
    }
}

/// Which sections are hidden, whatever their rows are.
public enum SectionVisibility<Header>: Sendable {
    /// By the header; asked when a section is inserted or its header changes.
    case header(@Sendable (_ header: Header) -> Bool)
    /// By the header and the position of the section in the source; asked also for all sections when any comes, goes or
    /// moves.
    case atPosition(@Sendable (_ header: Header, _ position: Int) -> Bool)

    /// No section is hidden.
    public static var all: SectionVisibility { .header { _ in false } }

    func hides(_ header: Header, _ position: Int) -> Bool {
        switch self {
        case .header(let isHidden): isHidden(header)
        case .atPosition(let isHidden): isHidden(header, position)
        }
    }

    var readsPosition: Bool {
        if case .atPosition = self { true } else { false }
    }
}
