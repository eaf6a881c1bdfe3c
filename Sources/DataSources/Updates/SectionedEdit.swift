/// One edit of sections or of items in them, as a value: an element of a sequence that a source follows.
///
/// Positions and paths are those before the edit; destinations are those after it. The steps of an update are of the
/// type ``SectionedStep``, which has no cases by id; an edit can be made from one.
public enum SectionedEdit<Header, Item>: Sendable
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
    /// Replaces the item with the same id, or appends the item to the section.
    case upsertItem(Item, inSection: Header.ID)
    /// Removes the item with the id.
    case removeItemID(Item.ID)
}

extension SectionedEdit: Equatable {}
extension SectionedEdit: Hashable where Header: Hashable, Item: Hashable {}
extension SectionedEdit: Encodable
where Header: Encodable, Item: Encodable, Header.ID: Encodable, Item.ID: Encodable {}
extension SectionedEdit: Decodable
where Header: Decodable, Item: Decodable, Header.ID: Decodable, Item.ID: Decodable {}

extension SectionedDraft {
    /// Makes one edit.
    ///
    /// - Throws: ``EditError`` when the edit fails; then nothing has changed.
    public mutating func apply(_ edit: SectionedEdit<Header, Item>) throws(EditError) {
        switch edit {
        case .insertSection(let section, let position): try insertSection(section, at: position)
        case .removeSection(let position): try removeSection(at: position)
        case .moveSection(let from, let to):
            guard let section = self[section: from] else {
                throw .position(from, of: "move a section", outside: 0..<count)
            }
            try moveSection(id: section.id, to: to)
        case .updateSection(let header, let position):
            guard let old = self[section: position] else {
                throw .position(position, of: "update a section", outside: 0..<count)
            }
            guard areSameKey(old.id, header.id) else { throw .identityChanged(from: old.id, to: header.id) }
            putHeader(header, at: position)
        case .insertItem(let item, let path): try insertItem(item, at: path)
        case .removeItem(let path): try removeItem(at: path)
        case .moveItem(let from, let to): try moveItem(from: from, to: to)
        case .updateItem(let item, let path):
            try checkPath(path, of: "update")
            if let old = self[path], !areSameKey(old.id, item.id) { throw .identityChanged(from: old.id, to: item.id) }
            putItem(item, at: path)
        case .upsertItem(let item, let section): try upsertItem(item, inSection: section)
        case .removeItemID(let id): try removeItem(id: id)
        }
    }
}
