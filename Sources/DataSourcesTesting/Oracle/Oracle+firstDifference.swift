import DataSources

extension Oracle {
    /// A minimal description of the difference: the first position, the actual item, and the expected one.
    ///
    /// ```
    /// at 3 there is Row(9), there should be Row(4)
    /// ```
    ///
    /// - Returns: The description; `nil` when the lists are equal.
    /// - Complexity: O(*n*).
    public static func firstDifference<Item: Equatable>(between found: [Item], and expected: [Item]) -> String? {
        difference(found, expected, noun: "item") { "at \($0)" }
    }

    /// A minimal description of the difference: the first section or path, the actual element, and the expected one.
    ///
    /// - Returns: The description; `nil` when the sections are equal.
    /// - Complexity: O(*n*).
    public static func firstDifference<Header, Item>(
        between found: [PlainSection<Header, Item>],
        and expected: [PlainSection<Header, Item>]
    ) -> String? {
        for (section, (found, expected)) in zip(found, expected).enumerated() {
            if found.header != expected.header {
                return "section \(section) is \(brief(found.header)), it should be \(brief(expected.header))"
            }
            let items = difference(found.items, expected.items, noun: "item of section \(section)") {
                "at \(section).\($0)"
            }
            if let items { return items }
        }
        return difference(headers(of: found), headers(of: expected), noun: "section") { "as section \($0)" }
    }

    private static func difference<Item: Equatable>(
        _ found: [Item],
        _ expected: [Item],
        noun: String,
        place: (Int) -> String
    ) -> String? {
        let common = min(found.count, expected.count)
        if let offset = (0..<common).first(where: { found[$0] != expected[$0] }) {
            return "\(place(offset)) there is \(brief(found[offset])), there should be \(brief(expected[offset]))"
        }
        if found.count > common {
            return "\(place(common)) there is \(brief(found[common])), there should be no \(noun) "
                + "(\(found.count) instead of \(common))"
        }
        if expected.count > common {
            return "\(place(common)) there is no \(noun), there should be \(brief(expected[common])) "
                + "(\(common) instead of \(expected.count))"
        }
        return nil
    }
}
