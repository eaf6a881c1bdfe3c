private import Synchronization

/// An immutable, ordered list of identified items: one state of a list source.
///
/// A snapshot is a value that is O(1) to copy, however long it is: snapshots one edit apart share all but a few hundred
/// bytes. It is a collection of its items; for-in and `map` walk it at close to an array's pace.
///
/// ```swift
/// let team = try ListSnapshot([alice, bob])
/// team[0]               // Employee?, nil when out of range
/// team[id: bob.id]      // Employee?
/// team.map(\.name)
/// ```
///
/// Reading is total: asking for a position or an id that is not there gives `nil`. The collection's own ``Index`` is an
/// opaque type, so that `snapshot[3]` is always the total one; subscripting with an index obtained from a longer
/// snapshot traps, as with every collection.
///
/// | Operation | Cost |
/// |---|---|
/// | copy, `count`, ``version`` | O(1) |
/// | item at a position | O(log *n*) |
/// | iterate | O(1) an item |
/// | item or position by id | O(*n*): the index by id belongs to the live ``ListDraft`` |
public struct ListSnapshot<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
    @usableFromInline var tree: ChunkTree<Item>
    /// Whose slots the tree's nodes are named by; trees of one lineage line up by slot.
    @usableFromInline var lineage: Lineage
    @usableFromInline var stamp: Version?

    /// The commit that made this the state of a source; `nil` for a snapshot that no source has committed.
    ///
    /// It takes no part in equality.
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
    /// A snapshot that law 10 forbids, for tests of what has to end on any input.
    package init(unchecked items: some Sequence<Item>) {
        self.init(tree: ChunkTree(unindexed: ContiguousArray(items)), lineage: .none)
    }
}

/// Tells trees apart whose slots were given out by different indexes.
@usableFromInline
struct Lineage: Equatable, Sendable {
    @usableFromInline let number: UInt64

    /// No lineage: slots mean nothing.
    @usableFromInline static let none = Lineage(number: 0)

    @usableFromInline
    init(number: UInt64) {
        self.number = number
    }

    /// A lineage that no other draft of this process has.
    @usableFromInline
    static func unique() -> Lineage {
        Lineage(number: nextNumber.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    /// Whether slots name the same nodes on both sides.
    @inlinable
    func sharesSlots(with other: Lineage) -> Bool {
        return number == other.number && number != 0
    }
}

private let nextNumber = Atomic<UInt64>(0)
