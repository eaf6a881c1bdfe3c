import DataSources

/// A source whose commits the benchmark makes itself, outside of what it measures.
struct Upstream: PublishingSource {
    let hub = SnapshotHub<ListSnapshot<Employee>>()
}

/// Something derived, with what one would do instead.
struct DerivedView: Sendable {
    let name: String
    /// Derives it; what is returned brings it up to date, and says how much there is.
    let derive: @Sendable (_ source: Upstream) async -> @Sendable () async -> Int
    /// Makes the same of plain items, from scratch.
    let recompute: @Sendable (_ items: [Employee]) -> Int
    /// Microseconds for one change of 1,000,000 items.
    var bar = 25.0

    /// A view whose states are collections.
    private static func view<Source: DerivableSource>(
        _ name: String,
        bar: Double = 25,
        _ derive: @escaping @Sendable (Upstream) -> Source,
        recompute: @escaping @Sendable ([Employee]) -> Int
    ) -> DerivedView where Source.Snapshot: Collection {
        DerivedView(
            name: name,
            derive: { source in
                let derived = derive(source)
                return { await derived.snapshot.count }
            },
            recompute: recompute, bar: bar)
    }

    static let all = [
        view("filter") {
            $0.filter { $0.salary % 2 == 0 }
        } recompute: {
            $0.filter { $0.salary % 2 == 0 }.count
        },
        view("map") {
            $0.map { Employee($0.id) }
        } recompute: {
            $0.map { Employee($0.id) }.count
        },
        view("sorted") {
            $0.sorted(by: .descending(\.salary))
        } recompute: {
            $0.sorted { $0.salary > $1.salary }.count
        },
        view("grouped") {
            $0.grouped { abs($0.salary % 100) }
        } recompute: {
            Dictionary(grouping: $0) { abs($0.salary % 100) }.sorted { $0.key < $1.key }.count
        },
        view("limited") {
            $0.prefix(100)
        } recompute: {
            Array($0.prefix(100)).count
        },
        view("window") {
            $0.window(ListWindow(start: 5_000, count: 50))
        } recompute: {
            Array($0[min(5_000, $0.count)..<min(5_050, $0.count)]).count
        },
        joined,
        chain,
    ]

    /// Each employee with the one of a thousand departments that it belongs to.
    private static let joined: DerivedView = {
        let departments = (0..<1_000).map { Employee($0) }
        return view("joined") { source in
            let others = Upstream()
            var list = DraftedList(departments)
            others.hub.publish(list.state)
            return source.joined(with: others, on: { abs($0.salary % 1_000) }, equals: \.id)
        } recompute: { items in
            let byID = Dictionary(uniqueKeysWithValues: departments.map { ($0.id, $0) })
            var pairs: [(Employee, Employee)] = []
            for item in items {
                if let department = byID[abs(item.salary % 1_000)] { pairs.append((item, department)) }
            }
            return pairs.count
        }
    }()

    /// Filtered, sorted, grouped, and of that what is on a screen: with the difference that its subscriber is given.
    private static let chain = DerivedView(
        name: "filter, sorted, grouped, window of 50, difference",
        derive: { source in
            let visible =
                source
                .filter { $0.salary % 2 == 0 }
                .sorted(by: .descending(\.salary))
                .grouped { abs($0.salary % 100) }
                .flattened()
                .window(ListWindow(start: 0, count: 50))
            let last = Mailbox(await visible.snapshot)
            return {
                let snapshot = await visible.snapshot
                return Update(from: last.replace(by: snapshot), to: snapshot)?.changes.count ?? 0
            }
        },
        recompute: { items in
            let sorted = items.filter { $0.salary % 2 == 0 }.sorted { $0.salary > $1.salary }
            let groups = Dictionary(grouping: sorted) { abs($0.salary % 100) }.sorted { $0.key < $1.key }
            return groups.lazy.flatMap(\.value).prefix(50).count
        },
        bar: 120)
}
