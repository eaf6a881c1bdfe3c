/// Recomputes from scratch, with obvious code, what the package computes with clever code.
///
/// It works on plain arrays and does not use the package's differences, updates or drafts, so it does not share their
/// mistakes. Its results state the laws for a pair of states.
///
/// | To recompute | Use |
/// |---|---|
/// | a snapshot, from edits | ``replay(_:onto:)-(_,[Item])``, ``apply(_:to:)-(ListEdit<Item>,_)`` |
/// | the result of changes (law 1) | ``apply(_:to:takingFrom:)-(ListChanges,_,_)`` |
/// | the net difference (laws 4 and 11) | ``net(from:to:)-([Item],_)`` |
/// | the laws that changes violate | ``violations(of:from:to:)-(ListChanges,_,_)``, `OracleSnapshot` for both kinds |
/// | an operator | the standard library: `upstream.filter { … }`, then ``firstDifference(between:and:)-([Item],_)`` |
///
/// In a test, ``expectMatchesOracle(_:sourceLocation:)`` and its relatives compare and record an issue that names the
/// first position that differs.
///
/// Everything is O(*n* log *n*) or better in the number of items, except single edits of arrays, which are O(*n*) each.
public enum Oracle {
    /// The length of a longest increasing subsequence.
    ///
    /// It compares all pairs of a few values; for many it uses patience sorting (Mallows 1963).
    ///
    /// - Complexity: O(*n* log *n*).
    public static func longestIncreasingRun(of values: [Int]) -> Int {
        values.count < 200 ? longestByComparing(values) : longestByPatience(values)
    }

    package static func longestByComparing(_ values: [Int]) -> Int {
        var best = [Int](repeating: 1, count: values.count)
        for i in values.indices {
            for j in 0..<i where values[j] < values[i] { best[i] = max(best[i], best[j] + 1) }
        }
        return best.max() ?? 0
    }

    package static func longestByPatience(_ values: [Int]) -> Int {
        var tops: [Int] = []
        for value in values {
            var (low, high) = (0, tops.count)
            while low < high {
                let middle = (low + high) / 2
                if tops[middle] < value { low = middle + 1 } else { high = middle }
            }
            if low == tops.count { tops.append(value) } else { tops[low] = value }
        }
        return tops.count
    }

    /// A value's description, truncated where a message would otherwise grow with the user's items.
    static func brief(_ value: some Any) -> String {
        let text = String(describing: value)
        return text.count <= 120 ? text : "\(text.prefix(119))…"
    }

    static func headers<Header, Item>(of sections: [PlainSection<Header, Item>]) -> [Header] {
        sections.map(\.header)
    }
}
