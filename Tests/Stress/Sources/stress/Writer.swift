import DataSources
import Synchronization

/// Mutates a source in all ways there are, and checks what it gets back.
struct Writer<Source: Stressed> {
    let number: Int
    let round: Round<Source>

    /// How far the submits of a writer have been carried out; only the source's actor moves it.
    private final class Order: Sendable {
        let last = Atomic<Int>(-1)
        let isBroken = Atomic(false)

        func carriedOut(_ submit: Int) {
            if last.exchange(submit, ordering: .relaxed) != submit - 1 { isBroken.store(true, ordering: .relaxed) }
        }
    }

    func write(_ source: Source, mutations: Int) async {
        var random = round.plan.random(100 + number)
        let order = Order()
        let ledger = round.ledger
        var submits = 0
        var newest: Version?
        for step in 0..<mutations {
            let newID = (number + 1) * 1_000_000 + step
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
        if round.plan.ending != .interrupted {
            // First-in first-out: when the last submit is at work, all others are done.
            let last = submits
            await withCheckedContinuation { continuation in
                source.submit(newID: -1_000_000 - number, round.census) {
                    order.carriedOut(last)
                    continuation.resume()
                }
            }
            await ledger.expect(order.last.load(ordering: .relaxed) == last, "law 12: submits were lost")
        }
        await ledger.expect(!order.isBroken.load(ordering: .relaxed), "law 12: submits out of order")
    }
}
