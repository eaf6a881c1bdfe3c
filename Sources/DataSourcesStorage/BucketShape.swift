/// The number of buckets of the hash table `LeafTable`, and what follows from it.
@usableFromInline
package struct BucketShape: BitwiseCopyable, Sendable {
    @usableFromInline package let count: UInt32
    /// The bits of a bucket that contain the number of an entry.
    @usableFromInline package let mask: UInt32
    /// The number of those bits.
    @usableFromInline package let bits: UInt32

    /// The shape of a number of buckets.
    @inlinable
    package init(count: Int) {
        self.count = UInt32(truncatingIfNeeded: count)
        bits = UInt32(truncatingIfNeeded: UInt32.bitWidth &- self.count.leadingZeroBitCount)
        mask = 1 &<< bits &- 1
    }

    /// The shape for so many ids, of which at least a quarter of the buckets stays free.
    @inlinable
    package init(for ids: Int) {
        self.init(count: Swift.max(16, (ids &* 4 / 3 &+ 7) & ~3))
    }

    /// The bucket in which a search for a hash begins.
    @inlinable @inline(__always)
    package func home(_ hash: UInt32) -> Int {
        Int(truncatingIfNeeded: (UInt64(hash) &* UInt64(count)) &>> 32)
    }

    /// The bits of a hash that are in its bucket.
    @inlinable @inline(__always)
    package func tag(_ hash: UInt32) -> UInt32 { hash &<< bits }

    /// The bucket after another one.
    @inlinable @inline(__always)
    package func next(_ place: Int) -> Int { place &+ 1 == Int(count) ? 0 : place &+ 1 }

    /// The number of steps from one bucket to another.
    @inlinable @inline(__always)
    package func distance(from start: Int, to end: Int) -> Int {
        end >= start ? end &- start : end &- start &+ Int(count)
    }
}
