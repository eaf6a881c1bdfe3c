/// The identity of an item or section of a screen: the one that the file gives it, or else its position.
public enum ScreenID: Hashable, Sendable, CustomStringConvertible {
    /// The id in the file.
    case named(String)
    /// The position of a section.
    case section(Int)
    /// The position of an item in a section.
    case item(section: Int, item: Int)

    /// The id or the position.
    public var description: String {
        switch self {
        case .named(let name): name
        case .section(let section): "\(section)"
        case .item(let section, let item): "\(section).\(item)"
        }
    }
}

/// An item of an open screen.
public struct ScreenRow: Identifiable, Equatable, Sendable {
    /// The identity.
    public let id: ScreenID
    /// What the file says.
    public var item: StaticScreen.Item

    /// The kind of the row, for a ``RowFactory``.
    public var kind: RowKind { item.kind }
}

/// The header of a section of an open screen.
public struct ScreenHeader: Identifiable, Equatable, Sendable {
    /// The identity.
    public let id: ScreenID
    /// What stands above the items.
    public var header: String?
    /// What stands below the items.
    public var footer: String?
}
