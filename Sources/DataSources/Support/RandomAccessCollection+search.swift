extension RandomAccessCollection {
    /// The first index at which a condition holds, by binary search; from there on it must hold for all elements.
    ///
    /// - Complexity: O(log *n*).
    @inlinable
    func partitioningIndex(where isBeyond: (Element) -> Bool) -> Index {
        var (low, count) = (startIndex, count)
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if isBeyond(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}

extension RandomAccessCollection where Element: Comparable {
    /// The index of an element in an ascending collection; `nil` if there is none.
    ///
    /// - Complexity: O(log *n*).
    func ascendingIndex(of element: Element) -> Index? {
        let index = partitioningIndex { $0 >= element }
        return index < endIndex && self[index] == element ? index : nil
    }
}
