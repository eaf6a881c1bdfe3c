/// What a scan asks of the elements of two lists, as functions for their type.
///
/// A scan walks over addresses, and is compiled once. Only these functions are specialized for a client's elements.
/// Their arguments are addresses of elements of the type they are made for, in lists that are kept alive.
@usableFromInline
struct ScannedElements {
    @usableFromInline typealias Address = BorrowedPointer<UInt8>

    @usableFromInline let bits: IdentityBits
    /// The bytes from one element to the next.
    @usableFromInline let stride: Int
    /// Where an element stores its id.
    @usableFromInline let place: (Address) -> IdentityPlace
    /// Whether two elements have the same id.
    @usableFromInline let areSame: (Address, Address) -> Bool
    /// Whether the ids of two elements have the same bits.
    @usableFromInline let areIdentical: (Address, Address) -> Bool
    /// The number of leading elements, of at most `count`, with equal ids and content, and whether the one behind them
    /// differs in its content only.
    @usableFromInline let agreeing: (Address, Address, _ count: Int) -> (agreed: Int, isUpdate: Bool)

    @inlinable
    init<Element: Identifiable & Equatable>(_ type: Element.Type) {
        bits = IdentityBits.of(Element.ID.self)
        stride = MemoryLayout<Element>.stride
        place = { element in
            IdentityPlace(in: element.rebound(to: Element.self), bits: IdentityBits.of(Element.ID.self))
        }
        areSame = { left, right in
            IdentityBits.of(Element.ID.self)
                .areEqual(left.rebound(to: Element.self).pointee.id, right.rebound(to: Element.self).pointee.id)
        }
        areIdentical = { left, right in
            IdentityBits.of(Element.ID.self)
                .areIdentical(left.rebound(to: Element.self).pointee.id, right.rebound(to: Element.self).pointee.id)
        }
        agreeing = { left, right, count in
            Self.agreeing(left.rebound(to: Element.self), right.rebound(to: Element.self), count)
        }
    }

    /// Content that does not equal itself is unchanged if its bits are.
    @inlinable @inline(__always)
    static func agreeing<Element: Identifiable & Equatable>(
        _ left: BorrowedPointer<Element>, _ right: BorrowedPointer<Element>, _ count: Int
    ) -> (agreed: Int, isUpdate: Bool) {
        let bits = IdentityBits.of(Element.ID.self)
        var agreed = 0
        while agreed < count {
            agreed &+= sameBits(left + agreed, right + agreed, count: count &- agreed)
            if agreed == count || !bits.areEqual(left[agreed].id, right[agreed].id) { break }
            if left[agreed] != right[agreed] { return (agreed, true) }
            agreed &+= 1
        }
        return (agreed, false)
    }
}
