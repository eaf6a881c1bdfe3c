/// A hash table from ids to slots of leaves: it hashes an id once, however much it grows.
///
/// ```
/// ids:      │ id │ id │ id │ …              in the order of their insertion
/// entries:  │ hash, leaf │ hash, leaf │ …    the same
/// buckets:  │ upper bits of a hash │ number of an entry + 1 │    0 is free; linear probing
/// ```
///
/// A bucket has as many bits for the number of an entry as the number of buckets needs. The others avoid most
/// comparisons of ids. At most three quarters of the buckets are used, so every search ends, whatever `==` and `hash`
/// return. Growing compares and hashes nothing.
///
/// All ids that do not equal themselves are one id.
@usableFromInline
struct LeafTable<ID: Hashable> {
    @usableFromInline var ids: ContiguousArray<ID> = []
    @usableFromInline var entries: ContiguousArray<LeafEntry> = []
    /// None, or a power of two.
    @usableFromInline var buckets: ContiguousArray<UInt32> = []
    /// The number of buckets less one; zero without buckets.
    @usableFromInline var mask: UInt32 = 0
    @usableFromInline let hash = IdentityHash<ID>()

    @inlinable
    init() {}

    @inlinable @inline(__always)
    var count: Int { entries.count }

    /// The number of ids for which there is room.
    @inlinable @inline(__always)
    var capacity: Int { buckets.count &>> 2 &* 3 }

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
        var place = hash & mask
        while true {
            let bucket = buckets[Int(place)]
            if bucket == 0 { return nil }
            if (bucket ^ hash) & ~mask == 0 {
                let number = Int(bucket & mask) &- 1
                if self.hash.areSame(known[number], id) { return number }
            }
            place = (place &+ 1) & mask
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
        var place = hash & mask
        while buckets[Int(place)] != 0 {
            let bucket = buckets[Int(place)]
            if (bucket ^ hash) & ~mask == 0 {
                let number = Int(bucket & mask) &- 1
                if self.hash.areSame(ids[number], id) { return number }
            }
            place = (place &+ 1) & mask
        }
        if entries.count == entries.capacity { widen(by: entries.count / 4 &+ 16) }
        ids.append(id)
        entries.append(LeafEntry(hash: hash, leaf: leaf))
        buckets[Int(place)] = hash & ~mask | UInt32(truncatingIfNeeded: entries.count)
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
        entries.removeEntry(number, from: &buckets, mask: mask)
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
            mask = 0
        }
    }

    /// Makes room for `count` ids in all, and for some more, so that the first insertion after a load copies nothing.
    @inlinable
    mutating func reserve(_ count: Int) {
        if entries.capacity < count { widen(by: count &- entries.count &+ count / 32 &+ 1) }
        if capacity < count { grow(to: count) }
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
        mask = 0
        if !entries.isEmpty { grow(to: entries.count) }
    }

    /// Distributes all entries among buckets for `count` ids.
    @inlinable
    mutating func grow(to count: Int) {
        buckets = entries.buckets(for: count)
        mask = UInt32(truncatingIfNeeded: buckets.count &- 1)
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
    /// Distributes all entries among new buckets for `count` ids.
    @usableFromInline @inline(never)
    func buckets(for count: Int) -> ContiguousArray<UInt32> {
        var size = 16
        while size / 4 * 3 < count { size *= 2 }
        var buckets = ContiguousArray<UInt32>(repeating: 0, count: size)
        let mask = UInt32(truncatingIfNeeded: size &- 1)
        for number in indices {
            let hash = self[number].hash
            var place = hash & mask
            while buckets[Int(place)] != 0 { place = (place &+ 1) & mask }
            buckets[Int(place)] = hash & ~mask | UInt32(truncatingIfNeeded: number &+ 1)
        }
        return buckets
    }

    /// Removes an entry and its bucket; the last entry gets its number.
    @usableFromInline @inline(never)
    mutating func removeEntry(_ number: Int, from buckets: inout ContiguousArray<UInt32>, mask: UInt32) {
        free(bucket(of: number, in: buckets, mask: mask), in: &buckets, mask: mask)
        let last = count &- 1
        if number != last {
            let moved = bucket(of: last, in: buckets, mask: mask)
            buckets[moved] = buckets[moved] & ~mask | UInt32(truncatingIfNeeded: number &+ 1)
            self[number] = self[last]
        }
        removeLast()
    }

    /// The place of the bucket of an entry.
    private func bucket(of number: Int, in buckets: borrowing ContiguousArray<UInt32>, mask: UInt32) -> Int {
        var place = self[number].hash & mask
        let wanted = UInt32(truncatingIfNeeded: number &+ 1)
        while buckets[Int(place)] & mask != wanted { place = (place &+ 1) & mask }
        return Int(place)
    }

    /// Frees a bucket, and closes the gap for searches that pass it (Knuth, *The Art of Computer Programming* 3,
    /// algorithm 6.4R).
    private func free(_ place: Int, in buckets: inout ContiguousArray<UInt32>, mask: UInt32) {
        var gap = UInt32(truncatingIfNeeded: place)
        var next = (gap &+ 1) & mask
        while buckets[Int(next)] != 0 {
            let home = self[Int(buckets[Int(next)] & mask) &- 1].hash & mask
            // A search for it begins at the gap or before.
            if (next &- home) & mask >= (next &- gap) & mask {
                buckets[Int(gap)] = buckets[Int(next)]
                gap = next
            }
            next = (next &+ 1) & mask
        }
        buckets[Int(gap)] = 0
    }
}
