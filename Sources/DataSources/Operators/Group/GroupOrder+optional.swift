extension GroupOrder {
    /// Small keys come first; the group of items without a key comes first or last.
    ///
    /// A key that does not equal itself, such as NaN, comes after all other keys.
    ///
    /// - Parameter nils: The place of the group of items without a key.
    /// - Returns: The order.
    @inlinable
    public static func ascending<Wrapped: Comparable>(nils: NilOrder) -> GroupOrder where Key == Wrapped? {
        GroupOrder { left, right in nils.comesBefore(left, right) { DataSources.comesBefore($0, $1) } }
    }

    /// Large keys come first; the group of items without a key comes first or last.
    ///
    /// A key that does not equal itself, such as NaN, comes after all other keys.
    ///
    /// - Parameter nils: The place of the group of items without a key.
    /// - Returns: The order.
    @inlinable
    public static func descending<Wrapped: Comparable>(nils: NilOrder) -> GroupOrder where Key == Wrapped? {
        GroupOrder { left, right in
            nils.comesBefore(left, right) { $1 < $0 || $1 != $1 && $0 == $0 }
        }
    }
}
