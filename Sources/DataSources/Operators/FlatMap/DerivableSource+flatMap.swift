extension DerivableSource {
    /// The children of the items of this source, those of the first item first.
    ///
    /// A child is known by its parent's id and its own: the same child under two parents is there twice. Of children with
    /// the same id under one parent the first is kept.
    ///
    /// | Upstream | What comes out |
    /// |---|---|
    /// | insert, delete, move | the same, of all its children |
    /// | update | its children before and after, told apart by their ids: insertions, deletions, moves, updates |
    ///
    /// A child that goes from one parent to another is deleted there and inserted here, since its id is another one.
    /// `children` is called once for each item that is inserted or updated, in the order of positions, never for one that
    /// stays or moves. It has to give the same children for equal items. DynamicData calls this `TransformMany`.
    ///
    /// ```swift
    /// let orders = customers.flatMap(\.orders)      // of Keyed<FlatID<Customer.ID, Order.ID>, Order>
    /// await orders.snapshot[0]?.total               // properties of the order are at hand
    /// await orders.snapshot[0]?.id.parent           // and so is the customer's id
    /// ```
    ///
    /// - Parameter children: The children of an item.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*), where *k* counts changes and the children of all items changed, *n* all children.
    @inlinable
    public func flatMap<Item, Child: Identifiable & Equatable & Sendable>(
        _ children: @escaping @Sendable (Item) -> [Child]
    ) -> DerivedSource<ListSnapshot<Keyed<FlatID<Item.ID, Child.ID>, Child>>>
    where Snapshot == ListSnapshot<Item>, Child.ID: Sendable {
        DerivedSource(from: self, through: FlatMapOperator(children: children))
    }
}

extension FlatMapOperator {
    /// Creates an operator that makes of an item its children, each id once.
    @inlinable
    package init<Child>(
        children: @escaping @Sendable (Item) -> [Child]
    ) where Result == Keyed<FlatID<Item.ID, Child.ID>, Child>, Child: Identifiable, Child.ID: Sendable {
        self.init { item, results in
            let first = results.count
            var known: KeySet<Child.ID> = KeySet()
            for child in children(item) {
                // A few are compared, many are hashed.
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
