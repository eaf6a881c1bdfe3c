internal import Synchronization

/// The items given to a section; duplicates are found once, on first use.
///
/// Sections enter snapshots as given, and the index of the snapshot finds duplicates for free. So a section that nobody
/// reads is never checked by itself.
@usableFromInline
final class ListedItems<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
    /// The result of the check, shared by all copies of the section.
    @usableFromInline
    final class Checked: Sendable {
        /// The items without those whose id occurs earlier.
        @usableFromInline let items: ListSnapshot<Item>
        /// The ids that occur more than once, each once.
        @usableFromInline let duplicateIDs: [Item.ID]

        @usableFromInline
        init(_ items: ListSnapshot<Item>, duplicateIDs: [Item.ID]) {
            self.items = items
            self.duplicateIDs = duplicateIDs
        }
    }

    /// All items; ids may be duplicated.
    @usableFromInline let tree: ChunkTree<Item>
    /// Set once, by the first reader.
    private let storage = AtomicLazyReference<Checked>()

    @usableFromInline
    init(_ tree: ChunkTree<Item>) {
        self.tree = tree
    }

    /// The unique items and the duplicate ids.
    ///
    /// - Complexity: O(*n*) expected the first time, then O(1).
    @inlinable
    var checked: Checked {
        if let known { return known }
        let (unique, duplicateIDs) = tree.withUniqueIDs
        return keep(Checked(ListSnapshot(tree: unique, lineage: .none), duplicateIDs: duplicateIDs))
    }

    /// The result, if it has been computed.
    @usableFromInline
    var known: Checked? { storage.load() }

    /// Stores the result unless another task has stored one; returns the stored result.
    @usableFromInline
    func keep(_ found: Checked) -> Checked { storage.storeIfNil(found) }
}

extension ChunkTree where Element: Identifiable {
    /// The tree without elements whose id occurs earlier, and the duplicate ids; the tree itself if there are none.
    ///
    /// - Complexity: O(*n*) expected.
    @inlinable
    var withUniqueIDs: (tree: ChunkTree, duplicateIDs: [Element.ID]) {
        if count < 2 { return (self, []) }
        var index = SlotIndex<Element.ID>()
        index.reserve(count)
        var doubtful: [Int] = []
        forEachLeaf { part, slot in part.withBorrowedElements { index.claim($0, in: slot, &doubtful) } }
        return doubtful.isEmpty ? (self, []) : withoutDuplicates(among: doubtful, index)
    }

    /// Looks for duplicates among doubtful claims of all elements.
    @usableFromInline @inline(never)
    func withoutDuplicates(
        among doubtful: [Int], _ index: SlotIndex<Element.ID>
    ) -> (tree: ChunkTree, duplicateIDs: [Element.ID]) {
        let duplicates = index.duplicates(
            among: doubtful, since: 0, id: { element(at: $0).id }, isKnown: { _, _ in false })
        if duplicates.isEmpty { return (self, []) }
        var known = UniqueIDs<Element.ID>()
        var unique: ContiguousArray<Element> = []
        var iterator = Iterator(self)
        while let element = iterator.next() {
            let count = known.ids.count
            known.note(element.id)
            if known.ids.count > count { unique.append(element) }
        }
        return (ChunkTree(unindexed: unique), duplicates)
    }
}
