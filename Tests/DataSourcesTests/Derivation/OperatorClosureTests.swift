import DataSources
import DataSourcesTesting
import Testing

struct OperatorClosureTests {
    private let source: ListSource<Row>

    init() throws {
        source = try ListSource([Row(1, 10), Row(2, 21), Row(3, 30)])
    }

    @Test func `a closure can be an expression`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let sums = source.filter { $0.value > 10 }.map { $0.value + 1 }
            #expect(await sums.snapshot.map(\.value) == [22, 31])
        }
    }

    @Test func `a closure can have branches, also without a value`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let halves = source.compactMap { row in
                if row.value % 2 == 0 { row.value / 2 } else { nil }
            }
            #expect(await halves.snapshot.map(\.value) == [5, 15])
            let names = source.map { row in
                switch row.id {
                case 1: "first"
                case 2: "second"
                default: "later"
                }
            }
            #expect(await names.snapshot.map(\.value) == ["first", "second", "later"])
        }
    }

    @Test func `a closure can declare before its expression`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let large = source.filter { row in
                let limit = 20
                row.value > limit
            }
            #expect(await large.snapshot.map(\.id) == [2, 3])
        }
    }

    @Test func `a closure can return from its statements`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let changed = source.compactMap { row -> Row? in
                guard row.id != 2 else { return nil }
                var copy = row
                copy.value += 1
                return copy
            }
            #expect(await changed.snapshot.map(\.value) == [11, 31])
        }
    }

    @Test func `a closure knows the type of its result`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let descends = Parameter(true)
            let sorted = source.sorted(by: descends) { $0 ? .descending(\.value) : .ascending(\.value) }
            #expect(await sorted.snapshot.map(\.id) == [3, 2, 1])
            let none = source.flatMap { _ -> [Row] in [] }
            #expect(await none.snapshot.isEmpty)
        }
    }

    @Test func `a chain of twelve operators with closures compiles`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let chain = source.filter { $0.value > 1 }.map { "\($0.value)" }.sorted(by: \.value)
                .filter { $0.value.count > 1 }.map { $0.value + "!" }.sorted { $0.value > $1.value }
                .compactMap { $0.value.isEmpty ? nil : $0.value.count }.map { -$0.value * 2 }
                .filter { $0.value % 2 == 0 && $0.value < 3 }.reversed().map { String($0.value) }.prefix(2)
            #expect(await chain.snapshot.map(\.value) == ["-6", "-6"])
        }
    }
}
