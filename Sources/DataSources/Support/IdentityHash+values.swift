// Code that is not specialized, as debug builds of clients run it, gets ids into memory of their own first. There they
// are hashed by functions that know their type.

extension BorrowedElements where Element: Identifiable {
    /// Calls `body` with the ids of the elements, valid during the call.
    func withIDs<Result>(_ body: (BorrowedElements<Element.ID>) -> Result) -> Result {
        // Empty arrays share their storage, which must not be written to.
        if count == 0 { return body(.none) }
        // `initialized` counts the ids so far: one for each element, for which there is room.
        let ids = unsafe ContiguousArray<Element.ID>(unsafeUninitializedCapacity: count) { buffer, initialized in
            for offset in 0..<count {
                unsafe buffer.initializeElement(at: offset, to: self[offset].id)
                initialized = offset &+ 1
            }
        }
        return ids.withBorrowedElements(body)
    }
}

extension IdentityHash {
    /// Calls `body` with the ``shortValue(of:)`` of the ids of elements, in order, up to 64 at a time.
    @inlinable @inline(__always)
    func forEachBatch<Element: Identifiable>(
        of elements: BorrowedElements<Element>, _ body: (_ values: ScratchPiece<UInt32>, _ count: Int) -> Void
    ) where Element.ID == ID {
        withScratchPiece(of: UInt32.self, count: 64) { values in
            var start = 0
            while start < elements.count {
                let part = elements.part(start..<Swift.min(start &+ 64, elements.count))
                shortValues(ofIDsOf: part, into: values)
                body(values, part.count)
                start &+= 64
            }
        }
    }

    /// Hashes the ids of elements as ``shortValue(of:)`` does.
    @inlinable @inline(never)
    func shortValues<Element: Identifiable>(
        ofIDsOf elements: BorrowedElements<Element>, into values: ScratchPiece<UInt32>
    ) where Element.ID == ID {
        if _isConcrete(ID.self) {
            for offset in 0..<elements.count { values[offset] = shortValue(of: elements[offset].id) }
        } else {
            unspecializedShortValues(ofIDsOf: elements, into: values)
        }
    }

    @usableFromInline @inline(never)
    func unspecializedShortValues<Element: Identifiable>(
        ofIDsOf elements: BorrowedElements<Element>, into values: ScratchPiece<UInt32>
    ) where Element.ID == ID {
        elements.withIDs { shortValues(of: $0, into: values) }
    }

    /// Hashes ids as ``value(of:)`` does.
    func values(of ids: BorrowedElements<ID>, into values: ScratchPiece<UInt64>) {
        switch kind {
        case .word: hashWords(ids.base.rebound(to: UInt64.self), count: ids.count, into: values, seed)
        case .twoWords: hashTwoWords(ids.base.rebound(to: UInt64.self), count: ids.count, into: values, seed)
        case .text: hashBytes(ids.base.rebound(to: TextID.self), count: ids.count, into: values, seed)
        case .other:
            if ID.self == String.self {
                hashTexts(ids.base.rebound(to: String.self), count: ids.count, into: values, seed)
            } else {
                for offset in 0..<ids.count { values[offset] = value(of: ids[offset]) }
            }
        }
    }

    /// Hashes ids as ``shortValue(of:)`` does.
    func shortValues(of ids: BorrowedElements<ID>, into values: ScratchPiece<UInt32>) {
        if !isReflexive {
            for offset in 0..<ids.count { values[offset] = shortValue(of: ids[offset]) }
            return
        }
        withScratchPiece(of: UInt64.self, count: ids.count) { words in
            self.values(of: ids, into: words)
            shorten(words, count: ids.count, into: values)
        }
    }
}

private func hashWords(
    _ ids: BorrowedPointer<UInt64>, count: Int, into values: ScratchPiece<UInt64>, _ seed: (UInt64, UInt64)
) {
    let hash = IdentityHash<Int>(kind: .word, seed: seed)
    for offset in 0..<count { values[offset] = hash.fold(ids[offset], 0) }
}

private func hashTwoWords(
    _ ids: BorrowedPointer<UInt64>, count: Int, into values: ScratchPiece<UInt64>, _ seed: (UInt64, UInt64)
) {
    let hash = IdentityHash<Int>(kind: .twoWords, seed: seed)
    for offset in 0..<count { values[offset] = hash.fold(ids[offset &* 2], ids[offset &* 2 &+ 1]) }
}

private func hashTexts(
    _ ids: BorrowedPointer<String>, count: Int, into values: ScratchPiece<UInt64>, _ seed: (UInt64, UInt64)
) {
    for offset in 0..<count { values[offset] = textHash(ids[offset], seed) }
}

private func hashBytes(
    _ ids: BorrowedPointer<TextID>, count: Int, into values: ScratchPiece<UInt64>, _ seed: (UInt64, UInt64)
) {
    for offset in 0..<count { values[offset] = byteHash(ids[offset].text, seed) }
}

private func shorten(_ words: ScratchPiece<UInt64>, count: Int, into values: ScratchPiece<UInt32>) {
    for offset in 0..<count { values[offset] = UInt32(truncatingIfNeeded: words[offset] ^ words[offset] &>> 32) }
}
