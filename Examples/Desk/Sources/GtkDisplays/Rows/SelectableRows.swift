import DataSources
public import DataSourcesViews

/// Rows some of which can be selected.
///
/// GTK 4.8 has list views without sections, so the headers of sections are rows too.
public protocol SelectableRows: FlatRows {
    /// The number of rows that can be selected.
    var selectableCount: Int { get }

    /// Whether a row can be selected.
    static func isSelectable(_ row: Row) -> Bool
}

extension FlatList: SelectableRows {
    /// The number of items.
    public var selectableCount: Int { count }

    /// All items can be selected.
    public static func isSelectable(_ row: Item) -> Bool { true }
}

extension FlatSections: SelectableRows {
    /// The number of items.
    public var selectableCount: Int { snapshot.itemCount }

    /// Items can be selected, headers cannot.
    public static func isSelectable(_ row: Row) -> Bool {
        if case .item = row { true } else { false }
    }
}
