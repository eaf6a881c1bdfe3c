import DataSources
import DataSourcesTesting

/// A source of one value for each item, and what it must hold.
private struct Answer: Sendable {
    let name: String
    let source: @Sendable (Entry) -> any DerivableSource<ValueSnapshot<Int>>
    let model: @Sendable (Entry, Moment) -> Int?
}

/// A list for each item, and what it must hold.
private struct Children: Sendable {
    let name: String
    let source: @Sendable (Entry) -> any DerivableSource<ListSnapshot<Entry>>
    let model: @Sendable (Entry, Moment) -> [Entry]
}

extension DerivedGraph {
    /// Items with a source of their own: one that several items share, one made for an item, one that may be empty.
    private func answer(_ random: inout SeededGenerator) -> Answer {
        let (value, other, marks) = (value(of: &random), list(&random), marks)
        switch random.below(3) {
        case 0:
            return Answer(name: "marks", source: { marks[$0.id % marks.count] }) { item, moment in
                moment.origins.marks[item.id % marks.count]
            }
        case 1:
            return Answer(
                name: value.name,
                source: { item in value.source.map { (value: Int) -> Int in (value + item.value) % 5 } }
            ) { item, moment in value.value(at: moment).map { ($0 + item.value) % 5 } }
        default:
            return Answer(
                name: other.name,
                source: { item in
                    other.source.filter { $0.id % 3 == item.value % 3 }.aggregated(.max(of: { $0.value }))
                }
            ) { item, moment in
                other.content(at: moment).filter { $0.id % 3 == item.value % 3 }.map(\.value).max()
            }
        }
    }

    private func children(_ random: inout SeededGenerator) -> Children {
        let (one, other) = (list(&random), list(&random))
        if random.oneIn(2) {
            let chosen: @Sendable (Entry) -> ListNode = { $0.value % 2 == 0 ? one : other }
            return Children(name: "\(one.name), \(other.name)", source: { chosen($0).source }) { item, moment in
                chosen(item).content(at: moment)
            }
        }
        return Children(name: one.name, source: { item in one.source.filter { $0.value % 3 == item.value % 3 } }) {
            item, moment in one.content(at: moment).filter { $0.value % 3 == item.value % 3 }
        }
    }

    /// A list that follows sources of its items.
    func listOfEach(_ random: inout SeededGenerator) -> ListNode {
        switch random.below(6) {
        case 0...1: return membersOfEach(&random)
        case 2...4: return valuesOfEach(&random)
        default: return listsOfEach(&random)
        }
    }

    /// Items that their sources choose, or put in order.
    private func membersOfEach(_ random: inout SeededGenerator) -> ListNode {
        let (base, answer) = (list(&random), answer(&random))
        let (source, name) = (base.source, "\(base.name), each of \(answer.name)")
        if random.oneIn(2) {
            let shown = source.filterEach { item in answer.source(item).map { (value: Int) -> Bool in value % 3 != 0 } }
            return ListNode("filterEach(\(name))", shown) { moment in
                base.content(at: moment).filter { item in answer.model(item, moment).map { $0 % 3 != 0 } ?? false }
            }
        }
        let isAscending = random.oneIn(2)
        let sorted = source.sortedByEach(isAscending ? .ascending : .descending, answer.source)
        return ListNode("sortedByEach(\(name))", sorted) { moment in
            let keyed = base.content(at: moment).enumerated().map { offset, item in
                (offset, item, answer.model(item, moment))
            }
            return keyed.sorted { left, right in
                if left.2 == right.2 { return left.0 < right.0 }
                guard let one = left.2, let other = right.2 else { return right.2 == nil }
                return (one < other) == isAscending
            }.map(\.1)
        }
    }

    /// Items with the values of their sources.
    private func valuesOfEach(_ random: inout SeededGenerator) -> ListNode {
        let (base, answer) = (list(&random), answer(&random))
        let (source, name) = (base.source, "\(base.name), each of \(answer.name)")
        switch random.below(3) {
        case 0:
            let values = source.mapEach(answer.source).map { Entry(id: $0.id, value: $0.value) }
            return ListNode("mapEach(\(name))", values) { moment in
                base.content(at: moment).compactMap { item in
                    answer.model(item, moment).map { Entry(id: item.id, value: $0) }
                }
            }
        case 1:
            let rows = source.combinedWithEach(answer.source).map { row in
                Entry(id: row.id, value: (row.item.value + (row.value ?? 3)) % 12)
            }
            return ListNode("combinedWithEach(\(name))", rows) { moment in
                base.content(at: moment).map { item in
                    Entry(id: item.id, value: (item.value + (answer.model(item, moment) ?? 3)) % 12)
                }
            }
        default:
            // A source is kept while its key stays, so it depends on nothing else.
            let rows = source.combinedWithEach(by: { $0.value % 3 }) { key in answer.source(Entry(id: key, value: key))
            }
            .map { row in Entry(id: row.id, value: (row.item.value + (row.value ?? 3)) % 12) }
            return ListNode("combinedWithEach(by key, \(name))", rows) { moment in
                base.content(at: moment).map { item in
                    let key = item.value % 3
                    return Entry(
                        id: item.id,
                        value: (item.value + (answer.model(Entry(id: key, value: key), moment) ?? 3)) % 12)
                }
            }
        }
    }

    /// Items with the lists that belong to them.
    private func listsOfEach(_ random: inout SeededGenerator) -> ListNode {
        let (base, children) = (list(&random), children(&random))
        let rows = base.source.combinedWithEach(children.source).map { row in
            Entry(id: row.id, value: (row.item.value + Array(row.snapshot).digest) % 12)
        }
        return ListNode("combinedWithEach(\(base.name), lists of \(children.name))", rows) { moment in
            base.content(at: moment).map { item in
                Entry(id: item.id, value: (item.value + children.model(item, moment).digest) % 12)
            }
        }
    }

    /// The lists of all items, one after the other or as sections.
    func flatOfEach(_ random: inout SeededGenerator) -> any DerivedView {
        let (base, children) = (list(&random), children(&random))
        let name = "\(base.name), lists of \(children.name)"
        let rows: @Sendable (Entry, Moment) -> [Keyed<FlatID<Int, Int>, Entry>] = { item, moment in
            children.model(item, moment).map { Keyed(id: FlatID(parent: item.id, child: $0.id), value: $0) }
        }
        if random.oneIn(2) {
            return DerivedNode("flatMapEach(\(name))", base.source.flatMapEach(children.source)) { moment in
                base.content(at: moment).flatMap { rows($0, moment) }
            }
        }
        return DerivedNode("sectionedEach(\(name))", base.source.sectionedEach(children.source)) { moment in
            base.content(at: moment).map { PlainSection($0, rows($0, moment)) }
        }
    }

    /// Sections by keys that sources of the items give.
    func sectionsOfEach(_ random: inout SeededGenerator) -> SectionsNode {
        let (base, answer) = (list(&random), answer(&random))
        return SectionsNode(
            "groupedByEach(\(base.name), each of \(answer.name))",
            base.source.groupedByEach(order: .ascending, answer.source)
        ) { moment in
            let keyed = base.content(at: moment).compactMap { item in answer.model(item, moment).map { ($0, item) } }
            return Dictionary(grouping: keyed) { $0.0 }.sorted { $0.key < $1.key }
                .map { PlainSection(GroupHeader($0.key), $0.value.map(\.1)) }
        }
    }
}
