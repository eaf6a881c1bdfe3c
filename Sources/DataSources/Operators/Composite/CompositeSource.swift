/// The sections of several sources, concatenated.
///
/// ```swift
/// let everything = CompositeSource(company, byDepartment)
/// ```
///
/// Equal ids in two of the sources do not conflict: the ids of a composite's headers and items include their source.
/// The types of headers and items depend on the initializer:
///
/// | Sources | Headers and items | Ids |
/// |---|---|---|
/// | `CompositeSource(a, b)`: two sources of any kinds | ``Either`` the first's or the second's | ``Either`` |
/// | `CompositeSource(of: [a, b])`: any number of one kind | ``CompositePart``: a numbered value | ``CompositeID`` |
///
/// For three kinds, nest one composite in another. ``DerivableSource/sectioned(under:)`` turns a list into a source of
/// one section.
///
/// | In one of the sources | Output |
/// |---|---|
/// | any change of a section, a header or an item | the same, offset by the sections of the sources before it |
///
/// A composite is a ``DerivedSource``: it is pulled and glitch-free. Changes of one transaction to several of its
/// sources arrive as one update. An update costs O(*k* log *n*) for *k* changes, where an inserted or deleted section
/// counts as its items; the number of sources does not matter.
public typealias CompositeSource<Header, Item> = DerivedSource<SectionedSnapshot<Header, Item>>
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable

extension DerivedSource {
    /// Creates a source that concatenates the sections of sources of one kind; see ``CompositeSource``.
    ///
    /// Without any parts it is empty and finished.
    ///
    /// - Parameter parts: The sources.
    @inlinable
    public convenience init<Header, Item>(
        of parts: [any DerivableSource<SectionedSnapshot<Header, Item>>]
    ) where Snapshot == SectionedSnapshot<CompositePart<Header>, CompositePart<Item>> {
        self.init(from: parts, through: CompositeOperator<Header, Item>())
    }

    /// Creates a source that concatenates the sections of two sources of any kinds; see ``CompositeSource``.
    ///
    /// - Parameters:
    ///   - first: The source whose sections come first.
    ///   - second: The source whose sections follow.
    @inlinable
    public convenience init<Header1, Item1, Header2, Item2>(
        _ first: some DerivableSource<SectionedSnapshot<Header1, Item1>>,
        _ second: some DerivableSource<SectionedSnapshot<Header2, Item2>>
    ) where Snapshot == SectionedSnapshot<Either<Header1, Header2>, Either<Item1, Item2>> {
        self.init(from: first, second, through: EitherCompositeOperator<Header1, Item1, Header2, Item2>())
    }
}
