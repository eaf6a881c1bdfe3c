/// A change of one item, as a row makes it.
///
/// It can run several times: on the item that is shown, and on the item that the source has meanwhile.
public typealias ItemEdit<Item> = @Sendable (_ item: inout Item) -> Void

/// Makes an edit of the item with an id in the source; throws if the source refuses it.
public typealias ItemEditor<Item: Identifiable> =
    @Sendable (
        _ id: Item.ID, _ edit: @escaping ItemEdit<Item>
    ) async throws -> Void

/// An edit that is shown and that the source has not confirmed.
struct UnconfirmedEdit<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    let number: Int
    let id: Item.ID
    let edit: ItemEdit<Item>
}
