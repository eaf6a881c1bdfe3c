private import Synchronization

/// An object as an item, for a class whose instances change in place.
///
/// Items are values: an update is the difference of two snapshots. If both have the same object, a change inside it is
/// not seen. So this item has, besides the object, the last ``touch()``; two are equal if they have the same object and
/// the same touch. After a touch subscribers receive an update of the item, and derived sources read it again.
///
/// ```swift
/// let rooms = try ListSource(models.map { ObjectItem($0) })
/// try await rooms.transaction { draft in
///     model.rename("Library")
///     try draft.touch(id: model.id)
/// }
/// rooms.snapshot[0]?.name
/// ```
///
/// The object's properties are available directly. Values remain the better items, because of what an object has not:
///
/// - All snapshots have the object as it is now. So the item before an update cannot be compared with that after it, and
///   a transaction that throws undoes the touch, but not what changed in the object.
/// - `map`, `filter` and `grouped` read a touched item anew. What needs the value before too (sorting, joins, aggregates)
///   would find that of now. So map each object to a value first, and derive the rest from the values:
///   `rooms.map { RoomRow($0.object) }.sorted(by: \.name)`. Serve the values, too: an object cannot be encoded.
/// - What changes in an object between two touches may be read before the second one. Change an object and touch it in
///   one transaction, and only there.
/// - A touch is a change, also if the object is as before. Items of one object that are made anew have no touch, and are
///   equal: keep those that the source has.
@dynamicMemberLookup
public struct ObjectItem<Object: AnyObject & Identifiable & Sendable>: Identifiable, Sendable
where Object.ID: Sendable {
    /// The object.
    public let object: Object
    /// The id that the object had when the item was made.
    public let id: Object.ID
    /// The number of the last touch; 0 if there was none.
    private var lastTouch: UInt64 = 0

    /// Makes an object an item that has not been touched.
    public init(_ object: Object) {
        self.object = object
        id = object.id
    }

    /// Says that the object has changed: the item no longer equals what it was.
    public mutating func touch() {
        lastTouch = Touches.count.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// A property of the object.
    public subscript<Property>(dynamicMember path: KeyPath<Object, Property>) -> Property { object[keyPath: path] }
}

extension ObjectItem: Hashable {
    /// Whether both have the same object and the same touch.
    public static func == (left: ObjectItem, right: ObjectItem) -> Bool {
        left.object === right.object && left.lastTouch == right.lastTouch
    }

    /// Feeds the identity of the object and the touch into the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(object))
        hasher.combine(lastTouch)
    }
}

/// The touches of this process, so that no two are the same one.
private enum Touches {
    static let count = Atomic<UInt64>(0)
}
