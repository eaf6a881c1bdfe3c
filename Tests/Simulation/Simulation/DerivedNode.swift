import DataSources
import DataSourcesTesting

/// An item of the simulation's derived lists.
struct Entry: Identifiable, Hashable, Sendable, CustomStringConvertible {
    let id: Int
    var value: Int

    var description: String { "\(id):\(value)" }
}

/// What all origins hold at one moment.
struct Moment: Equatable, Sendable {
    var lists: [[Entry]]
    var parameter: Int
}

/// A list of the simulation, and the most obvious code for what it must hold.
struct DerivedNode: Sendable {
    /// How it is made, for reports.
    let name: String
    let source: any DerivableSource<ListSnapshot<Entry>>
    let model: @Sendable (Moment) -> [Entry]

    /// Derives a node by an operator that the generator chooses from the nodes there are.
    ///
    /// - Parameters:
    ///   - nodes: The nodes so far.
    ///   - parameter: A value that operators follow.
    ///   - random: Chooses.
    /// - Returns: The new node.
    static func derived(
        from nodes: [DerivedNode], by parameter: Parameter<Int>, _ random: inout SeededGenerator
    ) -> DerivedNode {
        let (one, other) = (nodes[random.below(nodes.count)], nodes[random.below(nodes.count)])
        let number = random.below(5)
        return switch random.below(8) {
        case 0...3: one.derived(by: parameter, number, random.below(10))
        case 4: one.switching(to: other, by: parameter)
        default: one.combined(with: other, random.below(4))
        }
    }

    /// An operator on one list.
    private func derived(by parameter: Parameter<Int>, _ number: Int, _ kind: Int) -> DerivedNode {
        let (base, model) = (source, model)
        return switch kind {
        case 0:
            DerivedNode(name: "\(name).filter", source: base.filter { $0.value % 3 != number % 3 }) {
                model($0).filter { $0.value % 3 != number % 3 }
            }
        case 1:
            DerivedNode(name: "\(name).filter(by:)", source: base.filter(by: parameter) { $0.value % 5 != $1 }) {
                moment in
                model(moment).filter { $0.value % 5 != moment.parameter }
            }
        case 2:
            DerivedNode(name: "\(name).map", source: base.map { Entry(id: $0.id, value: $0.value / 2 + number) }) {
                model($0).map { Entry(id: $0.id, value: $0.value / 2 + number) }
            }
        case 3:
            DerivedNode(name: "\(name).sorted", source: base.sorted(by: { $0.value })) {
                Self.sorted(model($0), ascending: true)
            }
        case 4:
            DerivedNode(
                name: "\(name).sorted(by:)",
                source: base.sorted(by: parameter) { $0 % 2 == 0 ? .ascending(\.value) : .descending(\.value) }
            ) { Self.sorted(model($0), ascending: $0.parameter % 2 == 0) }
        case 5: DerivedNode(name: "\(name).reversed", source: base.reversed()) { model($0).reversed() }
        case 6: DerivedNode(name: "\(name).prefix", source: base.prefix(number)) { Array(model($0).prefix(number)) }
        case 7:
            DerivedNode(name: "\(name).prefix(parameter)", source: base.prefix(parameter)) {
                Array(model($0).prefix($0.parameter))
            }
        case 8:
            DerivedNode(name: "\(name).dropFirst", source: base.dropFirst(number)) {
                Array(model($0).dropFirst(number))
            }
        default:
            DerivedNode(name: "\(name).grouped.flattened", source: base.grouped { $0.value % 3 }.flattened()) {
                moment in
                (0..<3).flatMap { key in model(moment).filter { $0.value % 3 == key } }
            }
        }
    }

    /// An operator on two lists.
    private func combined(with other: DerivedNode, _ kind: Int) -> DerivedNode {
        let (source, model, otherSource) = (source, model, other.source)
        let otherIDs: @Sendable (Moment) -> Set<Int> = { [model = other.model] in Set(model($0).map(\.id)) }
        return switch kind {
        case 0:
            DerivedNode(name: "\(name).intersection(\(other.name))", source: source.intersection(otherSource)) {
                moment in
                let members = otherIDs(moment)
                return model(moment).filter { members.contains($0.id) }
            }
        case 1:
            DerivedNode(name: "\(name).subtracting(\(other.name))", source: source.subtracting(otherSource)) { moment in
                let members = otherIDs(moment)
                return model(moment).filter { !members.contains($0.id) }
            }
        default:
            DerivedNode(name: "\(name).merged(\(other.name))", source: source.merged(with: otherSource)) {
                [otherModel = other.model] moment in
                let first = model(moment)
                let known = Set(first.map(\.id))
                return first + otherModel(moment).filter { !known.contains($0.id) }
            }
        }
    }

    /// The list that a parameter selects.
    private func switching(to other: DerivedNode, by parameter: Parameter<Int>) -> DerivedNode {
        let (even, odd) = (source, other.source)
        return DerivedNode(
            name: "switch(\(name), \(other.name))",
            source: parameter.switchToLatest { $0 % 2 == 0 ? even : odd }
        ) { [model, otherModel = other.model] in $0.parameter % 2 == 0 ? model($0) : otherModel($0) }
    }

    private static func sorted(_ items: [Entry], ascending: Bool) -> [Entry] {
        items.enumerated().sorted { left, right in
            if left.element.value == right.element.value { return left.offset < right.offset }
            return (left.element.value < right.element.value) == ascending
        }.map(\.element)
    }
}
