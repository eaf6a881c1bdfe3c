import DataSources
import DataSourcesTesting

/// Makes the edits that bytes say in a draft of sections, with every verb there is.
struct OddSectionedEditor<Header, Item>: Sendable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    typealias Draft = SectionedDraft<Header, Item>

    /// Makes an item or a header from the numbers of its id, its key and its value.
    let makeHeader: @Sendable (Int, Int, Int) -> Header
    let makeItem: @Sendable (Int, Int, Int) -> Item

    let headerValue: WritableKeyPath<Header, Int> & Sendable
    let itemValue: WritableKeyPath<Item, Int> & Sendable

    /// Answers for the closures that edits take; `nil` when they tell the truth.
    let whim: Whim?

    func header(_ bytes: inout ByteReader) -> Header { makeHeader(bytes.below(16), 0, bytes.below(4)) }
    func item(_ bytes: inout ByteReader) -> Item { makeItem(bytes.below(60), bytes.below(8), bytes.below(4)) }

    private func items(_ bytes: inout ByteReader) -> [Item] {
        if bytes.oneIn(6) {
            let start = bytes.below(60)
            return (start..<start + bytes.below(80)).map { makeItem($0, 0, 0) }
        }
        return (0..<bytes.below(5)).map { _ in item(&bytes) }
    }

    private func section(_ bytes: inout ByteReader) -> ItemSection<Header, Item> {
        ItemSection(header(&bytes), items: items(&bytes))
    }

    private func sectionID(_ draft: borrowing Draft, _ bytes: inout ByteReader) -> Header.ID {
        let other = header(&bytes)
        return draft[section: bytes.position(in: draft.count)]?.id ?? other.id
    }

    private func path(_ draft: borrowing Draft, _ bytes: inout ByteReader) -> ItemPath {
        let section = bytes.position(in: draft.count)
        return ItemPath(section: section, item: bytes.position(in: draft[section: section]?.items.count ?? 0))
    }

    func edit(_ draft: inout Draft, _ bytes: inout ByteReader, depth: Int = 0) throws {
        let (from, to) = (path(draft, &bytes), path(draft, &bytes))
        let (section, other) = (sectionID(draft, &bytes), sectionID(draft, &bytes))
        let (mine, next) = (item(&bytes), item(&bytes))
        let (known, target) = (draft[from]?.id ?? mine.id, draft[to]?.id ?? next.id)
        let verb = bytes.below(36)
        switch verb {
        case 0, 1: try draft.insertSection(self.section(&bytes), at: to.section)
        case 2: try draft.insertSection(self.section(&bytes), before: section)
        case 3: try draft.insertSection(self.section(&bytes), after: section)
        case 4, 5: try draft.appendSection(self.section(&bytes))
        case 6: try draft.updateSection(id: section) { $0[keyPath: headerValue] ^= 1 }
        case 7: try draft.updateSection(header(&bytes))
        case 8: try draft.moveSection(id: section, to: to.section)
        case 9: try draft.moveSection(id: section, before: other)
        case 10: try draft.moveSection(id: section, after: other)
        case 11: try draft.removeSection(id: section)
        case 12:
            let rest = bytes.below(4)
            draft.removeAllSections { whim?.oneIn(3) ?? ($0.header[keyPath: headerValue] & 3 == rest) }
        case 13: if bytes.oneIn(4) { draft.removeAll() }
        case 14: try draft.insertItem(mine, at: to)
        case 15: try draft.insertItem(mine, before: known)
        case 16: try draft.insertItem(mine, after: known)
        case 17, 18: try draft.appendItems(items(&bytes), toSection: section)
        case 19: try draft.upsertItem(mine, inSection: section)
        case 20: try draft.updateItem(mine)
        case 21: try draft.updateItem(id: known) { $0[keyPath: itemValue] ^= 1 }
        case 22: try draft.updateItem(at: from) { $0[keyPath: itemValue] ^= 1 }
        case 23: try draft.removeItem(id: known)
        case 24:
            let (low, high) = (min(from.item, to.item), max(from.item, to.item))
            try draft.removeItems(low..<high, inSection: section)
        case 25:
            let rest = bytes.below(4)
            draft.removeAllItems { whim?.oneIn(3) ?? ($0[keyPath: itemValue] & 3 == rest) }
        case 26: try draft.moveItem(id: known, toSection: section, at: to.item)
        case 27: try draft.moveItem(id: known, before: target)
        case 28: try draft.moveItem(id: known, after: target)
        case 29: try draft.moveItem(from: from, to: to)
        case 30: try draft.removeItem(at: from)
        default: try editMany(verb, &draft, &bytes, (from, to, section), depth)
        }
    }

    private func editMany(
        _ verb: Int, _ draft: inout Draft, _ bytes: inout ByteReader,
        _ drawn: (from: ItemPath, to: ItemPath, section: Header.ID), _ depth: Int
    ) throws {
        var random = SeededGenerator(seed: UInt64(bytes.byte()))
        switch verb {
        case 31:
            let (low, high) = (min(drawn.from.item, drawn.to.item), max(drawn.from.item, drawn.to.item))
            try draft.replaceItems(low..<high, inSection: drawn.section, with: items(&bytes))
        case 32:
            let old = draft[sectionID: drawn.section]?.items.shuffled(using: &random) ?? []
            try draft.replaceItems(inSection: drawn.section, with: old + items(&bytes))
        case 33: try draft.replaceAll(with: draft.snapshot.shuffled(using: &random))
        case 34:
            let sections = draft.snapshot.dropFirst(bytes.below(2)).map { section in
                ItemSection(section.header, items: section.items.shuffled(using: &random))
            }
            try draft.replaceAll(with: sections + [section(&bytes)])
        default:
            let isKept = bytes.below(2) == 0
            let count = depth > 2 ? 0 : bytes.below(5)
            try draft.transaction { draft in
                for _ in 0..<count {
                    do { try edit(&draft, &bytes, depth: depth + 1) } catch is EditError {} catch is TakenBack {}
                }
                if !isKept { throw TakenBack() }
            }
        }
    }
}
