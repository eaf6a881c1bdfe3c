import DataSources
import DataSourcesViews
import Observation
import TestKit

/// An actor with a mirror, as a main actor has one, that counts how often observers are told of a change.
actor Watcher {
    let list: ObservedList<Card>
    /// The number of times that each observer was told.
    nonisolated let told = Shared<[String: Int]>([:])
    private var held: [ObservedRow<Card>] = []

    init(of source: ListSource<Card>, rowsKept: Int = 1_000) {
        list = ObservedList(of: source, rowsKept: rowsKept)
    }

    init(of source: DerivedSource<ListSnapshot<Card>>, editing editor: ItemEditor<Card>? = nil) async {
        list = await ObservedList(of: source, editing: editor)
    }

    func run() async { await list.run() }

    /// Observes what `body` reads, until it has changed once, as a view does.
    func watch(_ name: String, _ body: @Sendable (ObservedList<Card>) -> Void) {
        let told = told
        withObservationTracking {
            body(list)
        } onChange: {
            told.change { $0[name, default: 0] += 1 }
        }
    }

    /// Observes the rows at some positions, each with an observer of its own.
    func watchRows(_ positions: Range<Int>) {
        for position in positions { watch("\(position)") { _ = $0.rows[position].value } }
    }

    private var keptRows: ObservedRows<Card>?

    func keepRows() { keptRows = list.rows }

    func readKept<Value: Sendable>(_ body: @Sendable (ObservedRows<Card>) -> Value) -> Value? { keptRows.map(body) }

    /// Observes what `body` reads from a row that is held.
    func watchHeld(_ name: String, _ body: @Sendable (ObservedRow<Card>) -> Void) {
        let (told, row) = (told, held[0])
        withObservationTracking {
            body(row)
        } onChange: {
            told.change { $0[name, default: 0] += 1 }
        }
    }

    /// Notes what `body` reads at the moment when observers are told that rows change.
    func readWhenTold(_ body: @escaping @Sendable (ObservedList<Card>, ObservedRow<Card>) -> Bool) {
        let told = told
        // Observers are told on this actor.
        nonisolated(unsafe) let (list, row) = (list, held[0])
        withObservationTracking {
            _ = list.rows
        } onChange: {
            told.change { $0["\(body(list, row))", default: 0] += 1 }
        }
    }

    func hold(_ positions: Range<Int>) { held = list.rows[positions].map { $0 } }

    func read<Value: Sendable>(_ body: @Sendable (ObservedList<Card>) throws -> Value) rethrows -> Value {
        try body(list)
    }

    func readHeld<Value: Sendable>(_ body: @Sendable ([ObservedRow<Card>], ObservedList<Card>) -> Value) -> Value {
        body(held, list)
    }
}
