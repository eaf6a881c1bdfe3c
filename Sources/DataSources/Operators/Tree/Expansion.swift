/// Which items of a tree are expanded: all of some ids, or all but some.
///
/// It is a value; in a ``Parameter`` it is what ``DerivableSource/tree(parent:expanded:)`` follows. It knows ids only, of
/// items that are there or not: what is expanded stays so while it is hidden, and is so again when it comes back.
///
/// ```swift
/// let expansion = Parameter(Expansion<File.ID>())
/// expansion.update { $0.toggle(file.id) }
/// ```
///
/// - Complexity: A change of one id is O(*e*) when the value before is kept, for *e* ids that have been named.
public struct Expansion<ID: Hashable & Sendable>: Hashable, Sendable {
    /// What is so of all ids but the exceptions.
    @usableFromInline var isExpandedByDefault: Bool
    @usableFromInline var exceptions: KeySet<ID>

    @inlinable
    init(isExpandedByDefault: Bool, exceptions: KeySet<ID>) {
        self.isExpandedByDefault = isExpandedByDefault
        self.exceptions = exceptions
    }

    /// Nothing is expanded.
    @inlinable
    public init() {
        self.init(isExpandedByDefault: false, exceptions: KeySet())
    }

    /// Nothing is expanded but these ids.
    @inlinable
    public init(_ ids: some Sequence<ID>) {
        self.init(isExpandedByDefault: false, exceptions: KeySet(ids))
    }

    /// Everything is expanded, whatever comes.
    @inlinable
    public static var all: Expansion { Expansion(isExpandedByDefault: true, exceptions: KeySet()) }

    /// Everything is expanded but these ids.
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

    /// Expands an id; one that is expanded stays so.
    ///
    /// - Returns: Whether it was not.
    @inlinable @discardableResult
    public mutating func expand(_ id: ID) -> Bool {
        isExpandedByDefault ? exceptions.remove(id) : exceptions.insert(id)
    }

    /// Collapses an id; one that is collapsed stays so.
    ///
    /// - Returns: Whether it was not.
    @inlinable @discardableResult
    public mutating func collapse(_ id: ID) -> Bool {
        isExpandedByDefault ? exceptions.insert(id) : exceptions.remove(id)
    }

    /// Collapses an id that is expanded, expands one that is not.
    @inlinable
    public mutating func toggle(_ id: ID) {
        if !exceptions.remove(id) { exceptions.insert(id) }
    }

    /// The ids of which this one does not say what the other one says; `nil` when those are all but some.
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
