/// The ids of the elements of a snapshot, in its order, read on demand.
///
/// It copies nothing, and costs O(1) to make.
///
/// ```swift
/// let known = Set(staff.snapshot.ids)
/// ```
public struct IDCollection<Base: BidirectionalCollection & Sendable>: BidirectionalCollection, Sendable
where Base.Element: Identifiable {
    @usableFromInline let base: Base

    @inlinable
    init(_ base: Base) {
        self.base = base
    }

    /// An iterator over the ids in order, O(1) per id.
    public struct Iterator: IteratorProtocol {
        @usableFromInline var base: Base.Iterator

        @inlinable
        init(_ base: Base.Iterator) {
            self.base = base
        }

        /// The next id; `nil` after the last.
        @inlinable @inline(__always)
        public mutating func next() -> Base.Element.ID? { base.next()?.id }
    }

    /// An iterator before the first id.
    @inlinable
    public func makeIterator() -> Iterator { Iterator(base.makeIterator()) }

    /// The index of the first id.
    @inlinable
    public var startIndex: Base.Index { base.startIndex }

    /// The index after the last id.
    @inlinable
    public var endIndex: Base.Index { base.endIndex }

    /// The number of ids, in O(1).
    @inlinable
    public var count: Int { base.count }

    /// The id at an index.
    @inlinable
    public subscript(index: Base.Index) -> Base.Element.ID { base[index].id }

    /// The index after `index`.
    @inlinable
    public func index(after index: Base.Index) -> Base.Index { base.index(after: index) }

    /// The index before `index`.
    @inlinable
    public func index(before index: Base.Index) -> Base.Index { base.index(before: index) }

    /// The index `distance` ids after `index`.
    @inlinable
    public func index(_ index: Base.Index, offsetBy distance: Int) -> Base.Index {
        base.index(index, offsetBy: distance)
    }

    /// The number of ids from one index to another.
    @inlinable
    public func distance(from start: Base.Index, to end: Base.Index) -> Int { base.distance(from: start, to: end) }
}

extension IDCollection: RandomAccessCollection where Base: RandomAccessCollection {}

extension ListSnapshot {
    /// The ids of the items, in order, read on demand.
    ///
    /// - Complexity: O(1), and O(1) for each id that is iterated over.
    @inlinable
    public var ids: IDCollection<ListSnapshot> { IDCollection(self) }
}

extension SectionedSnapshot {
    /// The ids of all items of all sections, in order, read on demand.
    ///
    /// - Complexity: O(1), and O(1) for each id that is iterated over.
    @inlinable
    public var ids: IDCollection<Items> { IDCollection(items) }

    /// The ids of the sections, in order, read on demand.
    ///
    /// - Complexity: O(1), and O(1) for each id that is iterated over.
    @inlinable
    public var sectionIDs: IDCollection<SectionedSnapshot> { IDCollection(self) }
}
