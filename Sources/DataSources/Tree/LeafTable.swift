/// A hash table from ids to slots of leaves, which stores hashes, not ids.
///
/// ```
/// entries:  │ hash, leaf │ hash, leaf │ …    in the order of their insertion
/// buckets:  │ lower bits of a hash │ number of an entry + 1 │    0 is free; linear probing
/// ```
///
/// The items of the leaf have the ids. Whoever looks for an id reads its leaf anyway, to find its position there; so an
/// entry says only where to look. Two ids of a million have the same 32 bits of hash once in 4,300 times: then their
/// entries differ in the leaf, or are equal, and either stands for both. So the entries are a multiset, and an entry is
/// removed or moved by its hash and its leaf. Growing hashes nothing.
///
/// A hash selects a bucket by its upper bits. A bucket has as many bits for the number of an entry as the number of
/// buckets needs; the lower bits of the hash fill it up, and avoid most reads of entries. There are 2ⁱ or 1.5 · 2ⁱ
/// buckets. At most three quarters of them are used, so every search ends.
@usableFromInline
struct LeafTable: Sendable {
    @usableFromInline var entries: ContiguousArray<LeafEntry> = []
    private var buckets: ContiguousArray<UInt32> = []
    /// The number of bits of a bucket that have the number of an entry.
    private var numberBits: UInt32 = 0

    @usableFromInline
    init() {}

    @usableFromInline
    var count: Int { entries.count }

    /// The number of entries for which there is room.
    @usableFromInline
    var capacity: Int { buckets.count / 4 * 3 }

    /// The leaf of the first entry with a hash; `nil` if there is none.
    @usableFromInline @inline(never)
    func firstLeaf(_ hash: UInt32) -> Int32? {
        var place = home(of: hash)
        while let number = nextNumber(hash, &place) { return entries[number].leaf }
        return nil
    }

    /// The numbers of the entries with a hash.
    func numbers(_ hash: UInt32) -> [Int] {
        var (numbers, place): ([Int], Int) = ([], home(of: hash))
        while let number = nextNumber(hash, &place) { numbers.append(number) }
        return numbers
    }

    /// Adds an entry.
    @usableFromInline @inline(never)
    mutating func insert(_ hash: UInt32, leaf: Int32) {
        makeRoom(for: 1)
        append(hash, leaf: leaf, at: freePlace(for: hash))
    }

    /// Adds an entry unless there is one with the same hash.
    @usableFromInline @inline(never)
    mutating func insertNew(_ hash: UInt32, leaf: Int32) -> Bool {
        makeRoom(for: 1)
        var place = home(of: hash)
        if nextNumber(hash, &place) != nil { return false }
        append(hash, leaf: leaf, at: place)
        return true
    }

    /// Adds entries with one leaf.
    @usableFromInline @inline(never)
    mutating func insert(_ hashes: ScratchPiece<UInt32>, count: Int, leaf: Int32) {
        makeRoom(for: count)
        for offset in 0..<count { append(hashes[offset], leaf: leaf, at: freePlace(for: hashes[offset])) }
    }

    /// Adds entries with one leaf; notes the numbers of those whose hash was there already.
    @usableFromInline @inline(never)
    mutating func insert(_ hashes: ScratchPiece<UInt32>, count: Int, leaf: Int32, _ doubtful: inout [Int]) {
        makeRoom(for: count)
        for offset in 0..<count {
            let hash = hashes[offset]
            var place = home(of: hash)
            if nextNumber(hash, &place) != nil {
                doubtful.append(entries.count)
                place = freePlace(for: hash)
            }
            append(hash, leaf: leaf, at: place)
        }
    }

    /// Removes an entry with this hash and leaf, if there is one.
    @usableFromInline @inline(never)
    mutating func remove(_ hash: UInt32, leaf: Int32) {
        if let number = number(hash, leaf: leaf) { remove(number) }
    }

    /// Removes an entry with each of these hashes and the leaf, if there is one.
    @usableFromInline @inline(never)
    mutating func remove(_ hashes: ScratchPiece<UInt32>, count: Int, leaf: Int32) {
        for offset in 0..<count {
            if let number = number(hashes[offset], leaf: leaf) { remove(number) }
        }
    }

    /// Gives an entry with this hash and leaf another leaf; adds it if there is none.
    @usableFromInline @inline(never)
    mutating func move(_ hash: UInt32, from old: Int32, to leaf: Int32) {
        if let number = number(hash, leaf: old) {
            entries[number].leaf = leaf
        } else {
            insert(hash, leaf: leaf)
        }
    }

    /// Gives an entry with each of these hashes and the leaf another leaf; adds it if there is none.
    @usableFromInline @inline(never)
    mutating func move(_ hashes: ScratchPiece<UInt32>, count: Int, from old: Int32, to leaf: Int32) {
        for offset in 0..<count { move(hashes[offset], from: old, to: leaf) }
    }

    /// Gives the entries with these numbers another leaf.
    @usableFromInline @inline(never)
    mutating func setLeaf(of numbers: Range<Int>, to leaf: Int32) {
        for number in numbers { entries[number].leaf = leaf }
    }

    /// Removes the entries from a number on.
    @usableFromInline @inline(never)
    mutating func removeEntries(from number: Int) {
        while entries.count > number { remove(entries.count - 1) }
    }

    @usableFromInline @inline(never)
    mutating func removeAll(keepingCapacity: Bool) {
        entries.removeAll(keepingCapacity: keepingCapacity)
        if keepingCapacity {
            for place in buckets.indices { buckets[place] = 0 }
        } else {
            self = LeafTable()
        }
    }

    /// Makes room for `count` entries in all, and for some more, so that the first insertion after a load copies nothing.
    @usableFromInline @inline(never)
    mutating func reserve(_ count: Int) {
        if entries.capacity < count { entries.reserveCapacity(count + count / 32 + 1) }
        if capacity < count { distribute(amongBucketsFor: count) }
    }

    /// Releases memory that the entries do not need.
    @usableFromInline @inline(never)
    mutating func shrink() {
        entries = ContiguousArray(entries[...])
        buckets = []
        if !entries.isEmpty { distribute(amongBucketsFor: entries.count) }
    }
}

/// The hash of an id, and the leaf that it is in.
@usableFromInline
struct LeafEntry: BitwiseCopyable, Sendable {
    @usableFromInline let hash: UInt32
    @usableFromInline var leaf: Int32
}

extension LeafTable {
    /// The bucket at which a search for a hash begins: its upper bits, scaled to the number of buckets (Lemire, *Fast
    /// Random Integer Generation in an Interval*, 2019).
    @inline(__always)
    private func home(of hash: UInt32) -> Int {
        Int(truncatingIfNeeded: (UInt64(hash) &* UInt64(truncatingIfNeeded: buckets.count)) &>> 32)
    }

    @inline(__always)
    private func place(after place: Int) -> Int { place &+ 1 == buckets.count ? 0 : place &+ 1 }

    /// The content of the bucket of an entry.
    @inline(__always)
    private func bucket(_ hash: UInt32, _ number: Int) -> UInt32 {
        hash &<< numberBits | UInt32(truncatingIfNeeded: number &+ 1)
    }

    /// The number of the entry of a bucket that is in use.
    @inline(__always)
    private func number(in bucket: UInt32) -> Int { Int(bucket & (1 &<< numberBits &- 1)) &- 1 }

    /// The number of the next entry with a hash, from a place on; advances the place past it, or to a free bucket.
    @inline(__always)
    private func nextNumber(_ hash: UInt32, _ place: inout Int) -> Int? {
        if buckets.isEmpty { return nil }
        while true {
            let bucket = buckets[place]
            if bucket == 0 { return nil }
            let current = place
            if (bucket ^ hash &<< numberBits) &>> numberBits == 0, entries[number(in: bucket)].hash == hash {
                place = self.place(after: current)
                return number(in: bucket)
            }
            place = self.place(after: current)
        }
    }

    /// The number of an entry with this hash and leaf.
    @inline(__always)
    private func number(_ hash: UInt32, leaf: Int32) -> Int? {
        var place = home(of: hash)
        while let number = nextNumber(hash, &place) {
            if entries[number].leaf == leaf { return number }
        }
        return nil
    }

    /// The first free bucket for a hash.
    @inline(__always)
    private func freePlace(for hash: UInt32) -> Int {
        var place = home(of: hash)
        while buckets[place] != 0 { place = self.place(after: place) }
        return place
    }

    @inline(__always)
    private mutating func append(_ hash: UInt32, leaf: Int32, at place: Int) {
        buckets[place] = bucket(hash, entries.count)
        entries.append(LeafEntry(hash: hash, leaf: leaf))
    }

    @inline(__always)
    private mutating func makeRoom(for count: Int) {
        let needed = entries.count &+ count
        if needed > capacity || needed > entries.capacity { grow(to: needed) }
    }

    @inline(never)
    private mutating func grow(to needed: Int) {
        if needed > capacity { distribute(amongBucketsFor: needed + entries.count / 2 + 8) }
        // An array that grows by itself doubles, and is half empty.
        if needed > entries.capacity { entries.reserveCapacity(needed + entries.count / 4 + 16) }
    }

    /// Removes an entry and its bucket; the last entry gets its number.
    private mutating func remove(_ number: Int) {
        free(placeOfBucket(of: number))
        let last = entries.count &- 1
        if number != last {
            let moved = placeOfBucket(of: last)
            entries[number] = entries[last]
            buckets[moved] = bucket(entries[number].hash, number)
        }
        entries.removeLast()
    }

    private func placeOfBucket(of number: Int) -> Int {
        var place = home(of: entries[number].hash)
        while self.number(in: buckets[place]) != number { place = self.place(after: place) }
        return place
    }

    /// The most buckets that a search for an entry looks at; for tests.
    var longestSearch: Int {
        entries.indices.reduce(0) { longest, number in
            Swift.max(longest, 1 + distance(from: home(of: entries[number].hash), to: placeOfBucket(of: number)))
        }
    }

    /// Frees a bucket, and closes the gap for searches that pass it (Knuth, *The Art of Computer Programming* 3,
    /// algorithm 6.4R).
    private mutating func free(_ place: Int) {
        var gap = place
        var next = self.place(after: gap)
        while buckets[next] != 0 {
            let home = home(of: entries[number(in: buckets[next])].hash)
            // A search for it begins at the gap or before.
            if distance(from: home, to: next) >= distance(from: gap, to: next) {
                buckets[gap] = buckets[next]
                gap = next
            }
            next = self.place(after: next)
        }
        buckets[gap] = 0
    }

    /// The number of steps from a bucket to another one.
    @inline(__always)
    private func distance(from place: Int, to other: Int) -> Int {
        other >= place ? other &- place : other &- place &+ buckets.count
    }

    /// Distributes all entries among new buckets for `count` entries.
    private mutating func distribute(amongBucketsFor count: Int) {
        var size = 16
        while size / 4 * 3 < count { size = size.nonzeroBitCount == 1 ? size / 2 * 3 : size / 3 * 4 }
        buckets = ContiguousArray(repeating: 0, count: size)
        // The number of an entry plus one is below the number of buckets.
        numberBits = UInt32(Int.bitWidth - (size - 1).leadingZeroBitCount)
        for number in entries.indices {
            let hash = entries[number].hash
            buckets[freePlace(for: hash)] = bucket(hash, number)
        }
    }
}
