/// A hash table from ids to slots of leaves: it hashes an id once, however much it grows.
///
/// ```
/// ids:      │ id │ id │ id │ …              in the order of their insertion
/// entries:  │ hash, leaf │ hash, leaf │ …    the same
/// buckets:  │ lower bits of a hash │ number of an entry + 1 │    0 is free; linear probing
/// ```
///
/// A bucket has as many bits for the number of an entry as the number of buckets needs. The others avoid most
/// comparisons of ids. At most three quarters of the buckets are used, so every search ends, whatever `==` and `hash`
/// return. Growing compares and hashes nothing.
///
/// The upper bits of a hash choose the bucket, as a share of their number (D. Lemire, "Fast random integer generation in
/// an interval", 2019): so there can be as many buckets as are needed, and not only a power of two, which is up to twice
/// as many.
///
/// All ids that do not equal themselves are one id.
@usableFromInline
struct LeafTable<ID: Hashable> {
    @usableFromInline var ids: ContiguousArray<ID> = []
    @usableFromInline var entries: ContiguousArray<LeafEntry> = []
    @usableFromInline var buckets: ContiguousArray<UInt32> = []
    /// Where searches begin, and what buckets hold.
    @usableFromInline var shape = BucketShape(count: 0)
    @usableFromInline let hash = IdentityHash<ID>()

    @inlinable
    init() {}

    @inlinable @inline(__always)
    var count: Int { entries.count }

    /// The number of ids for which there is room.
    @inlinable @inline(__always)
    var capacity: Int { Int(shape.count) / 4 &* 3 }

    /// 32 bits of the hash of an id.
    @inlinable @inline(__always)
    func shortHash(of id: ID) -> UInt32 { hash.shortValue(of: id) }

    /// The number of the entry of `id`, which has this hash; `nil` if there is none.
    @inlinable @inline(__always)
    func number(of id: ID, hash: UInt32) -> Int? {
        if buckets.isEmpty { return nil }
        defer { keepAlive(ids) }
        // Every bucket in use has the number of an entry, and there are as many ids as entries.
        let known = borrowedBase(ids)
        let tag = shape.tag(hash)
        var place = shape.home(hash)
        while true {
            let bucket = buckets[place]
            if bucket == 0 { return nil }
            if bucket & ~shape.mask == tag {
                let number = Int(bucket & shape.mask) &- 1
                if self.hash.areSame(known[number], id) { return number }
            }
            place = shape.next(place)
        }
    }

    /// The leaf of `id`.
    @inlinable @inline(__always)
    func leaf(of id: ID) -> Int32? {
        number(of: id, hash: shortHash(of: id)).map { entries[$0].leaf }
    }

    /// Adds `id` with its leaf; if it is there already, changes nothing and returns the number of its entry.
    @inlinable @inline(__always)
    mutating func insert(_ id: ID, hash: UInt32, leaf: Int32) -> Int? {
        if entries.count >= capacity { grow(to: entries.count &* 2 &+ 8) }
        let tag = shape.tag(hash)
        var place = shape.home(hash)
        while buckets[place] != 0 {
            let bucket = buckets[place]
            if bucket & ~shape.mask == tag {
                let number = Int(bucket & shape.mask) &- 1
                if self.hash.areSame(ids[number], id) { return number }
            }
            place = shape.next(place)
        }
        if entries.count == entries.capacity { widen(by: entries.count / 4 &+ 16) }
        ids.append(id)
        entries.append(LeafEntry(hash: hash, leaf: leaf))
        buckets[place] = tag | UInt32(truncatingIfNeeded: entries.count)
        return nil
    }

    /// Removes the entry of `id` if it has this leaf.
    @inlinable @inline(__always)
    mutating func remove(_ id: ID, from leaf: Int32) {
        if let number = number(of: id, hash: shortHash(of: id)), entries[number].leaf == leaf { remove(number) }
    }

    /// Removes an entry; the last one gets its number.
    @inlinable
    mutating func remove(_ number: Int) {
        entries.removeEntry(number, from: &buckets, shape)
        if number != entries.count { ids.swapAt(number, entries.count) }
        ids.removeLast()
    }

    /// Removes the entries from a number on.
    @inlinable
    mutating func removeEntries(from number: Int) {
        while entries.count > number { remove(entries.count &- 1) }
    }

    @inlinable
    mutating func removeAll(keepingCapacity: Bool) {
        ids.removeAll(keepingCapacity: keepingCapacity)
        entries.removeAll(keepingCapacity: keepingCapacity)
        if keepingCapacity {
            for place in buckets.indices { buckets[place] = 0 }
        } else {
            buckets = []
            shape = BucketShape(count: 0)
        }
    }

    /// Makes room for `count` ids in all, and for some more, so that the first insertion after a load copies nothing.
    @inlinable
    mutating func reserve(_ count: Int) {
        let room = count &+ count / 32 &+ 1
        if entries.capacity < count { widen(by: room &- entries.count) }
        if capacity < count { grow(to: room) }
    }

    /// Makes room in the arrays for `count` more ids: arrays that grow by themselves double, and are half empty.
    @inlinable @inline(never)
    mutating func widen(by count: Int) {
        ids.reserveCapacity(entries.count &+ count)
        entries.reserveCapacity(entries.count &+ count)
    }

    /// Releases memory that the ids do not need.
    @inlinable
    mutating func shrink() {
        ids = ContiguousArray(ids[...])
        entries = ContiguousArray(entries[...])
        buckets = []
        shape = BucketShape(count: 0)
        if !entries.isEmpty { grow(to: entries.count) }
    }

    /// Distributes all entries among buckets for `count` ids.
    @inlinable
    mutating func grow(to count: Int) {
        shape = BucketShape(for: count)
        buckets = entries.buckets(shape)
    }
}

extension LeafTable: Sendable where ID: Sendable {}

/// What ``LeafTable`` stores for an id besides the id itself.
///
/// It is not nested in the table, which is generic: code that is not specialized would ask for its metadata.
@usableFromInline
struct LeafEntry: BitwiseCopyable, Sendable {
    /// 32 bits of the hash of the id.
    @usableFromInline var hash: UInt32
    @usableFromInline var leaf: Int32

    @inlinable @inline(__always)
    init(hash: UInt32, leaf: Int32) {
        self.hash = hash
        self.leaf = leaf
    }
}

// What does not depend on the type of the ids, so it is compiled once, in this module.
extension ContiguousArray<LeafEntry> {
    /// Distributes all entries among new buckets.
    @usableFromInline @inline(never)
    func buckets(_ shape: BucketShape) -> ContiguousArray<UInt32> {
        var buckets = ContiguousArray<UInt32>(repeating: 0, count: Int(shape.count))
        for number in indices {
            let hash = self[number].hash
            var place = shape.home(hash)
            while buckets[place] != 0 { place = shape.next(place) }
            buckets[place] = shape.tag(hash) | UInt32(truncatingIfNeeded: number &+ 1)
        }
        return buckets
    }

    /// Removes an entry and its bucket; the last entry gets its number.
    @usableFromInline @inline(never)
    mutating func removeEntry(_ number: Int, from buckets: inout ContiguousArray<UInt32>, _ shape: BucketShape) {
        free(bucket(of: number, in: buckets, shape), in: &buckets, shape)
        let last = count &- 1
        if number != last {
            let moved = bucket(of: last, in: buckets, shape)
            buckets[moved] = buckets[moved] & ~shape.mask | UInt32(truncatingIfNeeded: number &+ 1)
            self[number] = self[last]
        }
        removeLast()
    }

    /// The place of the bucket of an entry.
    private func bucket(of number: Int, in buckets: borrowing ContiguousArray<UInt32>, _ shape: BucketShape) -> Int {
        var place = shape.home(self[number].hash)
        let wanted = UInt32(truncatingIfNeeded: number &+ 1)
        while buckets[place] & shape.mask != wanted { place = shape.next(place) }
        return place
    }

    /// Frees a bucket, and closes the gap for searches that pass it (Knuth, *The Art of Computer Programming* 3,
    /// algorithm 6.4R).
    private func free(_ place: Int, in buckets: inout ContiguousArray<UInt32>, _ shape: BucketShape) {
        var gap = place
        var next = shape.next(gap)
        while buckets[next] != 0 {
            let home = shape.home(self[Int(buckets[next] & shape.mask) &- 1].hash)
            // A search for it begins at the gap or before.
            if shape.distance(from: home, to: next) >= shape.distance(from: gap, to: next) {
                buckets[gap] = buckets[next]
                gap = next
            }
            next = shape.next(next)
        }
        buckets[gap] = 0
    }
}
