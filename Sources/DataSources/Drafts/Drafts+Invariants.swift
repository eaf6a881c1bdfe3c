extension ListDraft {
    /// Checks that the tree and its index agree; compiled only if `DATASOURCES_INTERNAL_CHECKS` is set.
    @inlinable @inline(__always)
    func checkInvariants() {
        #if DATASOURCES_INTERNAL_CHECKS
        var census = ChunkCensus<Item.ID>(of: Item.self)
        census.count(tree, home: -1, index: index)
        census.finish(index)
        #endif
    }
}

#if DATASOURCES_INTERNAL_CHECKS
/// An item that has the id of another one, which may be an object whose id changes in place.
@usableFromInline
protocol WrappingItem {
    static var wrapped: any Any.Type { get }
}

/// Compares trees with their index.
///
/// Entries for ids are checked only if ids are known to behave. Slots, parents and the shape of the trees do not depend
/// on users' types and are always checked.
@usableFromInline
struct ChunkCensus<ID: Hashable> {
    @usableFromInline var slots: Set<Int32> = []
    @usableFromInline var elements = 0

    /// Whether ids keep their hash and equal themselves, and items keep their ids.
    @usableFromInline let checksIDs: Bool

    @usableFromInline
    init(of type: any Any.Type) {
        var type = type
        while let wrapper = type as? any WrappingItem.Type { type = wrapper.wrapped }
        checksIDs = isKnownToBehave(ID.self) && !(type is AnyClass)
    }

    @usableFromInline
    mutating func count<Element: Identifiable>(
        _ tree: ChunkTree<Element>,
        home: Int32,
        index: SlotIndex<ID>
    ) where Element.ID == ID {
        let count = visit(tree.root, height: tree.height, parent: home, isRoot: true, index: index)
        precondition(count == tree.count, "the root counts \(tree.count) elements, there are \(count)")
    }

    private mutating func visit<Element: Identifiable>(
        _ node: ChunkNode<Element>,
        height: Int32,
        parent: Int32,
        isRoot: Bool,
        index: SlotIndex<ID>
    ) -> Int where Element.ID == ID {
        precondition(slots.insert(node.slot).inserted, "two nodes have the slot \(node.slot)")
        precondition(index.parents[Int(node.slot)] == parent, "the parent of slot \(node.slot) is not its parent")
        switch node.content {
        case .leaf(let items):
            precondition(height == 0, "a leaf at height \(height)")
            precondition(items.count <= ChunkLimits.leaf, "a leaf of \(items.count)")
            precondition(!items.isEmpty || isRoot, "an empty leaf")
            precondition(items.count == Int(node.count), "a leaf of \(items.count) counts \(node.count)")
            precondition(node.firstElement == borrowedBase(items), "a leaf has the address of another")
            for item in items where index.knowsIDs && checksIDs {
                precondition(index.has(item.id, in: node.slot), "\(item.id) is not where it should be")
            }
            elements += items.count
            return items.count
        case .branch(let children):
            precondition(height > 0, "a branch at height 0")
            precondition(!children.isEmpty && children.count <= ChunkLimits.branch, "a branch of \(children.count)")
            precondition(!isRoot || children.count > 1, "a root with one child")
            precondition(node.firstChild == borrowedBase(children), "a branch has the address of another")
            var total = 0
            for child in children {
                total += visit(child, height: height - 1, parent: node.slot, isRoot: false, index: index)
            }
            precondition(total == Int(node.count), "a branch of \(total) counts \(node.count)")
            return total
        }
    }

    @usableFromInline
    func finish(_ index: SlotIndex<ID>) {
        let isComplete = index.idCount == elements || !index.knowsIDs || !checksIDs
        precondition(isComplete, "the index has \(index.idCount) ids of \(elements) elements")
        for slot in index.free { precondition(!slots.contains(slot), "slot \(slot) is free and in use") }
        for slot in index.retired { precondition(!slots.contains(slot), "slot \(slot) is retired and in use") }
        precondition(
            slots.count + index.free.count + index.retired.count == index.parents.count,
            "slots have been lost"
        )
    }
}
#endif

extension SectionedDraft {
    /// Checks that the trees and their indexes agree; compiled only if `DATASOURCES_INTERNAL_CHECKS` is set.
    @inlinable @inline(__always)
    func checkInvariants() {
        #if DATASOURCES_INTERNAL_CHECKS
        var sectionCensus = ChunkCensus<Header.ID>(of: Header.self)
        sectionCensus.count(sections, home: -1, index: sectionIndex)
        sectionCensus.finish(sectionIndex)
        var itemCensus = ChunkCensus<Item.ID>(of: Item.self)
        sections.forEachLeaf { records, _ in
            for record in records {
                let hasItsName = names.ids[Int(record.slot)] == record.id || !sectionCensus.checksIDs
                precondition(hasItsName, "a section has another section's name")
                itemCensus.count(record.tree, home: record.home, index: itemIndex)
            }
        }
        itemCensus.finish(itemIndex)
        precondition(itemCensus.elements == totalItems, "\(totalItems) items counted, there are \(itemCensus.elements)")
        #endif
    }
}
