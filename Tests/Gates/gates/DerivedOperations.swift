import DataSources

/// One change through a derived source, from its publication: hardly more in a list of 10,000 than in one of 1,000.
///
/// Longer lists are built on a thread of the library's own, which the loop of the gates does not wait for.
///
/// The publication is part of it, so that it does not matter which of the two releases what is no longer needed.
/// A quarter each are insertions, removals, updates and moves.
enum DerivedOperations {
    static func run(_ report: Operations.Report) {
        for size in [1_000, 10_000] {
            measure("filter", size, report) { $0.filter { $0.number % 2 == 0 } }
            measure("map", size, report) { $0.map(\.text) }
            measure("sorted", size, report) { $0.sorted(by: .ascending { $0.id * 7919 % 10_007 + $0.number }) }
            measure("grouped", size, report) { $0.grouped { ($0.id + $0.number) % 100 } }
            measure("limited", size, report) { $0.prefix(100) }
            // The last operator takes over the others.
            measure("filter, sorted and limited", size, report) { source in
                source.filter { $0.number % 2 == 0 }.sorted(by: { $0.id * 7919 % 10_007 + $0.number }).prefix(100)
            }
            measure("window", size, report) { $0.window(ListWindow(start: 500, count: 50)) }
            measure("counted", size, report) { $0.counted() }
            measure("aggregated by two keys", size, report) { source in
                source.aggregated(
                    by: { ($0.id + $0.number) % 10 }, { $0.id % 10 },
                    with: .combined(.count, .sum(of: \.number)) { $0 &+ $1 })
            }
            measure("watching", size, report) { $0.watching(id: 500) }
            measure("sorted items", size, report) { source in
                source.grouped { $0.id % 4 }.sortedItems(by: { $0.id * 7919 % 10_007 + $0.number })
            }
            measure("tree", size, report) { $0.tree { $0.id < 100 ? nil : $0.id % 100 } }
            measure("joined", size, report) { source in
                let others = Upstream()
                others.hub.publish(checked { try ListSnapshot((0..<100).map { Thing($0) }) })
                return source.joined(with: others, on: { ($0.id + $0.number) % 100 }, equals: \.id)
            }
            measure("sectioned into a list", size, report) { source in
                let columns = Upstream()
                columns.hub.publish(checked { try ListSnapshot((0..<90).map { Thing($0) }) })
                return source.sectioned(into: columns, elsewhere: Thing(1_000)) { ($0.id + $0.number) % 100 }
            }
            measure("sorted sections", size, report) { source in
                source.grouped { ($0.id + $0.number) % 100 }.sortedSections(by: { $0.id * 7919 % 101 })
            }
            measure("joined to one", size, report) { source in
                let others = Upstream()
                others.hub.publish(checked { try ListSnapshot((0..<90).map { Thing($0) }) })
                return source.leftJoined(toOne: others) { ($0.id + $0.number) % 100 }
            }
            // A longer list makes these compute on a thread, too.
            if size == 1_000 {
                measure("collapsed sections", size, report) { source in
                    source.grouped { ($0.id + $0.number) % 100 }.collapsingSections(Parameter(Set(0..<50)))
                }
                measure("debounced for no time", size, report) { $0.debounced(for: Duration.zero) }
            }
            measure("sources of items", size, report) { source in
                let values = (0..<100).map { Parameter($0) }
                return source.combinedWithEach { values[($0.id + $0.number) % 100] }
            }
            measure("sources by key", size, report) { source in
                let lists = (0..<100).map { _ in Upstream() }
                return source.combinedWithEach(by: { ($0.id + $0.number) % 100 }) { lists[$0] }
            }
        }
    }

    private static func measure<Source: DerivableSource>(
        _ name: String, _ size: Int, _ report: Operations.Report, derive: @escaping @Sendable (Upstream) -> Source
    ) {
        let box = Box()
        SerialLoop.run { _ in
            let source = Upstream()
            var list = EditedList(size)
            let derived = derive(source)
            for round in 0..<440 {
                var unused = Meter(isOn: false)
                let verb = EditedList.Verb.allCases[round % 4]
                var changed = ListSnapshot<Thing>()
                list.edit(verb, rounds: 1, commits: &unused) { _, after in changed = after }
                // The first one builds.
                if round >= 40 { box.meter.begin() }
                source.hub.publish(changed)
                consume(await derived.snapshot)
                if round >= 40 { box.meter.end() }
            }
        }
        report("1 of \(size) changes: \(name)", box.meter)
    }

    private struct Upstream: PublishingSource {
        let hub = SnapshotHub<ListSnapshot<Thing>>()
    }

    // Sendable: touched by the one task of a loop, and after it has ended.
    private final class Box: @unchecked Sendable {
        var meter = Meter()
    }
}
