import DataSources
import DataSourcesPostgreSQL

/// Events that wait until a gate is open: a list that takes nothing for a while.
struct Gated: AsyncSequence, Sendable {
    typealias Element = RowEvent<Account, LogPosition>

    let base: PostgresEvents<Account>
    let isOpen: Parameter<Bool>

    func makeAsyncIterator() -> Iterator {
        Iterator(base: base.makeAsyncIterator(), isOpen: isOpen)
    }

    struct Iterator: AsyncIteratorProtocol {
        var base: PostgresEvents<Account>.Iterator
        let isOpen: Parameter<Bool>

        mutating func next() async throws -> RowEvent<Account, LogPosition>? {
            if !isOpen.value { await isOpen.firstValue { $0 } }
            return try await base.next()
        }
    }
}
