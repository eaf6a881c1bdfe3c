internal import Synchronization

/// Items as a section was given them; which of them can be in a snapshot is found when somebody asks, once.
///
/// Sections enter snapshots as they were listed, and the index of the snapshot finds duplicates for free. So a section that
/// nobody looks into is never checked by itself.
@usableFromInline
final class ListedItems<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
    /// What was found, once for all copies of the section.
    @usableFromInline
    final class Checked: Sendable {
        /// The items without those whose id another one had before them.
        @usableFromInline let items: ListSnapshot<Item>
        /// The ids that are there more than once, each once.
        @usableFromInline let duplicateIDs: [Item.ID]

        @usableFromInline
        init(_ items: ListSnapshot<Item>, duplicateIDs: [Item.ID]) {
            self.items = items
            self.duplicateIDs = duplicateIDs
        }
    }

    /// All items, in no snapshot: ids may be there twice.
    @usableFromInline let tree: ChunkTree<Item>
    /// Set once, by whoever asks first.
    private let storage = AtomicLazyReference<Checked>()

    @usableFromInline
    init(_ tree: ChunkTree<Item>) {
        self.tree = tree
    }

    /// What can be in a snapshot, and what cannot.
    ///
    /// - Complexity: O(*n*) expected the first time, then O(1).
    @inlinable
    var checked: Checked {
        if let known { return known }
        let (unique, duplicateIDs) = tree.withUniqueIDs
        return keep(Checked(ListSnapshot(tree: unique, lineage: .none), duplicateIDs: duplicateIDs))
    }

    /// What was found before.
    @usableFromInline
    var known: Checked? { storage.load() }

    /// Keeps what was found, unless another task was faster; returns what is kept.
    @usableFromInline
    func keep(_ found: Checked) -> Checked { storage.storeIfNil(found) }
}

extension ChunkTree where Element: Identifiable {
    /// The tree without elements whose id another one had before them, and the ids that those have; the tree itself, when
    /// there are none.
    ///
    /// - Complexity: O(*n*) expected.
    @inlinable
    var withUniqueIDs: (tree: ChunkTree, duplicateIDs: [Element.ID]) {
        if count < 2 { return (self, []) }
        var index = SlotIndex<Element.ID>()
        index.reserve(count)
        var duplicates = UniqueIDs<Element.ID>()
        // Nothing is copied before the first duplicate.
        var unique: ContiguousArray<Element>?
        var position = 0
        var iterator = Iterator(self)
        while let element = iterator.next() {
            if index.claim(element.id, in: 0) {
                unique?.append(element)
            } else {
                if unique == nil { unique = ContiguousArray(elements[..<position]) }
                duplicates.note(element.id)
            }
            position += 1
        }
        return (unique.map { ChunkTree(unindexed: $0) } ?? self, duplicates.ids)
    }
}
