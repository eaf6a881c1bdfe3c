/// Maintains the visible rows of a tree; see ``DerivableSource/tree(parent:expanded:)``.
///
/// ```
/// upstream   a  b(a)  c  d(b)  e(x)        each with the parent it names
/// nodes      a: [b]  b: [d]  c  d  e       the children of each, in the order of labels, which is the upstream order
/// roots      a  c  e                       items that name no parent, or a missing one
/// waiting    x: {e}                        the latter, by the parent they name
/// output     a  -b  --d  c  e              rows whose ancestors are all expanded
/// ```
///
/// Every item is in one family: the roots, or the children of a node. Between two edits, the roots are all shown, and
/// so are the children of every row that is shown and expanded; so the place of a row follows from its siblings. Items
/// that no path from a root reaches, such as those of a cycle, have no row; nothing searches upwards for cycles.
@usableFromInline
package struct TreeOperator<Rows: TreeOutput & ~Copyable>: PairOperator, RebuildingOperator, ~Copyable {
    @usableFromInline package typealias Item = Rows.Item
    @usableFromInline package typealias ID = Rows.Item.ID

    /// An item's parent and children.
    @usableFromInline
    struct Node: Sendable {
        /// The parent that the item names.
        @usableFromInline var parent: ID?
        @usableFromInline var children = Siblings<Item>()

        @inlinable
        init(parent: ID?) {
            self.parent = parent
        }
    }

    @usableFromInline let parent: @Sendable (Item) -> ID?
    @usableFromInline var expansion: Expansion<ID>
    @usableFromInline var nodes: KeyTable<ID, Node> = KeyTable()
    @usableFromInline var roots = Siblings<Item>()
    /// The roots that name a missing parent, by that parent.
    @usableFromInline var waiting: KeyTable<ID, KeySet<ID>> = KeyTable()
    @usableFromInline var order: IdentifiedLabels<ID>
    @usableFromInline var output = Rows()
    /// The items whose child count may have changed in the current update.
    @usableFromInline var touched: KeySet<ID> = KeySet()
    /// The current items.
    @usableFromInline var items = ListSnapshot<Item>()
    /// Whether the next update rebuilds everything, since ids misbehave.
    @usableFromInline var isLost = false
    @usableFromInline package var policy = RebuildPolicy(from: 1000, share: 4)

    /// Creates an operator; tests use short labels.
    @inlinable
    package init(
        into rows: Rows.Type = Rows.self,
        expansion: Expansion<ID> = Expansion(),
        labelBits: Int = 62,
        parent: @escaping @Sendable (Item) -> ID?
    ) {
        self.parent = parent
        self.expansion = expansion
        order = IdentifiedLabels(bits: labelBits)
    }

    @inlinable
    package mutating func apply(
        _ first: Update<ListSnapshot<Item>>?,
        _ second: Update<ValueSnapshot<Expansion<ID>>>?
    ) -> Rows.Snapshot {
        let next = second.map { $0.after.value ?? Expansion() }
        if let first { items = first.after }
        do {
            if isLost { throw LostTrack() }
            if let first, try isMuch(itemsTouched(by: first), of: first.after.count) {
                if let next { expansion = next }
                try build(first)
                return output.snapshot
            }
            // Items first, so that arrivals below a row expanded in the same cut are inserted together.
            if let first { try follow(first) }
            if let next { try follow(next) }
        } catch {
            if let next { expansion = next }
            startOver()
        }
        return output.snapshot
    }

    /// Rebuilds everything without the index of ids; if ids are useless, every item is a root.
    @inlinable
    mutating func startOver() {
        nodes.removeAll()
        touched.removeAll()
        order = IdentifiedLabels(bits: order.order.bits)
        output = Rows()
        do {
            isLost = false
            if let update = Update(from: ListSnapshot(), to: items) { try build(update) }
        } catch {
            isLost = true
            output = Rows()
            output.replaceAll(
                with: ContiguousArray(
                    items.map { TreeRow($0, depth: 0, childCount: 0, isExpanded: expansion.contains($0.id)) }))
        }
    }

    /// Whether a full rebuild is cheaper than this many edits.
    @inlinable
    func isMuch(_ edits: Int, of count: Int) -> Bool {
        nodes.isEmpty || policy.rebuilds(edits, of: count)
    }

    /// The number of items that change, or whose parent is inserted or deleted.
    @inlinable
    func itemsTouched(by update: Update<ListSnapshot<Item>>) throws -> Int {
        var count = update.changes.count
        if nodes.isEmpty { return count }
        for position in update.changes.deletions {
            count += try family(of: update.before.tree.element(at: position).id).count
        }
        if waiting.isEmpty { return count }
        for position in update.changes.insertions {
            count += waiting[update.after.tree.element(at: position).id]?.count ?? 0
        }
        return count
    }
}

// MARK: Families

extension TreeOperator where Rows: ~Copyable {
    /// The order of siblings.
    @inlinable var labels: LabelsByID<ID> { order.labels }

    /// The children of an item, or the roots.
    @inlinable
    func family(of parent: ID?) throws -> Siblings<Item> {
        guard let parent else { return roots }
        guard let place = nodes.index(forKey: parent) else { throw LostTrack() }
        return nodes.values[place].children
    }

    /// Edits the children of an item, or the roots, in place.
    @inlinable
    mutating func editFamily<Result>(
        of parent: ID?, _ body: (inout Siblings<Item>) throws -> Result
    ) throws -> Result {
        guard let parent else { return try body(&roots) }
        guard let place = nodes.index(forKey: parent) else { throw LostTrack() }
        return try body(&nodes.values[place].children)
    }

    /// The parent that an item names, present or missing.
    @inlinable
    func parentNamed(by id: ID) throws -> ID? {
        guard let place = nodes.index(forKey: id) else { throw LostTrack() }
        return nodes.values[place].parent
    }

    /// The parent whose family contains an item; `nil` for a root.
    @inlinable
    func parent(of id: ID) throws -> ID? {
        guard let parent = try parentNamed(by: id), nodes.index(forKey: parent) != nil else { return nil }
        return parent
    }
}

// MARK: Building

extension TreeOperator where Rows: ~Copyable {
    /// Builds everything; computes the parents of inserted and updated items only, in the order of positions.
    ///
    /// - Complexity: O(*n*) expected.
    @inlinable
    mutating func build(_ update: Update<ListSnapshot<Item>>) throws {
        order.follow(update)
        let fresh = update.changes.freshPositions
        let parent = parent
        var families = KeyTable<ID, Node>(minimumCapacity: update.after.count)
        var parents: ContiguousArray<ID?> = []
        parents.reserveCapacity(update.after.count)
        var (position, next) = (0, 0)
        var iterator = update.after.makeIterator()
        while let item = iterator.next() {
            let isFresh = next < fresh.count && fresh[next] == position
            if isFresh { next += 1 }
            position += 1
            parents.append(isFresh ? parent(item) : try parentNamed(by: item.id))
            families[item.id] = Node(parent: parents[position - 1])
        }
        nodes = families
        roots = Siblings()
        waiting.removeAll()
        iterator = update.after.makeIterator()
        for parent in parents {
            guard let item = iterator.next() else { break }
            guard let parent else {
                roots.append(item)
                continue
            }
            if let place = nodes.index(forKey: parent) {
                nodes.values[place].children.append(item)
            } else {
                waiting[parent, default: KeySet()].insert(item.id)
                roots.append(item)
            }
        }
        output.replaceAll(with: try rows(of: roots, depth: 0))
    }
}
