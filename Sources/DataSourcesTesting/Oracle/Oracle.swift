/// Recomputes from scratch, by the most obvious code, what the package computes by clever code.
///
/// It works on plain arrays and uses nothing of the package's difference, updates or drafts: so that it can be wrong
/// only in its own ways. What it says of a pair of states is the statement of the laws.
///
/// | To recompute | Ask |
/// |---|---|
/// | a snapshot, from edits | ``replay(_:onto:)-(_,[Item])``, ``apply(_:to:)-(ListEdit<Item>,_)`` |
/// | what changes lead to (law 1) | ``apply(_:to:takingFrom:)-(ListChanges,_,_)`` |
/// | the net difference (laws 4 and 11) | ``net(from:to:)-([Item],_)`` |
/// | which laws changes break | ``violations(of:from:to:)-(ListChanges,_,_)``, `OracleSnapshot` for both kinds |
/// | an operator | the standard library: `upstream.filter { … }`, then ``firstDifference(between:and:)-([Item],_)`` |
///
/// In a test, ``expectMatchesOracle(_:sourceLocation:)`` and its relatives compare and record an issue that names the
/// first position that differs.
///
/// Everything is O(*n* log *n*) or better in the number of items, apart from single edits of arrays, which are O(*n*)
/// each.
public enum Oracle {
    /// The length of a longest increasing run of values picked in their order, not necessarily neighbours.
    ///
    /// Few values are compared each with each; of many, the lengths are read off by patience sorting (Mallows, 1963).
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

    /// A value's description, cut short where a message would otherwise grow with the user's items.
    static func brief(_ value: some Any) -> String {
        let text = String(describing: value)
        return text.count <= 120 ? text : "\(text.prefix(119))…"
    }

    static func headers<Header, Item>(of sections: [PlainSection<Header, Item>]) -> [Header] {
        sections.map(\.header)
    }
}
