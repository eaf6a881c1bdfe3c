public import DataSources

/// The kinds of supplementary views of a list with sections.
///
/// ```swift
/// let supplementaries = try SupplementaryFactory<Department, Employee, any Cell> {
///     Supplementary(.header) { HeaderView() } configure: { $0.title = $1.title }
/// }
/// ```
///
/// As with a ``RowFactory``, mistakes are errors when it is built. ``VisibleSupplementaries`` shows them.
public struct SupplementaryFactory<Header, Item, View>
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    let parts: [SupplementaryPart<Header, Item, View>]
    let rows: RowFactory<SupplementaryElement<Header.ID>, View>

    /// Creates a factory of at least one kind.
    ///
    /// - Throws: ``RowError`` if kinds occur twice.
    public init(
        @SupplementaryBuilder<Header, Item, View> parts: () -> [SupplementaryPart<Header, Item, View>]
    ) throws(RowError) {
        let parts = parts()
        self.parts = parts
        rows = try RowFactory(kind: { $0.id.kind }) { for part in parts { part.row } }
    }

    /// The kinds, in their order.
    public var kinds: [RowKind] { rows.kinds }

    /// What a section shows in its supplementary views, in the order of the kinds.
    public func elements(of section: ItemSection<Header, Item>) -> [SupplementaryElement<Header.ID>] {
        zip(kinds, parts).compactMap { kind, part in
            part.content(section).map {
                SupplementaryElement(id: SupplementaryElement.ID(section: section.id, kind: kind), content: $0)
            }
        }
    }
}

/// A kind of supplementary view whose views are known as those of the whole factory.
public struct SupplementaryPart<Header, Item, View>
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    let content: (ItemSection<Header, Item>) -> (any Equatable)?
    let row: AnyRow<SupplementaryElement<Header.ID>, View>

    init<Content, Made>(_ part: Supplementary<Header, Item, Content, Made>) {
        content = { part.content($0) }
        row = AnyRow(casting: part.row.showing { $0.content as? Content })
    }
}

extension Row {
    /// The row for items that contain what this row shows.
    fileprivate func showing<Whole>(_ part: @escaping (Whole) -> Item?) -> Row<Whole, View> {
        Row<Whole, View>(
            kind, pool: pool, make: make,
            configure: handlers.configure.map { configure in
                { view, whole in if let item = part(whole) { configure(view, item) } }
            },
            update: handlers.update.map { update in
                { view, old, new in if let old = part(old), let new = part(new) { update(view, old, new) } }
            },
            prepareForReuse: handlers.prepareForReuse)
    }
}
