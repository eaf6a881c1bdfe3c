import DataSources
import DataSourcesTesting

extension DerivedGraph {
    typealias Section = PlainSection<GroupHeader<Int>, Entry>

    /// Adds sections of a list, an operator on sections, or the items of sections.
    mutating func growSections(_ random: inout SeededGenerator) {
        guard !sections.isEmpty, !random.oneIn(3) else { return add(groups(&random)) }
        let base = sections[random.below(sections.count)]
        switch random.below(4) {
        case 0:
            add(
                ListNode("\(base.name).flattened", base.source.flattened()) { moment in
                    base.content(at: moment).flatMap(\.items)
                })
        case 1:
            let digest = base.source.collected().map {
                (state: SectionedSnapshot<GroupHeader<Int>, Entry>) -> Int in state.count * 2 + state.itemCount
            }
            add(
                ValueNode("\(base.name).collected", digest) { moment in
                    let sections = base.content(at: moment)
                    return [sections.reduce(sections.count * 2) { $0 + $1.items.count }]
                })
        default: add(sections(of: base, &random))
        }
    }

    private func groups(_ random: inout SeededGenerator) -> SectionsNode {
        let (base, value) = (list(&random), value(of: &random))
        let source = base.source
        switch random.below(6) {
        case 0:
            return SectionsNode("\(base.name).grouped", source.grouped { $0.value % 3 }) { moment in
                Self.grouped(base.content(at: moment)) { $0.value % 3 }.sorted { $0.header.id < $1.header.id }
            }
        case 1:
            let groups = source.grouped(by: { $0.value % 4 }, order: .firstAppearance)
            return SectionsNode("\(base.name).grouped(firstAppearance)", groups) { moment in
                Self.grouped(base.content(at: moment)) { $0.value % 4 }
            }
        case 2:
            let groups = source.grouped(by: value.source, order: .descending) { ($0.value + $1) % 5 / 2 }
            return SectionsNode("\(base.name).grouped(\(value.name))", groups) { moment in
                guard let value = value.value(at: moment) else { return [] }
                return Self.grouped(base.content(at: moment)) { ($0.value + value) % 5 / 2 }
                    .sorted { $0.header.id > $1.header.id }
            }
        case 3: return sectionsOfEach(&random)
        case 4:
            let other = list(&random)
            let headers = other.source.map { GroupHeader($0.id) }
            let elsewhere = GroupHeader(-1)
            let sections = source.sectioned(into: headers, elsewhere: elsewhere) { $0.value }
            return SectionsNode("\(base.name).sectioned(into: \(other.name))", sections) { moment in
                var rest = base.content(at: moment)
                let ids = other.content(at: moment).map(\.id)
                let sections = ids.map { id in
                    PlainSection(GroupHeader(id), rest.filter { $0.value == id })
                }
                rest.removeAll { ids.contains($0.value) }
                return sections + (rest.isEmpty ? [] : [PlainSection(elsewhere, rest)])
            }
        default:
            // Those with 3 are left out.
            let sections = source.sectioned(into: [GroupHeader(1), GroupHeader(0), GroupHeader(2)]) { $0.value % 4 }
            return SectionsNode("\(base.name).sectioned", sections) { moment in
                [1, 0, 2].map { key in
                    PlainSection(GroupHeader(key), base.content(at: moment).filter { $0.value % 4 == key })
                }
            }
        }
    }

    /// The items by keys, in the order in which the keys appear.
    private static func grouped(_ items: [Entry], by key: (Entry) -> Int) -> [Section] {
        var sections: [Section] = []
        for item in items {
            if let place = sections.firstIndex(where: { $0.header.id == key(item) }) {
                sections[place].items.append(item)
            } else {
                sections.append(PlainSection(GroupHeader(key(item)), [item]))
            }
        }
        return sections
    }

    private func sections(of base: SectionsNode, _ random: inout SeededGenerator) -> SectionsNode {
        let (source, value) = (base.source, value(of: &random))
        let number = 1 + random.below(3)
        func node(
            _ name: String, _ derived: any DerivableSource<SectionedSnapshot<GroupHeader<Int>, Entry>>,
            _ items: @escaping @Sendable ([Entry]) -> [Entry]
        ) -> SectionsNode {
            SectionsNode("\(base.name).\(name)", derived) { moment in
                base.content(at: moment).map { PlainSection($0.header, items($0.items)) }
            }
        }
        switch random.below(6) {
        case 0: return node("sortedItems", source.sortedItems(by: { $0.value })) { $0.sorted(ascending: true) }
        case 1:
            let sorted = source.sortedItems(by: value.source) {
                $0 % 2 == 0 ? .ascending(\.value) : .descending(\.value)
            }
            return SectionsNode("\(base.name).sortedItems(\(value.name))", sorted) { moment in
                guard let value = value.value(at: moment) else { return [] }
                return base.content(at: moment).map { section in
                    PlainSection(section.header, section.items.sorted(ascending: value % 2 == 0))
                }
            }
        case 2: return node("filter", source.filter { $0.value % 3 != number }) { $0.filter { $0.value % 3 != number } }
        case 4:
            return SectionsNode("\(base.name).sortedSections", source.sortedSections(by: \.id, .descending)) { moment in
                base.content(at: moment).sorted { $0.header.id > $1.header.id }
            }
        case 3: return node("prefix", source.prefix(perSection: number)) { Array($0.prefix(number)) }
        default:
            return SectionsNode("\(base.name).hidingEmptySections", source.hidingEmptySections()) { moment in
                base.content(at: moment).filter { !$0.items.isEmpty }
            }
        }
    }
}
