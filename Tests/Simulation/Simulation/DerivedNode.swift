import DataSources
import DataSourcesTesting

/// A node of any kind, which consumers can follow.
protocol DerivedView: AnyObject, Sendable {
    /// How it is made, for reports.
    var name: String { get }

    /// Has a consumer of the scenario follow it.
    func followed(in scenario: DerivedScenario, by number: Int, _ random: SeededGenerator) async

    /// Has a task of the scenario read its state a few times.
    func read(in scenario: DerivedScenario, by number: Int, _ random: SeededGenerator) async
}

/// A source of the simulation, and the most obvious code for what it must hold.
final class DerivedNode<Snapshot: OracleSnapshot>: DerivedView {
    typealias Content = [Snapshot.PlainElement]

    let name: String
    let source: any DerivableSource<Snapshot>
    private let model: @Sendable (Moment) -> Content

    init(
        _ name: String, _ source: any DerivableSource<Snapshot>, _ model: @escaping @Sendable (Moment) -> Content
    ) {
        (self.name, self.source, self.model) = (name, source, model)
    }

    /// What it must hold at a moment.
    func content(at moment: Moment) -> Content {
        moment.content(of: self) { model(moment) }
    }

    func followed(in scenario: DerivedScenario, by number: Int, _ random: SeededGenerator) async {
        await scenario.follow(self, number, random)
    }

    func read(in scenario: DerivedScenario, by number: Int, _ random: SeededGenerator) async {
        await scenario.read(self, number, random)
    }
}

typealias ListNode = DerivedNode<ListSnapshot<Entry>>
typealias SectionsNode = DerivedNode<SectionedSnapshot<GroupHeader<Int>, Entry>>
typealias ValueNode = DerivedNode<ValueSnapshot<Int>>

extension DerivedNode<ValueSnapshot<Int>> {
    /// The value at a moment, if there is one.
    func value(at moment: Moment) -> Int? { content(at: moment).first }
}

extension [Entry] {
    /// A number that depends on all values and their order.
    var digest: Int { reduce(7) { ($0 * 31 + $1.value) % 97 } }

    func sorted(ascending: Bool) -> [Entry] {
        enumerated().sorted { left, right in
            if left.element.value == right.element.value { return left.offset < right.offset }
            return (left.element.value < right.element.value) == ascending
        }.map(\.element)
    }
}
