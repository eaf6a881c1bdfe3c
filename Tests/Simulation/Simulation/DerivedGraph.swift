import DataSources
import DataSourcesTesting

/// A random graph of derived sources.
///
/// Lists, sections and values are what operators take. What has another type, such as the pairs of a join, is only
/// followed.
struct DerivedGraph {
    var lists: [ListNode]
    var sections: [SectionsNode] = []
    var values: [ValueNode]
    /// All nodes.
    private(set) var views: [any DerivedView]
    /// Parameters that items share, as sources of their own.
    let marks: [Parameter<Int>]

    /// A graph of origins only.
    init(_ origins: [ListSource<Entry>], _ parameter: Parameter<Int>, _ marks: [Parameter<Int>]) {
        lists = origins.enumerated().map { number, list in
            ListNode("list\(number)", list) { $0.origins.lists[number] }
        }
        values = [
            ValueNode("parameter", parameter) { [$0.origins.parameter] },
            ValueNode("mark", marks[0]) { [$0.origins.marks[0]] },
        ]
        views = lists
        self.marks = marks
    }

    /// Adds a node that is derived from others.
    mutating func grow(_ random: inout SeededGenerator) {
        switch random.below(20) {
        case 0...4: add(listOfOne(&random))
        case 5...7: add(listOfTwo(&random))
        case 8...9: add(match(&random))
        case 10: views.append(join(&random))
        case 11...13: add(listOfEach(&random))
        case 14: views.append(flatOfEach(&random))
        case 15...17: growSections(&random)
        default: add(value(&random))
        }
    }

    func list(_ random: inout SeededGenerator) -> ListNode { lists[random.below(lists.count)] }
    func value(of random: inout SeededGenerator) -> ValueNode { values[random.below(values.count)] }

    mutating func add(_ node: ListNode) {
        lists.append(node)
        views.append(node)
    }

    mutating func add(_ node: SectionsNode) {
        sections.append(node)
        views.append(node)
    }

    mutating func add(_ node: ValueNode) {
        values.append(node)
        views.append(node)
    }

    // MARK: Values

    /// A value made of other values, or of a list.
    private func value(_ random: inout SeededGenerator) -> ValueNode {
        let (one, other, third) = (value(of: &random), value(of: &random), value(of: &random))
        let list = list(&random)
        switch random.below(6) {
        case 0:
            return ValueNode("\(one.name).map", one.source.map { (value: Int) -> Int in value / 2 }) { moment in
                one.value(at: moment).map { [$0 / 2] } ?? []
            }
        case 1:
            let combined = one.source.combined(with: other.source, third.source) { ($0 + 2 * $1 + 3 * $2) % 7 }
            return ValueNode("combined(\(one.name), \(other.name), \(third.name))", combined) { moment in
                guard let one = one.value(at: moment), let other = other.value(at: moment),
                    let third = third.value(at: moment)
                else { return [] }
                return [(one + 2 * other + 3 * third) % 7]
            }
        case 2:
            return ValueNode("\(list.name).counted", list.source.counted()) { [list.content(at: $0).count] }
        case 3:
            // An empty list has none.
            return ValueNode("\(list.name).max", list.source.aggregated(.max(of: { $0.value }))) { moment in
                list.content(at: moment).map(\.value).max().map { [$0] } ?? []
            }
        case 4:
            let (source, other) = (one.source, other)
            let switched = source.switchToLatest { (value: Int) -> (any DerivableSource<ValueSnapshot<Int>>)? in
                value % 3 == 0 ? nil : other.source
            }
            return ValueNode("\(one.name).switch(\(other.name))", switched) { moment in
                guard let value = one.value(at: moment), value % 3 != 0 else { return [] }
                return other.content(at: moment)
            }
        default:
            let digest = list.source.collected().map { (list: ListSnapshot<Entry>) -> Int in Array(list).digest % 7 }
            return ValueNode("\(list.name).collected", digest) { [list.content(at: $0).digest % 7] }
        }
    }
}
