import DataSources
import Testing

@testable import ProcessBoard

@Suite struct OrderTests {
    @Test(arguments: [
        (Order.cpu, [1, 4, 5, 2, 3]), (.memory, [5, 1, 2, 3, 4]), (.pid, [1, 2, 3, 4, 5]), (.name, [2, 4, 5, 3, 1]),
    ])
    func `Processes are sorted by what was chosen, and where that leaves it open by their id`(
        order: Order,
        pids: [Int32]
    ) async throws {
        let processes = try ListSource<Process>([
            .sample(4, "b", cpu: 1), .sample(3, "Z"), .sample(2, "A"), .sample(5, "B", memory: 20),
            .sample(1, "z9", cpu: 90),
        ])
        #expect(await processes.sorted(by: order.ofProcesses).snapshot.map(\.id.pid) == pids)
    }

    @Test func `Each order has a key of its own`() {
        #expect(Order.allCases.map(\.key) == ["c", "m", "p", "n"])
    }
}
