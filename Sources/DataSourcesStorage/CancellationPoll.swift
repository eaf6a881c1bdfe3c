/// Checks at bounded intervals whether a difference has been cancelled.
///
/// Every phase of a difference announces its work in pieces. A look is one comparison of two ids or two items, or one
/// hash of an id; in phases that only compute with numbers, it is one step.
@usableFromInline
package struct CancellationPoll {
    /// The maximum number of looks between two checks.
    @inlinable package static var interval: Int { 4096 }

    @usableFromInline package let isCancelled: (() -> Bool)?
    /// The number of looks until the next check.
    @usableFromInline package var rest = 0
    @usableFromInline package var wasCancelled = false

    @inlinable
    package init(_ isCancelled: (() -> Bool)?) {
        self.isCancelled = isCancelled
    }

    /// Whether to stop before a piece of up to `looks` looks, which is less than ``interval``.
    @inlinable @inline(__always)
    package mutating func shouldStop(before looks: Int) -> Bool {
        rest &-= looks
        return rest >= 0 ? wasCancelled : ask(before: looks)
    }

    @inlinable @inline(never)
    package mutating func ask(before looks: Int) -> Bool {
        rest = Self.interval &- looks
        if let isCancelled, !wasCancelled, isCancelled() { wasCancelled = true }
        return wasCancelled
    }
}

extension CancellationPoll {
    /// The number of elements sorted or merged in one piece.
    @inlinable package static var piece: Int { 1024 }

    /// Sorts an array by a bottom-up merge sort over sorted pieces; once stopped, the order is arbitrary.
    @inlinable
    package mutating func sort<T>(_ array: inout ContiguousArray<T>, by areInOrder: (T, T) -> Bool) {
        let count = array.count
        for start in stride(from: 0, to: count, by: Self.piece) {
            if shouldStop(before: Self.piece) { return }
            array[start..<Swift.min(count, start + Self.piece)].sort(by: areInOrder)
        }
        var width = Self.piece
        while width < count {
            var merged: ContiguousArray<T> = []
            merged.reserveCapacity(count)
            for start in stride(from: 0, to: count, by: 2 * width) {
                let (middle, end) = (Swift.min(count, start + width), Swift.min(count, start + 2 * width))
                var (left, right) = (start, middle)
                while left < middle || right < end {
                    if shouldStop(before: 1) { return }
                    if right == end || (left < middle && !areInOrder(array[right], array[left])) {
                        merged.append(array[left])
                        left += 1
                    } else {
                        merged.append(array[right])
                        right += 1
                    }
                }
            }
            array = merged
            width *= 2
        }
    }
}
