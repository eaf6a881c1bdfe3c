import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct JoinOnKeysTests {
    /// A row that may lack its first key.
    struct Place: Identifiable, Equatable, Sendable {
        let id: Int
        var country: Int?
        var city: Int
    }

    private static func place(_ row: Row) -> Place {
        Place(id: row.id, country: row.value % 3 == 0 ? nil : row.value % 3, city: row.id % 2)
    }

    private typealias Pairs = [[Int?]]

    /// The four joins of two lists, as pairs of ids.
    private static func joins(_ left: [Place], _ right: [Place]) -> [Pairs] {
        func match(_ left: Place, _ right: Place) -> Bool { left.country == right.country && left.city == right.city }
        let inner: Pairs = left.flatMap { one in right.filter { match(one, $0) }.map { [one.id, $0.id] } }
        let lefts: Pairs = left.flatMap { one in
            let found = right.filter { match(one, $0) }
            return found.isEmpty ? [[one.id, nil]] : found.map { [one.id, $0.id] }
        }
        let lone: Pairs = right.filter { one in !left.contains { match($0, one) } }.map { [nil, $0.id] }
        return [inner, lefts, inner + lone, lefts + lone]
    }

    @Test(arguments: seeds(10))
    func `on several keys, random histories of both sides: nil equals nil`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { _ in
            let (left, right) = (ListSource<Place>(), ListSource<Place>())
            let key = { @Sendable (place: Place) in CompoundKey(place.country, place.city) }
            let inner = left.joined(with: right, on: key, equals: key)
            let lefts = left.leftJoined(
                with: right, on: { CompoundKey($0.country, $0.city) }, equals: { CompoundKey($0.country, $0.city) })
            let rights = left.rightJoined(with: right, on: key, equals: key)
            let full = left.fullJoined(
                with: right, on: { CompoundKey($0.country, $0.city, true) },
                equals: { CompoundKey($0.country, $0.city, true) })
            // As in SQL, without a country there is no match.
            let known = left.leftJoined(with: right.filter { $0.country != nil }, on: key, equals: key)
            let firsts = try RowListHistory.states(seed: seed, steps: 25)
            let seconds = try RowListHistory.states(seed: seed + 500, steps: 25)
            for (first, second) in zip(firsts, seconds) {
                let (one, other) = (first.map(Self.place), second.map(Self.place))
                try await left.replaceAll(with: one)
                try await right.replaceAll(with: other)
                let expected = Self.joins(one, other)
                try #require(await inner.snapshot.map { [$0.left.id, $0.right.id] } == expected[0])
                try #require(await lefts.snapshot.map { [$0.left.id, $0.right?.id] } == expected[1])
                try #require(await rights.snapshot.map { [$0.left?.id, $0.right.id] } == expected[2])
                try #require(await full.snapshot.map { [$0.left?.id, $0.right?.id] } == expected[3])
                let strict = Self.joins(one, other.filter { $0.country != nil })[1]
                try #require(await known.snapshot.map { [$0.left.id, $0.right?.id] } == strict)
            }
        }
    }
}
