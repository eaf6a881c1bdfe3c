/// An edit of items or sections that starts on a screen.
///
/// It refers to items and sections by id and to places by their neighbours, so it can be made in any state: in the one on the screen,
/// in those that arrive before the source has made it, and in the source.
public enum DisplayEdit<Item: Identifiable & Equatable & Sendable, SectionID: Hashable & Sendable>: Sendable
where Item.ID: Sendable {
    /// Inserts an item.
    case insert(Item, ItemPlace<Item.ID, SectionID>)
    /// Moves the item with the id.
    case move(Item.ID, ItemPlace<Item.ID, SectionID>)
    /// Removes the item with the id.
    case remove(Item.ID)
    /// Replaces the item with the same id.
    case update(Item)
    /// Moves the section with the id, with its items; the neighbours of the place are sections.
    case moveSection(SectionID, ItemPlace<SectionID, Never>)
}

extension DisplayEdit: Equatable {}
