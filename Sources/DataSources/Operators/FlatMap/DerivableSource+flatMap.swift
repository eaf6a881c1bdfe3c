extension DerivableSource {
    /// The children of all items of this source, in the order of their parents.
    ///
    /// A child is identified by its parent's id and its own: the same child under two parents appears twice. Of
    /// children with the same id under one parent, the first is kept.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | insert, delete, move | the same, of all its children |
    /// | update | the difference of its children by id: insertions, deletions, moves, updates |
    ///
    /// A child that changes its parent is deleted there and inserted here, since its identity changes. `children` is
    /// called once for each item that is inserted or updated, in the order of positions, never for an item that stays
    /// or moves. It must give the same children for equal items. DynamicData calls this `TransformMany`.
    ///
    /// ```swift
    /// let orders = customers.flatMap(\.orders)      // of Keyed<FlatID<Customer.ID, Order.ID>, Order>
    /// await orders.snapshot[0]?.total               // a property of the order
    /// await orders.snapshot[0]?.id.parent           // the customer's id
    /// ```
    ///
    /// - Parameter children: The children of an item.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*), where *k* counts changes and the children of all items changed, *n* all children.
    @inlinable
    public func flatMap<Item, Child: Identifiable & Equatable & Sendable>(
        @OperatorClosure<[Child]> _ children: @escaping @Sendable (Item) -> [Child]
    ) -> DerivedSource<ListSnapshot<Keyed<FlatID<Item.ID, Child.ID>, Child>>>
    where Snapshot == ListSnapshot<Item>, Child.ID: Sendable {
        DerivedSource(from: self, through: FlatMapOperator(children: children))
    }
}

extension FlatMapOperator {
    /// Creates an operator that maps an item to its children, each id once.
    @inlinable
    package init<Child>(
        children: @escaping @Sendable (Item) -> [Child]
    ) where Result == Keyed<FlatID<Item.ID, Child.ID>, Child>, Child: Identifiable, Child.ID: Sendable {
        self.init { item, results in
            let first = results.count
            var known: KeySet<Child.ID> = KeySet()
            for child in children(item) {
                // Compare a few ids; hash many.
                if results.count - first < 8 {
                    if results[first...].contains(where: { areSameKey($0.id.child, child.id) }) { continue }
                } else {
                    if known.isEmpty { known = KeySet(results[first...].lazy.map(\.id.child)) }
                    if !known.insert(child.id) { continue }
                }
                results.append(Keyed(id: FlatID(parent: item.id, child: child.id), value: child))
            }
        }
    }
}
