/// A value with an identity that is one of its own properties: for items that are not `Identifiable`.
///
/// The value's properties are available directly. Two are equal if their values are.
///
/// ```swift
/// let library = try ListSource(books, id: \.isbn)               // of Identified<Book, String>
/// try await library.upsert(Identified(novel, id: \.isbn))
/// try await library.replaceAll(with: newBooks.identified(by: \.isbn))
/// try await library.update(id: novel.isbn) { $0.title = "Emma" }
/// library.snapshot[0]?.title
/// ```
///
/// Changing the property that is the id changes the id, so an update in place that does so throws
/// ``EditError/Code/identityChanged``. For a value whose identity is not part of it, there is ``Keyed``.
@dynamicMemberLookup
public struct Identified<Value: Equatable & Sendable, ID: Hashable & Sendable>: Identifiable, Equatable, Sendable {
    /// The value.
    public var value: Value {
        didSet { id = value[keyPath: path] }
    }
    /// The value's property that identifies it.
    public private(set) var id: ID
    private let path: any KeyPath<Value, ID> & Sendable

    /// Gives a value the identity that it has at `path`.
    public init(_ value: Value, id path: any KeyPath<Value, ID> & Sendable) {
        self.value = value
        self.path = path
        id = value[keyPath: path]
    }

    /// Whether the values are equal.
    public static func == (left: Identified, right: Identified) -> Bool { left.value == right.value }

    /// A property of the value.
    public subscript<Property>(dynamicMember path: KeyPath<Value, Property>) -> Property { value[keyPath: path] }

    /// A property of the value.
    public subscript<Property>(dynamicMember path: WritableKeyPath<Value, Property>) -> Property {
        get { value[keyPath: path] }
        set { value[keyPath: path] = newValue }
    }
}

extension Identified: Hashable where Value: Hashable {
    /// Feeds the value into the hasher.
    public func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}

extension Identified: CustomStringConvertible {
    /// The value's own description.
    public var description: String { String(describing: value) }
}

extension Sequence where Element: Equatable & Sendable {
    /// The elements with the identities that they have at `path`.
    ///
    /// - Complexity: O(*n*).
    public func identified<ID>(by path: any KeyPath<Element, ID> & Sendable) -> [Identified<Element, ID>] {
        map { Identified($0, id: path) }
    }
}
