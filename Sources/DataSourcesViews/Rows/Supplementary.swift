public import DataSources

/// How one kind of supplementary view is made from a section: a header, a footer or anything else that is no row.
///
/// It gets the section and never an item, so a section without items has it too.
///
/// ```swift
/// Supplementary(.header) { HeaderView() } configure: { $0.title = $1.title }
/// Supplementary(.footer) { "\($0.items.count) people" } make: { FooterView() } configure: { $0.text = $1 }
/// ```
///
/// The content of a section is what its view shows: the view is configured again only if that has changed.
public struct Supplementary<Header, Item, Content: Equatable, View>
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    let content: (ItemSection<Header, Item>) -> Content?
    let row: Row<Content, View>

    /// Creates a kind of supplementary view.
    ///
    /// - Parameters:
    ///   - kind: The kind: ``RowKind/header``, ``RowKind/footer`` or a name of your own.
    ///   - content: What the view of a section shows; `nil` if the section has none.
    ///   - make: Makes a view.
    ///   - configure: Shows the content in a view.
    ///   - update: Shows the new content of the same section; `configure` by default.
    ///   - prepareForReuse: Clears a view that is going to show another section.
    public init(
        _ kind: RowKind, content: @escaping (_ section: ItemSection<Header, Item>) -> Content?,
        make: @escaping () -> View, configure: @escaping (_ view: View, _ content: Content) -> Void,
        update: ((_ view: View, _ old: Content, _ new: Content) -> Void)? = nil,
        prepareForReuse: ((_ view: View) -> Void)? = nil
    ) {
        self.content = content
        row = Row(kind, make: make, configure: configure, update: update, prepareForReuse: prepareForReuse)
    }
}

extension Supplementary where Content == Header {
    /// Creates a kind of supplementary view that every section has and that shows its header.
    ///
    /// - Parameters:
    ///   - kind: The kind: ``RowKind/header``, ``RowKind/footer`` or a name of your own.
    ///   - make: Makes a view.
    ///   - configure: Shows the header in a view.
    ///   - update: Shows the new header of the same section; `configure` by default.
    ///   - prepareForReuse: Clears a view that is going to show another section.
    public init(
        _ kind: RowKind, make: @escaping () -> View,
        configure: @escaping (_ view: View, _ header: Header) -> Void,
        update: ((_ view: View, _ old: Header, _ new: Header) -> Void)? = nil,
        prepareForReuse: ((_ view: View) -> Void)? = nil
    ) {
        self.init(
            kind, content: { $0.header }, make: make, configure: configure, update: update,
            prepareForReuse: prepareForReuse)
    }
}
