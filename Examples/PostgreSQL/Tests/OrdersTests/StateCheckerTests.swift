import DataSources
import Testing

@testable import Orders

/// The checker can fail.
struct StateCheckerTests {
    private func account(_ id: Int, _ balance: Int, _ number: Int = 0) -> Account {
        Account(id: id, owner: "", balance: balance, tag: Tag(writer: 1, number: number), note: nil)
    }

    /// The reasons that are found in the last of some states.
    private func wrong(_ states: [Account]...) async throws -> [String] {
        let source = try ListSource(states[0])
        let subscription = source.subscribe()
        var checker = StateChecker(sum: 200)
        checker.begin(subscription.snapshot)
        for state in states.dropFirst() {
            try await source.replaceAll(with: state)
            if let update = await subscription.next() { checker.update(update) }
        }
        return checker.wrong
    }

    @Test func `Whole transfers are right`() async throws {
        #expect(
            try await wrong(
                [account(-1, 0), account(1, 100), account(2, 100)],
                [account(-1, 0, 1), account(1, 90, 1), account(2, 110, 1)]
            ).isEmpty)
    }

    @Test func `Half a transfer is wrong`() async throws {
        let reasons = try await wrong(
            [account(-1, 0), account(1, 100), account(2, 100)], [account(-1, 0, 1), account(1, 90, 1), account(2, 100)])
        #expect(reasons == ["state 2: the sum is 190 and not 200"])
    }

    @Test func `A row that is ahead of its writer is wrong`() async throws {
        let reasons = try await wrong(
            [account(-1, 0), account(1, 100), account(2, 100)], [account(-1, 0), account(1, 90, 1), account(2, 110, 1)])
        #expect(reasons.count == 2)
    }

    @Test func `A writer who goes back is wrong`() async throws {
        let reasons = try await wrong(
            [account(-1, 0, 5), account(1, 100), account(2, 100)],
            [account(-1, 0, 4), account(1, 100), account(2, 100)])
        #expect(reasons == ["state 2: writer 1 goes back to 4"])
    }
}
