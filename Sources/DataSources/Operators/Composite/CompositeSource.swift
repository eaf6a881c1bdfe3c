/// The sections of several sources, one source's after the other's.
///
/// ```swift
/// let everything = CompositeSource(company, byDepartment)
/// ```
///
/// Equal ids in two of the sources are not in each other's way: ids of a composite's headers and items say which source
/// they are from. What headers and items are depends on how it is made:
///
/// | Sources | Headers and items | Ids |
/// |---|---|---|
/// | `CompositeSource(a, b)`: two of whatever kinds | ``Either`` the first's or the second's | ``Either`` |
/// | `CompositeSource(of: [a, b])`: any number of a kind | ``CompositePart``: a header or item, numbered | ``CompositeID`` |
///
/// For three kinds, put a composite into another one. A list is a source of one section once it has a header:
/// ``DerivableSource/sectioned(under:)``.
///
/// | In one of the sources | What comes out |
/// |---|---|
/// | any change of a section, a header or an item | the same, with the sections of the sources before it counted in |
///
/// A change costs O(*k* log *n*) for *k* changes, where a section that comes or goes counts as its items, however many
/// sources there are. It is a ``DerivedSource``, pulled and glitch-free like all of them: what one transaction changes in two of
/// its sources is one update.
public typealias CompositeSource<Header, Item> = DerivedSource<SectionedSnapshot<Header, Item>>
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable

extension DerivedSource {
    /// Creates a source of the sections of sources of one kind, one source's after the other's; see ``CompositeSource``.
    ///
    /// Of no sources at all it is empty, and finished.
    ///
    /// - Parameter parts: The sources.
    @inlinable
    public convenience init<Header, Item>(
        of parts: [any DerivableSource<SectionedSnapshot<Header, Item>>]
    ) where Snapshot == SectionedSnapshot<CompositePart<Header>, CompositePart<Item>> {
        self.init(from: parts, through: CompositeOperator<Header, Item>())
    }

    /// Creates a source of the sections of two sources of whatever kinds, one source's after the other's; see
    /// ``CompositeSource``.
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
