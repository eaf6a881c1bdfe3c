/// Keeps the visible rows of a tree; see ``DerivableSource/tree(parent:expanded:)``.
///
/// ```
/// upstream   a  b(a)  c  d(b)  e(x)        each with the parent it names
/// nodes      a: [b]  b: [d]  c  d  e       the children of each, in the order of labels, which is that of upstream
/// roots      a  c  e                       those that name no parent, or one that is not there
/// waiting    x: {e}                        the latter, by the parent they name
/// output     a  -b  --d  c  e              rows whose ancestors are all expanded
/// ```
///
/// Every item is in one family: the roots, or the children of a node. Between two edits, the families of what is shown
/// and expanded are all shown, and so are the roots; so a place among the rows follows from those of the siblings. What
/// is on no way down from a root, as are the items of a cycle, is in no row; nothing ever goes up to look for a cycle.
@usableFromInline
package struct TreeOperator<Rows: TreeOutput & ~Copyable>: PairOperator, ~Copyable {
    @usableFromInline package typealias Item = Rows.Item
    @usableFromInline package typealias ID = Rows.Item.ID

    /// An item's family.
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
    /// The roots that name a parent which is not there, by that parent.
    @usableFromInline var waiting: KeyTable<ID, KeySet<ID>> = KeyTable()
    @usableFromInline var order: IdentifiedLabels<ID>
    @usableFromInline var output = Rows()
    /// The items whose number of children may have changed in the course of an update.
    @usableFromInline var touched: KeySet<ID> = KeySet()
    /// The items as they are now.
    @usableFromInline var items = ListSnapshot<Item>()
    /// Whether everything has to be built anew the next time, since ids misbehave.
    @usableFromInline var isLost = false
    /// From how many changes on it may be cheaper to build all of it anew.
    @usableFromInline let bulk: Int

    /// Creates an operator; tests make labels short and bulk small.
    @inlinable
    package init(
        into rows: Rows.Type = Rows.self,
        expansion: Expansion<ID> = Expansion(),
        labelBits: Int = 62,
        bulk: Int = 1000,
        parent: @escaping @Sendable (Item) -> ID?
    ) {
        self.parent = parent
        self.expansion = expansion
        self.bulk = bulk
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
            // What arrives under an item that is expanded at the same cut is shown at once, not one by one.
            if let first { try follow(first) }
            if let next { try follow(next) }
        } catch {
            if let next { expansion = next }
            startOver()
        }
        return output.snapshot
    }

    /// Builds everything without what is known of ids; where they are of no use at all, every item is a root.
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

    /// Whether building everything anew is cheaper than so many edits.
    @inlinable
    func isMuch(_ edits: Int, of count: Int) -> Bool {
        nodes.isEmpty || edits >= bulk && edits * 4 >= count
    }

    /// How many items change, or get another parent since theirs comes or goes.
    @inlinable
    func itemsTouched(by update: Update<ListSnapshot<Item>>) throws(LostTrack) -> Int {
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
    func family(of parent: ID?) throws(LostTrack) -> Siblings<Item> {
        guard let parent else { return roots }
        guard let place = nodes.index(forKey: parent) else { throw LostTrack() }
        return nodes.values[place].children
    }

    /// Edits the children of an item, or the roots, where they lie.
    @inlinable
    mutating func editFamily<Result>(
        of parent: ID?, _ body: (inout Siblings<Item>) throws(LostTrack) -> Result
    ) throws(LostTrack) -> Result {
        guard let parent else { return try body(&roots) }
        guard let place = nodes.index(forKey: parent) else { throw LostTrack() }
        return try body(&nodes.values[place].children)
    }

    /// The parent that an item names, whether it is there or not.
    @inlinable
    func parentNamed(by id: ID) throws(LostTrack) -> ID? {
        guard let place = nodes.index(forKey: id) else { throw LostTrack() }
        return nodes.values[place].parent
    }

    /// The parent in whose family an item is; `nil` when it is a root.
    @inlinable
    func parent(of id: ID) throws(LostTrack) -> ID? {
        guard let parent = try parentNamed(by: id), nodes.index(forKey: parent) != nil else { return nil }
        return parent
    }
}

// MARK: Building

extension TreeOperator where Rows: ~Copyable {
    /// Builds everything; asks for the parents of what is new or updated only, in the order of positions.
    ///
    /// - Complexity: O(*n*) expected.
    @inlinable
    mutating func build(_ update: Update<ListSnapshot<Item>>) throws(LostTrack) {
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
