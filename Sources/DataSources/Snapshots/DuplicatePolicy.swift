/// What happens to ids that occur more than once in a whole state from outside.
///
/// A snapshot has each id once. A state from a server, a file or a query may not have, and by default it is refused. If
/// showing the rest is better than refusing it, name the items that are kept:
///
/// ```swift
/// try await staff.replaceAll(with: fetched, duplicates: .keepLast)
/// decoder.userInfo[DuplicatePolicy.codingUserInfoKey] = DuplicatePolicy.keepFirst
/// let snapshot = try decoder.decode(ListSnapshot<Employee>.self, from: data)
/// ```
///
/// In sections, first the sections of one id are reduced to one. The others are dropped with their items, which do not
/// count any more. Then items are kept in the order of reading, all sections in turn. A section that loses all its items
/// stays.
public enum DuplicatePolicy: Hashable, Sendable, CaseIterable {
    /// Refuses the state with an ``EditError``.
    case refuse
    /// Keeps the first item of an id, where it is, and drops all others.
    case keepFirst
    /// Keeps the last item of an id, where it is, and drops all others.
    case keepLast

    /// The key of a decoder's `userInfo` for the policy with which it reads snapshots; without one it refuses.
    public static let codingUserInfoKey = CodingUserInfoKey(rawValue: "DataSources.DuplicatePolicy")!

    /// The policy of a decoder.
    static func of(_ decoder: any Decoder) -> DuplicatePolicy {
        decoder.userInfo[codingUserInfoKey] as? DuplicatePolicy ?? .refuse
    }
}

extension DuplicatePolicy {
    /// The elements that stay, in order.
    ///
    /// - Complexity: O(*n*) expected; hashes each id once, unless the policy is to refuse.
    @inlinable
    func applied<Element: Identifiable>(to elements: ContiguousArray<Element>) -> ContiguousArray<Element> {
        var known = KeySet<Element.ID>()
        return filtered(elements) { known.insert($0.id) }
    }

    /// The sections that stay, with the items that stay, in order.
    @inlinable
    func applied<Header, Item>(
        to sections: ContiguousArray<ItemSection<Header, Item>>
    ) -> ContiguousArray<ItemSection<Header, Item>> {
        if self == .refuse { return sections }
        var known = KeySet<Item.ID>()
        var headers = KeySet<Header.ID>()
        return filtered(sections) { section in
            guard headers.insert(section.id) else { return false }
            let items = filtered(section.tree.elements) { known.insert($0.id) }
            if items.count < section.tree.count { section = ItemSection(section.header, items: items) }
            return true
        }
    }

    /// The elements for which `isNew`, called in the order in which they are kept, returns `true`.
    @inlinable
    func filtered<Element>(
        _ elements: ContiguousArray<Element>, _ isNew: (inout Element) -> Bool
    ) -> ContiguousArray<Element> {
        switch self {
        case .refuse: return elements
        case .keepFirst:
            var kept: ContiguousArray<Element> = []
            for var element in elements where isNew(&element) { kept.append(element) }
            return kept
        case .keepLast:
            var kept: ContiguousArray<Element> = []
            for var element in elements.reversed() where isNew(&element) { kept.append(element) }
            kept.reverse()
            return kept
        }
    }
}
