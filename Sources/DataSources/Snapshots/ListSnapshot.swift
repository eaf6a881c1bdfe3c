private import Synchronization

/// An immutable, ordered list of identified items: one state of a list source.
///
/// A snapshot is a value with O(1) copies: snapshots one edit apart share all but a few hundred bytes. It is a
/// collection of its items; `for`-`in` and `map` run at close to the speed of an array.
///
/// ```swift
/// let team = try ListSnapshot([alice, bob])
/// team[0]               // Employee?, nil when out of range
/// team[id: bob.id]      // Employee?
/// team.map(\.name)
/// ```
///
/// Reading never traps: a missing position or id gives `nil`. The collection's own ``Index`` is an opaque type, so
/// `snapshot[3]` always returns an optional. Subscripting with an index of a longer snapshot traps, as in every
/// collection.
///
/// | Operation | Cost |
/// |---|---|
/// | copy, `count`, ``version`` | O(1) |
/// | item at a position | O(log *n*) |
/// | iterate | O(1) per item |
/// | slice, such as `snapshot[10..<20]` or `prefix(10)`; ``ids`` | O(1): they copy nothing |
/// | item or position by id | O(*n*): only a ``ListDraft`` has an index by id |
public struct ListSnapshot<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
    @usableFromInline var tree: ChunkTree<Item>
    /// The lineage of the slots that name the tree's nodes; trees of one lineage match by slot.
    @usableFromInline var lineage: Lineage
    @usableFromInline var stamp: Version?

    /// The commit that published this snapshot; `nil` for a snapshot that no source has committed.
    ///
    /// Equality ignores it.
    @inlinable
    public var version: Version? { stamp }

    @inlinable
    init(tree: ChunkTree<Item>, lineage: Lineage) {
        self.tree = tree
        self.lineage = lineage
    }

    /// Creates an empty snapshot.
    @inlinable
    public init() {
        self.init(tree: ChunkTree(emptyAt: 0), lineage: .none)
    }
}

extension ListSnapshot {
    /// Creates a snapshot that law 10 forbids, to test that functions end for any input.
    package init(unchecked items: some Sequence<Item>) {
        self.init(tree: ChunkTree(unindexed: ContiguousArray(items)), lineage: .none)
    }
}

/// Identifies the index that assigned the slots of a tree.
@usableFromInline
struct Lineage: Equatable, Sendable {
    @usableFromInline let number: UInt64

    /// No lineage: slots have no meaning.
    @usableFromInline static let none = Lineage(number: 0)

    @usableFromInline
    init(number: UInt64) {
        self.number = number
    }

    /// A lineage unique in this process.
    @usableFromInline
    static func unique() -> Lineage {
        Lineage(number: nextNumber.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    /// Whether equal slots name the same nodes in both.
    @inlinable
    func sharesSlots(with other: Lineage) -> Bool {
        return number == other.number && number != 0
    }
}

private let nextNumber = Atomic<UInt64>(0)
