import DataSources
import Synchronization

/// Mutates a source in all ways there are, and checks what it gets back.
struct Writer<Source: Stressed>: Sendable {
    private let number: Int
    private let round: Round<Source>
    private let order = Order()
    private var random: Random
    private var submits = 0
    private var steps = 0
    /// The version of the last mutation.
    private var newest: Version?

    init(number: Int, round: Round<Source>) {
        self.number = number
        self.round = round
        random = round.plan.random(100 + number)
    }

    /// How far the submits of a writer have been carried out; only the source's actor moves it.
    private final class Order: Sendable {
        let last = Atomic<Int>(-1)
        let isBroken = Atomic(false)

        func carriedOut(_ submit: Int) {
            if last.exchange(submit, ordering: .relaxed) != submit - 1 { isBroken.store(true, ordering: .relaxed) }
        }
    }

    /// Makes mutations one after the other, until the source ends.
    mutating func write(_ source: Source, mutations: Int) async {
        let ledger = round.ledger
        let order = order
        for _ in 0..<mutations {
            steps += 1
            let newID = (number + 1) * 1_000_000 + steps
            do {
                switch random.below(8) {
                case 0:
                    let submit = submits
                    submits += 1
                    source.submit(newID: newID, round.census) { order.carriedOut(submit) }
                case 1:
                    do {
                        try await source.mutateAndThrow(newID: newID, round.census)
                        await ledger.complain("law 7: a transaction that throws did not")
                    } catch is Thrown {
                        await ledger.expect(await !source.contains(id: newID), "law 7: an edit stayed")
                    }
                default:
                    let version = try await source.mutate(&random, newID: newID, round.census)
                    if let newest { await ledger.expect(version >= newest, "law 16: \(version) after \(newest)") }
                    newest = version
                }
            } catch let error as EditError {
                if error.code == .finished { break }
                // Others write too: what was there may have gone.
                let isFair = [.unknownItem, .unknownSection, .positionOutOfRange].contains(error.code)
                await ledger.expect(isFair, "\(error)")
            } catch {
                await ledger.complain("\(error)")
            }
            ledger.commits.add(1, ordering: .relaxed)
            if random.oneIn(4) { await round.pause(&random) }
        }
        await ledger.expect(!order.isBroken.load(ordering: .relaxed), "law 12: submits out of order")
    }

    /// Waits for all submits; first-in first-out, so when the last one is made all others are.
    mutating func settle(_ source: Source) async {
        let last = submits
        submits += 1
        let order = order
        let receipt = source.submit(newID: -1_000_000 - number, round.census) { order.carriedOut(last) }
        _ = try? await receipt.version
        await round.ledger.expect(order.last.load(ordering: .relaxed) == last, "law 12: submits were lost")
    }
}
