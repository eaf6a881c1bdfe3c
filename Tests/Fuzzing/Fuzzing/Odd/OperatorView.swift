import DataSources

/// Something derived that a run looks at.
protocol OperatorView: Sendable {
    /// Asks for the state, and compares it with that of a fresh operator if `isLawful`.
    func look(_ isLawful: Bool) async throws(Fault)
}

/// A derived source, and how to make the same one once more.
final class DerivedView<Snapshot: SnapshotProtocol>: OperatorView {
    private let name: String
    private let derived: DerivedSource<Snapshot>
    private let make: @Sendable () -> DerivedSource<Snapshot>
    private let plain: @Sendable (Snapshot) -> [[Int]]
    private let hasHistory: Bool

    init(
        _ name: String, hasHistory: Bool, _ make: @escaping @Sendable () -> DerivedSource<Snapshot>,
        plain: @escaping @Sendable (Snapshot) -> [[Int]]
    ) {
        (self.name, self.make, self.plain, self.hasHistory) = (name, make, plain, hasHistory)
        derived = make()
    }

    func look(_ isLawful: Bool) async throws(Fault) {
        let state = await derived.snapshot
        let fresh = await make().snapshot
        if isLawful, !hasHistory, plain(state) != plain(fresh) {
            throw Fault("law 15: \(name) shows\n  \(plain(state)), a fresh one\n  \(plain(fresh))")
        }
        // The state of a fresh operator shares nothing with that of the old one.
        for (before, after) in [(fresh, state), (Snapshot(), state)] {
            guard let update = Update(from: before, to: after) else { continue }
            _ = (update.steps, update.stages, update.inverted)
        }
    }
}

extension OperatorScene {
    /// A chain of operators, and what is made of its end.
    func views(_ chain: [Link], _ bytes: inout ByteReader) -> [any OperatorView] {
        let name = chain.map(\.description).joined(separator: ", ")
        let hasHistory = chain.contains(where: \.hasHistory)
        let end: @Sendable () -> List = { [self] in
            chain.reduce(left.reversed().reversed()) { linked($0, $1) }
        }
        func view<Snapshot>(
            _ last: String, _ make: @escaping @Sendable (List) -> DerivedSource<Snapshot>,
            _ plain: @escaping @Sendable (Snapshot) -> [[Int]]
        ) -> DerivedView<Snapshot> {
            say("and at the end \(last)")
            return DerivedView("\(name), \(last)", hasHistory: hasHistory, { make(end()) }, plain: plain)
        }
        let (key, right) = (key(), right)
        let number = bytes.below(16)
        var views: [any OperatorView] = [view("itself", { $0 }) { $0.map { Self.plain($0) } }]
        switch bytes.below(20) {
        case 0:
            views.append(
                view("joined", { $0.joined(with: right, on: key, equals: key) }) {
                    $0.map { Self.plain($0.left) + Self.plain($0.right) }
                })
        case 1:
            views.append(
                view("leftJoined", { $0.leftJoined(with: right, on: key, equals: key) }) {
                    $0.map { Self.plain($0.left) + ($0.right.map { Self.plain($0) } ?? []) }
                })
        case 2:
            views.append(
                view("rightJoined", { $0.rightJoined(with: right, on: key, equals: key) }) {
                    $0.map { ($0.left.map { Self.plain($0) } ?? []) + Self.plain($0.right) }
                })
        case 3:
            views.append(
                view("fullJoined", { $0.fullJoined(with: right, on: key, equals: key).reversed() }) {
                    $0.map {
                        [$0.left.map { Self.plain($0) } ?? [-1], $0.right.map { Self.plain($0) } ?? []].flatMap { $0 }
                    }
                })
        case 4:
            views.append(
                view("counted by key", { $0.aggregated(by: key, .count) }) { $0.map { [$0.id.identity, $0.value] } })
        case 5:
            views.append(view("distinct", { $0.distinct(by: key) }) { $0.map { [$0.id.identity, $0.count] } })
        case 6: views.append(view("min", { $0.min(of: key) }) { [[$0.value?.identity ?? -1]] })
        case 7: views.append(view("max", { $0.max(of: key) }) { [[$0.value?.identity ?? -1]] })
        case 8:
            views.append(view("sum", { $0.sum { $0.value } }) { [[$0.value ?? -1]] })
            views.append(view("count", { $0.counted() }) { [[$0.value ?? -1]] })
        case 9:
            // NaN and infinity among the numbers that are summed up.
            let numbers: [Double] = [.nan, .infinity, 0.1, -1e300]
            views.append(
                view("sum of numbers", { $0.sum { numbers[$0.value] } }) {
                    [[Int(bitPattern: UInt($0.value?.magic ?? 1))]]
                })
            views.append(
                view("average", { $0.average { numbers[$0.value] } }) {
                    [[Int(bitPattern: UInt($0.value?.magic ?? 1))]]
                })
        case 10:
            let order = groups(number)
            views.append(view("grouped", { $0.grouped(by: key, order: order) }) { Self.plain($0) { $0.identity } })
        case 11:
            views.append(view("sectioned", { [self] in sectioned($0, number) }) { Self.plain($0) { $0.identity } })
        case 12:
            let whim = liar ?? Whim(seed: 1)
            views.append(
                view("flatMap", { $0.flatMap { item in [item, Item(number, 1, 2, whim)].prefix(item.value) + [] } }) {
                    $0.map { Self.plain($0.value) }
                })
        case 13:
            let parent = parent()
            views.append(
                view("tree", { [expansion] in $0.tree(parent: parent, expanded: expansion) }) {
                    $0.map { Self.plain($0.item) + [$0.depth, $0.childCount] }
                })
        case 14:
            views.append(
                view("leftJoinedMany", { $0.leftJoinedMany(with: right, on: key, equals: key, limit: number) }) {
                    $0.map { Self.plain($0.left) + $0.matches.flatMap { Self.plain($0) } }
                })
        case 15:
            views.append(
                view("flatMapEach", { [self] in $0.flatMapEach(lists($0)) }) { $0.map { Self.plain($0.value) } })
        case 16:
            views.append(
                view("sectionedEach", { [self] in $0.sectionedEach(lists($0)) }) {
                    $0.map { Self.plain($0.header) + $0.items.flatMap { Self.plain($0.value) } }
                })
        case 17:
            views.append(
                view("several by key") {
                    $0.aggregated(by: key, .combined(.count, .sum(of: { $0.value })) { $0 * 99 + $1 })
                } _: {
                    $0.map { [$0.id.identity, $0.value] }
                })
        case 18:
            let number = self.number
            views.append(
                view("combined") {
                    $0.pageCount(size: number).combined(with: $0.counted(), number) { $0 + 9 * $1 + $2 }
                } _: {
                    [[$0.value ?? -1]]
                })
        default:
            let parent = parent()
            views.append(
                view("treeSections", { [expansion] in $0.treeSections(parent: parent, expanded: expansion) }) {
                    $0.map { Self.plain($0.header.item) + $0.items.flatMap { Self.plain($0.item) + [$0.depth] } }
                })
        }
        return views
    }

    private static func plain(_ item: Item) -> [Int] { [item.honest.id, item.honest.value] }

    private static func plain<Header>(
        _ sections: SectionedSnapshot<Header, Item>, _ number: (Header.ID) -> Int
    ) -> [[Int]] {
        sections.map { [number($0.header.id)] + $0.items.flatMap { plain($0) } }
    }
}

extension Double {
    /// The bits, with one pattern for all NaNs.
    fileprivate var magic: UInt64 { isNaN ? 2 : bitPattern }
}
