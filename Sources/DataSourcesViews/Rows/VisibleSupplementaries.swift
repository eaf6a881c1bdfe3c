public import DataSources

/// The supplementary views of the sections that are visible.
///
/// It works as ``VisibleRows`` does: a view stays with its section, is updated if its content has changed, and is used
/// again when its section is no longer visible.
public final class VisibleSupplementaries<Header, Item, View>
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    /// A visible supplementary view, and its section and kind.
    public typealias Element = VisibleRow<SupplementaryElement<Header.ID>, View>

    private let factory: SupplementaryFactory<Header, Item, View>
    private let visible: VisibleRows<SupplementaryElement<Header.ID>, View>

    /// Creates a list without visible views.
    public init(_ factory: SupplementaryFactory<Header, Item, View>, poolLimit: Int = 16) {
        self.factory = factory
        visible = VisibleRows(factory.rows, poolLimit: poolLimit)
    }

    /// The views: those of one section after those of the sections before it, in the order of the kinds.
    public var elements: [Element] { visible.rows }
    /// The number of times a view was configured for a section so far.
    public var configured: Int { visible.configured }
    /// The number of times a view was updated in place so far.
    public var updated: Int { visible.updated }

    /// The view of a kind that belongs to a section; `nil` if it is not visible or the section has none.
    public subscript(section: Header.ID, kind: RowKind) -> View? {
        visible[SupplementaryElement.ID(section: section, kind: kind)]
    }

    /// Makes the views of exactly these sections visible.
    ///
    /// - Returns: The views that have appeared, were updated or have disappeared.
    /// - Throws: ``RowError`` if what is made is not a `View`: then nothing is visible.
    @discardableResult
    public func show(
        _ sections: some Sequence<ItemSection<Header, Item>>
    ) throws(RowError) -> VisibleRowChanges<SupplementaryElement<Header.ID>, View> {
        try visible.show(sections.flatMap { factory.elements(of: $0) })
    }
}
