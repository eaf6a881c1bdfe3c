public import DataSources

extension Oracle {
    /// The laws that changes between two lists violate: 1, 3, 4, 10 and 11; each once, with its first violation.
    ///
    /// - Complexity: O(*n* log *n*).
    public static func violations<Item: Identifiable & Equatable>(
        of changes: ListChanges,
        from before: [Item],
        to after: [Item]
    ) -> [LawViolation] {
        var violations = [duplicate(in: before, "before"), duplicate(in: after, "after")].compactMap { $0 }
        violations += fold { () throws(LawViolation) in
            firstDifference(between: try apply(changes, to: before, takingFrom: after), and: after)
        }
        violations += net(changes, from: before, to: after, subject: "")
        violations += emptiness(changes.isEmpty, before == after) { firstDifference(between: before, and: after) }
        return violations
    }

    /// The laws that changes between two states of sections violate: 1, 3, 4, 10 and 11.
    ///
    /// - Complexity: O(*n* log *n*).
    public static func violations<Header, Item>(
        of changes: SectionedChanges,
        from before: [PlainSection<Header, Item>],
        to after: [PlainSection<Header, Item>]
    ) -> [LawViolation] {
        var violations = [
            duplicate(in: headers(of: before), "before"), duplicate(in: before.flatMap(\.items), "before"),
            duplicate(in: headers(of: after), "after"), duplicate(in: after.flatMap(\.items), "after"),
        ].compactMap { $0 }
        violations += fold { () throws(LawViolation) in
            firstDifference(between: try apply(changes, to: before, takingFrom: after), and: after)
        }
        violations += net(changes.sections, from: headers(of: before), to: headers(of: after), subject: "section ")
        violations += net(changes.items, from: before, to: after)
        violations += emptiness(changes.isEmpty, before == after) { firstDifference(between: before, and: after) }
        return violations
    }

    // MARK: Laws 1, 3 and 10

    private static func fold(_ difference: () throws(LawViolation) -> String?) -> [LawViolation] {
        do {
            let difference = try difference()
            return difference.map { [LawViolation(.fold, "the changes lead astray: \($0)")] } ?? []
        } catch {
            return [error]
        }
    }

    private static func emptiness(
        _ isEmpty: Bool,
        _ areEqual: Bool,
        difference: () -> String?
    ) -> [LawViolation] {
        if isEmpty, !areEqual {
            let difference = difference() ?? "they are not equal"
            return [LawViolation(.neverEmpty, "no changes, but the states differ: compared with after, \(difference)")]
        }
        return !isEmpty && areEqual ? [LawViolation(.neverEmpty, "changes between equal states")] : []
    }

    private static func duplicate<Item: Identifiable>(in list: [Item], _ space: String) -> LawViolation? {
        var seen: Set<Item.ID> = []
        for item in list where !seen.insert(item.id).inserted {
            return LawViolation(.unique, "the id \(brief(item.id)) is there twice \(space)")
        }
        return nil
    }

    // MARK: Laws 4 and 11

    private static func net<Item: Identifiable & Equatable>(
        _ changes: ListChanges,
        from before: [Item],
        to after: [Item],
        subject: String
    ) -> [LawViolation] {
        let comparison = NetComparison(
            changes: changes,
            net: net(from: before, to: after),
            subject: subject,
            old: { before.indices.contains($0) ? brief(before[$0]) : "nothing" },
            new: { after.indices.contains($0) ? brief(after[$0]) : "nothing" },
            home: { _ in 0 }
        )
        return comparison.violations
    }

    private static func net<Header, Item>(
        _ changes: Changes<ItemPath>,
        from before: [PlainSection<Header, Item>],
        to after: [PlainSection<Header, Item>]
    ) -> [LawViolation] {
        func item(_ path: ItemPath, _ sections: [PlainSection<Header, Item>]) -> String {
            guard sections.indices.contains(path.section), sections[path.section].items.indices.contains(path.item)
            else { return "nothing" }
            return brief(sections[path.section].items[path.item])
        }
        let comparison = NetComparison(
            changes: changes,
            net: net(from: before, to: after).items,
            subject: "",
            old: { item($0, before) },
            new: { item($0, after) },
            home: { pair in
                let (from, to) = (pair.before.section, pair.after.section)
                guard before.indices.contains(from), after.indices.contains(to) else { return nil }
                return before[from].header.id == after[to].header.id ? to : nil
            }
        )
        return comparison.violations
    }
}
