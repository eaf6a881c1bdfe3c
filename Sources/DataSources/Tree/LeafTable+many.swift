// Insertion of many ids where the code is not specialized for them: see `IdentityHash+values.swift`.

extension LeafTable {
    /// Adds the ids of elements with one leaf, in order; changes nothing for those that are there already.
    ///
    /// - Returns: The numbers of the entries that were there already, one for each such element.
    mutating func insertMany<Element: Identifiable>(_ elements: BorrowedElements<Element>, leaf: Int32) -> [Int]
    where Element.ID == ID {
        var known: [Int] = []
        withScratchPiece(of: UInt32.self, count: 64) { hashes in
            var start = 0
            while start < elements.count {
                let end = Swift.min(start &+ 64, elements.count)
                elements.part(start..<end).withIDs { ids in
                    hash.shortValues(of: ids, into: hashes)
                    insertMany(ids, hashes, leaf: leaf, &known)
                }
                start = end
            }
        }
        return known
    }

    private mutating func insertMany(
        _ new: BorrowedElements<ID>, _ hashes: ScratchPiece<UInt32>, leaf: Int32, _ known: inout [Int]
    ) {
        if entries.count &+ new.count > capacity { grow(to: (entries.count &+ new.count) &* 2) }
        if entries.count &+ new.count > entries.capacity { widen(by: Swift.max(new.count, entries.count / 4 &+ 16)) }
        var (kept, done) = (0, 0)
        while done < new.count {
            done = insertUnknown(
                hashes, from: done, count: new.count, leaf: leaf, entries: &entries, buckets: &buckets, mask: mask)
            // A copy of the memory as a whole; the caller holds it.
            if done > kept { unsafe ids.append(contentsOf: new.part(kept..<done).buffer) }
            if done < new.count {
                if let number = insert(new[done], hash: hashes[done], leaf: leaf) { known.append(number) }
                done &+= 1
            }
            kept = done
        }
    }
}

/// Adds the entries of ids with these hashes, for which there is room, up to the first that may be there already;
/// returns its offset, or `count` if there is none.
private func insertUnknown(
    _ hashes: ScratchPiece<UInt32>, from start: Int, count: Int, leaf: Int32,
    entries: inout ContiguousArray<LeafEntry>, buckets: inout ContiguousArray<UInt32>, mask: UInt32
) -> Int {
    for offset in start..<count {
        let hash = hashes[offset]
        var place = hash & mask
        while buckets[Int(place)] != 0 {
            if (buckets[Int(place)] ^ hash) & ~mask == 0 { return offset }
            place = (place &+ 1) & mask
        }
        entries.append(LeafEntry(hash: hash, leaf: leaf))
        buckets[Int(place)] = hash & ~mask | UInt32(truncatingIfNeeded: entries.count)
    }
    return count
}
