/// Shows the items at a range of positions, which depends on a value and on the number of items; see
/// ``DerivableSource/prefix(_:)-(Int)``.
///
/// The value is a constant, or that of another source; without one it shows nothing.
@usableFromInline
package struct LimitOperator<Item, Value>: SnapshotOperator, PairOperator, ~Copyable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable, Value: Equatable & Sendable {
    @usableFromInline let range: @Sendable (_ value: Value, _ count: Int) -> Range<Int>
    @usableFromInline var value: Value?
    @usableFromInline var cut = ListCut<Item>()
    @usableFromInline var items = ListSnapshot<Item>()

    @inlinable
    init(_ value: Value?, range: @escaping @Sendable (_ value: Value, _ count: Int) -> Range<Int>) {
        self.value = value
        self.range = range
    }

    @inlinable
    package mutating func apply(_ update: Update<ListSnapshot<Item>>) -> ListSnapshot<Item> {
        apply(update, nil)
    }

    @inlinable
    package mutating func apply(
        _ update: Update<ListSnapshot<Item>>?,
        _ valueUpdate: Update<ValueSnapshot<Value>>?
    ) -> ListSnapshot<Item> {
        if let update { items = update.after }
        if let valueUpdate { value = valueUpdate.after.value }
        cut.show(value.map { range($0, items.count) } ?? 0..<0, of: items, after: update?.changes)
        return cut.snapshot
    }
}

extension LimitOperator where Value == Int {
    /// Creates an operator that shows the first `count` items.
    @inlinable
    package init(to count: Int?) {
        self.init(count) { count, all in 0..<Swift.min(Swift.max(0, count), all) }
    }

    /// Creates an operator that shows all but the first `count` items.
    @inlinable
    package init(from count: Int?) {
        self.init(count) { count, all in Swift.min(Swift.max(0, count), all)..<all }
    }
}

extension LimitOperator where Value == NumberedPage {
    /// Creates an operator that shows one page.
    @inlinable
    package init(page: NumberedPage?) {
        self.init(page) { page, all in page.range(of: all) }
    }
}
