/// The expanded items of a tree: a set of ids, or all ids except some.
///
/// Put it in a ``Parameter`` for ``DerivableSource/tree(parent:expanded:)`` to follow. It stores ids, whether or not
/// their items exist: an id stays expanded while its item is hidden or deleted.
///
/// ```swift
/// let expansion = Parameter(Expansion<File.ID>())
/// expansion.update { $0.toggle(file.id) }
/// ```
///
/// It is a value, so the laws of <doc:Guarantees> are those of the parameter; law 15 holds for its ids.
///
/// - Complexity: Changing one id is O(*e*) for *e* stored ids if the previous value is still retained, because it
///   copies.
public struct Expansion<ID: Hashable & Sendable>: Hashable, Sendable {
    /// The state of all ids except the exceptions.
    @usableFromInline var isExpandedByDefault: Bool
    @usableFromInline var exceptions: KeySet<ID>

    @inlinable
    init(isExpandedByDefault: Bool, exceptions: KeySet<ID>) {
        self.isExpandedByDefault = isExpandedByDefault
        self.exceptions = exceptions
    }

    /// Creates an expansion of nothing.
    @inlinable
    public init() {
        self.init(isExpandedByDefault: false, exceptions: KeySet())
    }

    /// Creates an expansion of these ids only.
    @inlinable
    public init(_ ids: some Sequence<ID>) {
        self.init(isExpandedByDefault: false, exceptions: KeySet(ids))
    }

    /// Everything is expanded, including ids inserted later.
    @inlinable
    public static var all: Expansion { Expansion(isExpandedByDefault: true, exceptions: KeySet()) }

    /// Everything is expanded except these ids.
    @inlinable
    public static func all(except ids: some Sequence<ID>) -> Expansion {
        Expansion(isExpandedByDefault: true, exceptions: KeySet(ids))
    }

    /// Whether this id is expanded.
    ///
    /// - Complexity: O(1) expected.
    @inlinable
    public func contains(_ id: ID) -> Bool {
        exceptions.isEmpty ? isExpandedByDefault : exceptions.contains(id) != isExpandedByDefault
    }

    /// Expands an id.
    ///
    /// - Returns: Whether it was collapsed before.
    @inlinable @discardableResult
    public mutating func expand(_ id: ID) -> Bool {
        isExpandedByDefault ? exceptions.remove(id) : exceptions.insert(id)
    }

    /// Collapses an id.
    ///
    /// - Returns: Whether it was expanded before.
    @inlinable @discardableResult
    public mutating func collapse(_ id: ID) -> Bool {
        isExpandedByDefault ? exceptions.insert(id) : exceptions.remove(id)
    }

    /// Collapses an expanded id, expands a collapsed one.
    @inlinable
    public mutating func toggle(_ id: ID) {
        if !exceptions.remove(id) { exceptions.insert(id) }
    }

    /// The ids in which two expansions differ; `nil` if those are all ids except some.
    @inlinable
    package func difference(from other: Expansion) -> [ID]? {
        if isExpandedByDefault != other.isExpandedByDefault { return nil }
        return exceptions.filter { !other.exceptions.contains($0) }
            + other.exceptions.filter { !exceptions.contains($0) }
    }
}

extension Expansion: Encodable where ID: Encodable {}
extension Expansion: Decodable where ID: Decodable {}

extension Expansion: CustomStringConvertible {
    /// The ids that are expanded, or those that are not.
    public var description: String {
        let ids = exceptions.map { String(describing: $0) }.sorted().joined(separator: ", ")
        return isExpandedByDefault ? "all but [\(ids)]" : "[\(ids)]"
    }
}
