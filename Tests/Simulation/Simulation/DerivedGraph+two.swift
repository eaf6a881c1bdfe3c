import DataSources
import DataSourcesTesting

/// A row of a join, with the id that the join gives it.
struct Pair<ID: Hashable & Sendable>: Identifiable, Equatable, Sendable, CustomStringConvertible {
    let id: ID
    var left: Entry?
    var right: Entry?

    var description: String { "(\(left.map { "\($0)" } ?? "-"), \(right.map { "\($0)" } ?? "-"))" }
}

extension DerivedGraph {
    /// Members of two lists.
    func listOfTwo(_ random: inout SeededGenerator) -> ListNode {
        let (one, other, third) = (list(&random), list(&random), list(&random))
        let rule = value(of: &random)
        let name = "\(one.name), \(other.name)"
        switch random.below(6) {
        case 0:
            return ListNode("intersection(\(name))", one.source.intersection(other.source)) { moment in
                let members = Set(other.content(at: moment).map(\.id))
                return one.content(at: moment).filter { members.contains($0.id) }
            }
        case 1:
            return ListNode("subtracting(\(name))", one.source.subtracting(other.source)) { moment in
                let members = Set(other.content(at: moment).map(\.id))
                return one.content(at: moment).filter { !members.contains($0.id) }
            }
        case 2:
            return ListNode("merged(\(name))", one.source.merged(with: other.source)) { moment in
                Self.merged([one, other].map { $0.content(at: moment) }) { _, _ in false }
            }
        case 3...4:
            let merged = one.source.merged(with: other.source, third.source) { $0.value > $1.value }
            return ListNode("merged(\(name), \(third.name), preferring)", merged) { moment in
                Self.merged([one, other, third].map { $0.content(at: moment) }) { $0.value > $1.value }
            }
        default:
            let merged = one.source.merged(with: other.source, preferring: rule.source) {
                $0.value % 4 > ($1.value + $2) % 4
            }
            return ListNode("merged(\(name), preferring: \(rule.name))", merged) { moment in
                guard let rule = rule.value(at: moment) else { return [] }
                return Self.merged([one, other].map { $0.content(at: moment) }) { $0.value % 4 > ($1.value + rule) % 4 }
            }
        }
    }

    /// The items of all lists; of those with one id, the one that no later one wins over.
    private static func merged(_ lists: [[Entry]], preferring: (Entry, Entry) -> Bool) -> [Entry] {
        var winners: [Int: (list: Int, item: Entry)] = [:]
        for (number, list) in lists.enumerated() {
            for item in list {
                if let winner = winners[item.id], !preferring(item, winner.item) { continue }
                winners[item.id] = (number, item)
            }
        }
        return lists.enumerated().flatMap { number, list in list.filter { winners[$0.id]?.list == number } }
    }

    /// Items with, or without, matches in another list.
    func match(_ random: inout SeededGenerator) -> ListNode {
        let (one, other) = (list(&random), list(&random))
        let name = "\(one.name), \(other.name)"
        let (key, otherKey): (@Sendable (Entry) -> Int, @Sendable (Entry) -> Int) = ({ $0.value % 4 }, { $0.value % 3 })
        let matches: @Sendable (Entry, Moment) -> [Entry] = { item, moment in
            other.content(at: moment).filter { otherKey($0) == key(item) }
        }
        switch random.below(4) {
        case 0:
            let found = one.source.whereExists(in: other.source, on: key, equals: otherKey)
            return ListNode("whereExists(\(name))", found) { moment in
                one.content(at: moment).filter { !matches($0, moment).isEmpty }
            }
        case 1:
            let found = one.source.whereNoneExists(in: other.source, on: key, equals: otherKey)
            return ListNode("whereNoneExists(\(name))", found) { moment in
                one.content(at: moment).filter { matches($0, moment).isEmpty }
            }
        default:
            let (limit, keepsAll) = (random.oneIn(2) ? Int.max : 1 + random.below(3), random.oneIn(2))
            let rows =
                keepsAll
                ? one.source.leftJoinedMany(with: other.source, on: key, equals: otherKey, limit: limit)
                : one.source.joinedMany(with: other.source, on: key, equals: otherKey, limit: limit)
            return ListNode(
                "\(keepsAll ? "leftJoinedMany" : "joinedMany")(\(name))",
                rows.map { Entry(id: $0.id, value: $0.left.value + $0.matches.digest) }
            ) { moment in
                one.content(at: moment).filter { keepsAll || !matches($0, moment).isEmpty }.map {
                    Entry(id: $0.id, value: $0.value + Array(matches($0, moment).prefix(limit)).digest)
                }
            }
        }
    }

    /// The pairs of two lists, or those on a page.
    func join(_ random: inout SeededGenerator) -> any DerivedView {
        let (one, other) = (list(&random), list(&random))
        let page = random.oneIn(3) ? value(of: &random) : nil
        let (left, right) = (one.source, other.source)
        let (key, otherKey): (@Sendable (Entry) -> Int, @Sendable (Entry) -> Int) = ({ $0.value % 4 }, { $0.value % 3 })
        /// A join, and the id of its rows.
        func node<ID>(
            _ kind: String, _ source: DerivedSource<ListSnapshot<Pair<ID>>>, keepsLeft: Bool = false,
            keepsRight: Bool = false, _ id: @escaping @Sendable (Entry?, Entry?) -> ID?
        ) -> any DerivedView {
            let model: @Sendable (Moment) -> [Pair<ID>] = { moment in
                Self.pairs(
                    one.content(at: moment), other.content(at: moment), keepsLeft, keepsRight,
                    areMatching: { key($0) == otherKey($1) }
                ).compactMap { left, right in id(left, right).map { Pair(id: $0, left: left, right: right) } }
            }
            let name = "\(kind)(\(one.name), \(other.name))"
            guard let page else { return DerivedNode(name, source, model) }
            return DerivedNode("\(name).prefix(\(page.name))", source.prefix(page.source)) { moment in
                page.value(at: moment).map { Array(model(moment).prefix($0)) } ?? []
            }
        }
        switch random.below(4) {
        case 0:
            let pairs = left.joined(with: right, on: key, equals: otherKey)
            return node("joined", pairs.map { Pair(id: $0.id, left: $0.left, right: $0.right) }) {
                guard let left = $0, let right = $1 else { return nil }
                return JoinedID(left: left.id, right: right.id)
            }
        case 1:
            let pairs = left.leftJoined(with: right, on: key, equals: otherKey)
            let rows = pairs.map { Pair(id: $0.id, left: $0.left, right: $0.right) }
            return node("leftJoined", rows, keepsLeft: true) { left, right in
                left.map { JoinedID(left: $0.id, right: right?.id) }
            }
        case 2:
            let pairs = left.rightJoined(with: right, on: key, equals: otherKey)
            let rows = pairs.map { Pair(id: $0.id, left: $0.left, right: $0.right) }
            return node("rightJoined", rows, keepsRight: true) { left, right in
                right.map { JoinedID(left: left?.id, right: $0.id) }
            }
        default:
            let pairs = left.fullJoined(with: right, on: key, equals: otherKey)
            let rows = pairs.map { Pair(id: $0.id, left: $0.left, right: $0.right) }
            return node("fullJoined", rows, keepsLeft: true, keepsRight: true) {
                JoinedID(left: $0?.id, right: $1?.id)
            }
        }
    }

    /// All pairs that match, and the items without a match that are kept.
    private static func pairs(
        _ left: [Entry], _ right: [Entry], _ keepsLeft: Bool, _ keepsRight: Bool,
        areMatching: (Entry, Entry) -> Bool
    ) -> [(Entry?, Entry?)] {
        let pairs = left.flatMap { item -> [(Entry?, Entry?)] in
            let matches = right.filter { areMatching(item, $0) }
            return matches.isEmpty && keepsLeft ? [(item, nil)] : matches.map { (item, $0) }
        }
        let alone = right.filter { item in !left.contains { areMatching($0, item) } }
        return pairs + (keepsRight ? alone.map { (nil, $0) } : [])
    }
}
