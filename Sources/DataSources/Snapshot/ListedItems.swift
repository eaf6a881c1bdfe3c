internal import Synchronization

/// Items as a section was given them; which of them can be in a snapshot is found when somebody asks, once.
///
/// Sections enter snapshots as they were listed, and the index of the snapshot finds duplicates for free. So a section that
/// nobody looks into is never checked by itself.
@usableFromInline
final class ListedItems<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
    /// What was found, once for all copies of the section.
    private final class Checked: Sendable {
        let items: ListSnapshot<Item>

        init(_ items: ListSnapshot<Item>) {
            self.items = items
        }
    }

    /// All items, in no snapshot: ids may be there twice.
    @usableFromInline let tree: ChunkTree<Item>
    /// Set once, by whoever asks first.
    private let checked = AtomicLazyReference<Checked>()

    @usableFromInline
    init(_ tree: ChunkTree<Item>) {
        self.tree = tree
    }

    /// The items without those whose id another one had before them.
    ///
    /// - Complexity: O(*n*) expected the first time, then O(1).
    @inlinable
    var unique: ListSnapshot<Item> {
        known ?? keep(ListSnapshot(tree: tree.withUniqueIDs, lineage: .none))
    }

    /// What was found before.
    @usableFromInline
    var known: ListSnapshot<Item>? { checked.load()?.items }

    /// Keeps what was found, unless another task was faster; returns what is kept.
    @usableFromInline
    func keep(_ items: ListSnapshot<Item>) -> ListSnapshot<Item> {
        checked.storeIfNil(Checked(items)).items
    }
}

extension ChunkTree where Element: Identifiable {
    /// The tree without elements whose id another one had before them: itself, when there are none.
    ///
    /// - Complexity: O(*n*) expected.
    @inlinable
    var withUniqueIDs: ChunkTree {
        #if DATASOURCES_MUTANTS
        if Mutation.isActive(.showsDuplicatesInSections) { return self }
        #endif
        if count < 2 { return self }
        var index = SlotIndex<Element.ID>()
        index.leaves.reserveCapacity(count)
        // Nothing is copied before the first duplicate.
        var unique: ContiguousArray<Element>?
        var position = 0
        var iterator = Iterator(self)
        while let element = iterator.next() {
            if index.claim(element.id, in: 0) {
                unique?.append(element)
            } else if unique == nil {
                unique = ContiguousArray(elements[..<position])
            }
            position += 1
        }
        return unique.map { ChunkTree(unindexed: $0) } ?? self
    }
}
