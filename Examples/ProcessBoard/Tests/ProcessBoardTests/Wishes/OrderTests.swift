import DataSources
import Testing

@testable import ProcessBoard

@Suite struct OrderTests {
    @Test(arguments: [
        (Order.cpu, [1, 4, 5, 2, 3]), (.memory, [5, 1, 2, 3, 4]), (.pid, [1, 2, 3, 4, 5]), (.name, [2, 4, 5, 3, 1]),
        (.time, [3, 1, 2, 4, 5]), (.user, [1, 4, 3, 5, 2]),
    ])
    func `Processes are sorted by what was chosen, and where that leaves it open by their id`(
        order: Order,
        pids: [Int32]
    ) async throws {
        let processes = try Self.processes()
        #expect(await processes.sorted(by: Sorting(order: order).ofProcesses).snapshot.map(\.id.pid) == pids)
    }

    @Test(arguments: [
        (Order.cpu, [5, 2, 3, 4, 1]), (.memory, [1, 2, 3, 4, 5]), (.pid, [5, 4, 3, 2, 1]), (.name, [1, 3, 4, 5, 2]),
        (.time, [1, 2, 4, 5, 3]), (.user, [2, 1, 4, 3, 5]),
    ])
    func `Reversed, only what was chosen is reversed, and not what decides among equals`(
        order: Order, pids: [Int32]
    ) async throws {
        let sorting = Sorting(order: order, isReversed: true)
        #expect(try await Self.processes().sorted(by: sorting.ofProcesses).snapshot.map(\.id.pid) == pids)
    }

    @Test func `Choosing an order again reverses it, and choosing another one begins as usual`() {
        var sorting = Sorting(order: .cpu)
        #expect(sorting.direction == .descending)
        sorting.chosen(.cpu)
        #expect(sorting.direction == .ascending)
        sorting.chosen(.name)
        #expect(sorting == Sorting(order: .name))
        #expect(sorting.direction == .ascending)
    }

    @Test func `Each order has a key of its own`() {
        #expect(Order.allCases.map(\.key) == ["c", "m", "p", "n", "t", "u"])
    }

    private static func processes() throws -> ListSource<Process> {
        try ListSource<Process>([
            .sample(4, "b", cpu: 1), .sample(3, "Z", seconds: 7), .sample(2, "A", user: "bob"),
            .sample(5, "B", memory: 20), .sample(1, "z9", cpu: 90),
        ])
    }
}
