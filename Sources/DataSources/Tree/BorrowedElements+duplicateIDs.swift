extension BorrowedElements where Element: Identifiable {
    /// The ids of more than one element, each once.
    ///
    /// It stores no ids: a bucket of its hash table has the number of an element, and the upper bits of the hash, as in
    /// ``LeafTable``.
    ///
    /// - Complexity: O(*n*) expected; hashes each id once.
    @inlinable
    var duplicateIDs: [Element.ID] {
        if count < 2 { return [] }
        var size = 16
        while size / 4 * 3 < count { size *= 2 }
        let mask = UInt32(truncatingIfNeeded: size &- 1)
        let hash = IdentityHash<Element.ID>()
        var memory = ScratchMemory(byteCount: size * 4)
        let buckets = memory.take(UInt32.self, count: size)
        buckets.fill(with: 0)
        var duplicates = UniqueIDs<Element.ID>()
        withScratchPiece(of: UInt32.self, count: 64) { hashes in
            var start = 0
            while start < count {
                let end = Swift.min(start &+ 64, count)
                // All hashes first, so that the loads of the buckets overlap.
                for number in start..<end { hashes[number &- start] = hash.shortValue(of: self[number].id) }
                for number in start..<end {
                    let value = hashes[number &- start]
                    var place = value & mask
                    var isNew = true
                    while buckets[Int(place)] != 0 {
                        let bucket = buckets[Int(place)]
                        if (bucket ^ value) & ~mask == 0,
                            hash.areSame(self[Int(bucket & mask) &- 1].id, self[number].id)
                        {
                            duplicates.noteDuplicate(self[number].id)
                            isNew = false
                            break
                        }
                        place = (place &+ 1) & mask
                    }
                    if isNew { buckets[Int(place)] = value & ~mask | UInt32(truncatingIfNeeded: number &+ 1) }
                }
                start = end
            }
        }
        return duplicates.ids
    }
}
