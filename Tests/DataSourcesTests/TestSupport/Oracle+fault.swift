import DataSources
import DataSourcesTesting

extension Oracle {
    /// Checks laws 1, 3, 4, 10 and 11 on the changes between two lists; returns what is wrong.
    static func fault<Item: Identifiable & Equatable>(
        in changes: ListChanges, from before: [Item], to after: [Item]
    ) -> String? {
        violations(of: changes, from: before, to: after).first?.description
    }

    /// Checks laws 1, 3, 4, 10 and 11 on the changes between two states of sections; returns what is wrong.
    static func fault(
        in changes: SectionedChanges, from before: [PlainSection], to after: [PlainSection]
    ) -> String? {
        if changes.count != changes.sections.count + changes.items.count { return "count is \(changes.count)" }
        return violations(of: changes, from: before, to: after).first?.description
    }
}
