/// Says which of two items of a list comes first, without knowing where either is.
///
/// Each item has a number, and the numbers ascend along the list. A new item is given one between those of its
/// neighbours; where there is none left, a stretch of the list is numbered anew, as far as is needed for numbers to lie
/// loose again. That is the order-maintenance problem of Dietz and Sleator (*Two algorithms for maintaining order in a
/// list*, STOC 1987), solved as by Bender, Cole, Demaine, Farach-Colton and Zito (*Two simplified algorithms for
/// maintaining order in a list*, ESA 2002).
///
/// Operators whose output is in an order of its own break ties with it: a position upstream changes with every insertion
/// before it, a label does not.
///
/// | Operation | Cost |
/// |---|---|
/// | comparing two items | O(1) expected |
/// | following *k* changes | O(*k* log *n*) amortized |
@usableFromInline
struct OrderLabels<ID: Hashable & Sendable>: Sendable {
    @usableFromInline var labels: [ID: UInt64] = [:]
    /// Labels are below 2 to the power of this.
    @usableFromInline let bits: Int

    /// Creates labels for an empty list.
    ///
    /// - Parameter bits: The length of a label, at most 62; tests make it short, so that there is often no room.
    @inlinable
    init(bits: Int = 62) {
        self.bits = bits
    }

    /// How far apart items are numbered where there is room enough.
    @inlinable var stride: UInt64 { 1 << UInt64(bits / 2) }

    /// The number of an item of the list.
    @inlinable
    func label(of id: ID) -> UInt64 {
        guard let label = labels[id] else { preconditionFailure("an operator lost the place of the item \(id)") }
        return label
    }
}
