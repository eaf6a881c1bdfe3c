/// The summaries of several aggregations of the same items; see ``Aggregation/combined(_:_:_:into:)``.
///
/// It is a value. Each summary is in a box of its own, because a tuple of a pack cannot be changed in place; copies share
/// the boxes until one of them changes.
public struct CombinedSummary<each Summary: Sendable>: Sendable {
    @usableFromInline var token = SummaryBoxToken()
    @usableFromInline var boxes: (repeat SummaryBox<each Summary>)

    @inlinable
    package init(_ summaries: repeat each Summary) {
        boxes = (repeat SummaryBox(each summaries))
    }

    /// Copies the boxes if another value shares them.
    @inlinable
    mutating func makeUnique() {
        if isKnownUniquelyReferenced(&token) { return }
        token = SummaryBoxToken()
        boxes = (repeat SummaryBox((each boxes).value))
    }

    @inlinable
    package mutating func add<Item, each Value>(
        _ item: Item, to aggregations: repeat Aggregation<Item, each Summary, each Value>
    ) {
        makeUnique()
        repeat (each aggregations).add(&(each boxes).value, item)
    }

    @inlinable
    package mutating func remove<Item, each Value>(
        _ item: Item, from aggregations: repeat Aggregation<Item, each Summary, each Value>
    ) {
        makeUnique()
        repeat (each aggregations).remove(&(each boxes).value, item)
    }

    /// The result made from those of all aggregations; `nil` if one has none.
    @inlinable
    package func result<Item, Result, each Value>(
        of aggregations: repeat Aggregation<Item, each Summary, each Value>,
        into make: (repeat each Value) -> Result
    ) -> Result? {
        let values = (repeat (each aggregations).result(in: each boxes))
        for value in repeat each values { if value == nil { return nil } }
        return make(repeat (each values)!)
    }
}

/// A summary that is changed in place while one ``CombinedSummary`` owns it.
@usableFromInline
// Sendable: it is changed only through a value whose token is unique, so nothing else can read it meanwhile.
final class SummaryBox<Value: Sendable>: @unchecked Sendable {
    @usableFromInline var value: Value

    @inlinable
    init(_ value: Value) {
        self.value = value
    }
}

/// What the values that share boxes share, and no others.
@usableFromInline
final class SummaryBoxToken: Sendable {
    @inlinable
    init() {}
}

extension Aggregation {
    @inlinable
    func result(in box: SummaryBox<Summary>) -> Result? { result(box.value) }
}
