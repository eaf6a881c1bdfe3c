/// One step of an update of sections: an edit by position.
///
/// Positions and paths are those before the step; destinations are those after it. Other than a ``SectionedEdit``, a
/// step never searches for an id. ``Update/steps`` makes steps; a `SectionedEdit` can be made from one.
public enum SectionedStep<Header, Item>: Sendable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    /// Inserts a section with its items at the position.
    case insertSection(ItemSection<Header, Item>, at: Int)
    /// Removes the section at the position with its items.
    case removeSection(at: Int)
    /// Moves the section at the first position so that it ends up at the second.
    case moveSection(from: Int, to: Int)
    /// Replaces the header at the position by one with the same id.
    case updateSection(Header, at: Int)
    /// Inserts an item at the path.
    case insertItem(Item, at: ItemPath)
    /// Removes the item at the path.
    case removeItem(at: ItemPath)
    /// Moves the item at the first path so that it ends up at the second.
    case moveItem(from: ItemPath, to: ItemPath)
    /// Replaces the item at the path by one with the same id.
    case updateItem(Item, at: ItemPath)
}

extension SectionedStep: Equatable {}
extension SectionedStep: Hashable where Header: Hashable, Item: Hashable {}
extension SectionedStep: Encodable where Header: Encodable, Item: Encodable {}
extension SectionedStep: Decodable where Header: Decodable, Item: Decodable {}

extension SectionedEdit {
    /// The edit that makes a step of an update.
    @inlinable
    public init(_ step: SectionedStep<Header, Item>) {
        switch step {
        case .insertSection(let section, let position): self = .insertSection(section, at: position)
        case .removeSection(let position): self = .removeSection(at: position)
        case .moveSection(let from, let to): self = .moveSection(from: from, to: to)
        case .updateSection(let header, let position): self = .updateSection(header, at: position)
        case .insertItem(let item, let path): self = .insertItem(item, at: path)
        case .removeItem(let path): self = .removeItem(at: path)
        case .moveItem(let from, let to): self = .moveItem(from: from, to: to)
        case .updateItem(let item, let path): self = .updateItem(item, at: path)
        }
    }
}

extension SectionedDraft {
    /// Makes one step of an update.
    ///
    /// - Throws: ``EditError`` when the step fails; then nothing has changed.
    @_disfavoredOverload
    public mutating func apply(_ step: SectionedStep<Header, Item>) throws(EditError) {
        // Disfavored, or `apply(.removeSection(at: 0))` would be ambiguous.
        try apply(SectionedEdit(step))
    }
}
