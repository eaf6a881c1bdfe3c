import DataSources
import DataSourcesTesting

extension DerivedGraph {
    /// An operator on one list; half of them follow a value.
    func listOfOne(_ random: inout SeededGenerator) -> ListNode {
        let (base, value) = (list(&random), value(of: &random))
        let number = random.below(5)
        switch random.below(8) {
        case 0...3: return plain(base, number, random.below(6))
        case 4...6: return led(base, value, number, &random)
        default: return switched(base, value, &random)
        }
    }

    private func plain(_ base: ListNode, _ number: Int, _ kind: Int) -> ListNode {
        let source = base.source
        switch kind {
        case 0:
            return ListNode("\(base.name).filter", source.filter { $0.value % 3 != number % 3 }) {
                base.content(at: $0).filter { $0.value % 3 != number % 3 }
            }
        case 1:
            return ListNode("\(base.name).map", source.map { Entry(id: $0.id, value: $0.value / 2 + number) }) {
                base.content(at: $0).map { Entry(id: $0.id, value: $0.value / 2 + number) }
            }
        case 2:
            return ListNode("\(base.name).sorted", source.sorted(by: { $0.value })) {
                base.content(at: $0).sorted(ascending: true)
            }
        case 3: return ListNode("\(base.name).reversed", source.reversed()) { base.content(at: $0).reversed() }
        case 4:
            return ListNode("\(base.name).dropFirst.prefix", source.dropFirst(number).prefix(number + 2)) {
                Array(base.content(at: $0).dropFirst(number).prefix(number + 2))
            }
        default:
            // Rows of groups: the ids are the keys.
            let rows = source.aggregated(
                by: { $0.value % 3 }, .combined(.count, .sum(of: { $0.value })) { 12 * $0 + $1 })
            return ListNode("\(base.name).aggregated", rows.map { Entry(id: $0.id, value: $0.value) }) { moment in
                Dictionary(grouping: base.content(at: moment)) { $0.value % 3 }.sorted { $0.key < $1.key }
                    .map { key, items in Entry(id: key, value: items.reduce(12 * items.count) { $0 + $1.value }) }
            }
        }
    }

    /// An operator that a value leads; without one it shows nothing.
    private func led(_ base: ListNode, _ value: ValueNode, _ number: Int, _ random: inout SeededGenerator) -> ListNode {
        let source = base.source
        func node(
            _ name: String, _ derived: any DerivableSource<ListSnapshot<Entry>>,
            _ model: @escaping @Sendable ([Entry], Int) -> [Entry]
        ) -> ListNode {
            ListNode("\(base.name).\(name)(\(value.name))", derived) { moment in
                value.value(at: moment).map { model(base.content(at: moment), $0) } ?? []
            }
        }
        switch random.below(5) {
        case 0:
            let filtered = source.filter(by: value.source) { $0.value % 5 != $1 % 5 }
            return node("filter", filtered) { items, value in items.filter { $0.value % 5 != value % 5 } }
        case 1:
            let sorted = source.sorted(by: value.source) { $0 % 2 == 0 ? .ascending(\.value) : .descending(\.value) }
            return node("sorted", sorted) { $0.sorted(ascending: $1 % 2 == 0) }
        case 2: return node("prefix", source.prefix(value.source)) { Array($0.prefix($1)) }
        case 3:
            let page = source.page(number: value.source.map { (value: Int) -> Int in value - 1 }, size: number)
            return node("page", page) { Self.page($0, $1 - 1, number) }
        default:
            let size = self.value(of: &random)
            return ListNode(
                "\(base.name).page(\(value.name), \(size.name))", source.page(number: value.source, size: size.source)
            ) { moment in
                guard let number = value.value(at: moment), let size = size.value(at: moment) else { return [] }
                return Self.page(base.content(at: moment), number, size)
            }
        }
    }

    /// A list that a value chooses or makes.
    private func switched(_ base: ListNode, _ value: ValueNode, _ random: inout SeededGenerator) -> ListNode {
        let (source, other) = (base.source, list(&random))
        switch random.below(3) {
        case 0:
            return ListNode(
                "\(value.name).switch(\(base.name), \(other.name))",
                value.source.switchToLatest { $0 % 2 == 0 ? source : other.source }
            ) { moment in
                value.value(at: moment).map { ($0 % 2 == 0 ? base : other).content(at: moment) } ?? []
            }
        case 1:
            // A source that is made for each value, and none for some.
            let made = value.source.switchToLatest { (value: Int) -> (any DerivableSource<ListSnapshot<Entry>>)? in
                if value % 4 == 3 { return nil }
                return source.filter { $0.value % 4 != value % 4 }
            }
            return ListNode("\(value.name).switch(\(base.name).filter)", made) { moment in
                guard let value = value.value(at: moment), value % 4 != 3 else { return [] }
                return base.content(at: moment).filter { $0.value % 4 != value % 4 }
            }
        default:
            // The whole of another list as the value.
            let values = other.source.collected().map { (list: ListSnapshot<Entry>) -> Set<Int> in
                Set(list.map(\.value))
            }
            return ListNode(
                "\(base.name).filter(\(other.name).collected)", source.filter(by: values) { $1.contains($0.value) }
            ) { moment in
                let values = Set(other.content(at: moment).map(\.value))
                return base.content(at: moment).filter { values.contains($0.value) }
            }
        }
    }

    /// The page with a number, or the nearest one.
    private static func page(_ items: [Entry], _ number: Int, _ size: Int) -> [Entry] {
        let pages = stride(from: 0, to: items.count, by: max(1, size)).map { Array(items[$0...].prefix(max(1, size))) }
        return pages.isEmpty ? [] : pages[min(max(0, number), pages.count - 1)]
    }
}
