/// Several values as one: the parameter of an operator that has several; see
/// ``DerivableSource/filter(by:_:_:where:)``.
///
/// Packs are equal if all values are unchanged.
@usableFromInline
package struct ValuePack<each Value: Equatable & Sendable>: Equatable, Sendable {
    @usableFromInline let values: (repeat each Value)

    @inlinable
    package init(_ values: repeat each Value) {
        self.values = (repeat each values)
    }

    /// The result of a function for an item and these values.
    @inlinable
    package func call<Item, Result>(
        _ function: (_ item: Item, repeat each Value) -> Result, with item: Item
    ) -> Result {
        function(item, repeat each values)
    }

    /// The result of a function for these values.
    @inlinable
    package func call<Result>(_ function: (repeat each Value) -> Result) -> Result {
        function(repeat each values)
    }

    @inlinable
    package static func == (left: ValuePack, right: ValuePack) -> Bool {
        for isSame in repeat isUnchanged(each left.values, each right.values) { if !isSame { return false } }
        return true
    }

    /// A source of the values of several sources.
    @inlinable
    static func source(
        _ sources: repeat any DerivableSource<ValueSnapshot<each Value>>
    ) -> DerivedSource<ValueSnapshot<ValuePack>> {
        DerivedSource(combining: repeat each sources) { (values: repeat each Value) in ValuePack(repeat each values) }
    }
}
