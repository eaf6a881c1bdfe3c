import DataSources
import Testing

/// The machine against the most obvious bookkeeping, under random inputs.
struct HubMachineModelTests {
    private struct Model {
        struct Ask {
            var cursor: UInt64
            var isWaiting = false
        }

        var committed: UInt64 = 1
        var published: UInt64 = 1
        var isFinished = false
        var suspensions = 0
        var asks: [Int: Ask] = [:]
        /// In the order in which they began to wait.
        var waiting: [Int] = []
        /// In the order in which they were requested.
        var settlements: [(id: Int, version: UInt64)] = []

        func next(for id: Int) -> HubMachine.Next {
            asks[id]!.cursor < published ? .step : isFinished ? .end : .wait
        }

        func isSettled(_ version: UInt64) -> Bool {
            (published >= version || isFinished) && asks.values.allSatisfy { $0.cursor >= version }
        }

        mutating func takeSettled() -> [Int] {
            let done = settlements.filter { isSettled($0.version) }.map(\.id)
            settlements.removeAll { done.contains($0.id) }
            return done
        }

        mutating func publish() -> HubMachine.Publication {
            published = committed
            let wake = waiting
            for id in wake { asks[id]?.isWaiting = false }
            waiting = []
            return .published(wake: wake, settled: takeSettled())
        }

        mutating func wake(_ id: Int) -> Bool {
            guard asks[id]?.isWaiting == true else { return false }
            asks[id]?.isWaiting = false
            waiting.removeAll { $0 == id }
            return true
        }
    }

    @Test(arguments: 0..<400 as Range<UInt64>)
    func `random inputs`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var machine = HubMachine(committed: 1)
        var model = Model()
        for step in 0..<150 {
            try input(&machine, &model, &random, "seed \(seed), step \(step)")
            #expect(machine.askCount == model.asks.count, "seed \(seed), step \(step)")
            #expect(machine.published == model.published && machine.committed == model.committed, "seed \(seed)")
            for id in model.asks.keys {
                try #require(machine.next(for: id) == model.next(for: id), "seed \(seed), step \(step)")
            }
            for settlement in model.settlements {
                try #require(machine.isOpen(settlement.id), "seed \(seed), step \(step)")
            }
        }
    }

    private func input(
        _ machine: inout HubMachine, _ model: inout Model, _ random: inout Random, _ label: Comment
    ) throws {
        let working = model.asks.filter { !$0.value.isWaiting }.keys.sorted()
        switch random.below(14) {
        case 0, 1:
            let expected: HubMachine.Publication
            if model.isFinished {
                expected = .refused
            } else {
                model.committed += 1
                expected = model.suspensions > 0 ? .held : model.publish()
            }
            try #require(machine.snapshotCommitted() == expected, label)
        case 2:
            machine.publishingSuspended()
            model.suspensions += 1
        case 3:
            model.suspensions = max(0, model.suspensions - 1)
            let nothing = model.suspensions > 0 || model.published == model.committed
            let expected = nothing ? .held : model.publish()
            try #require(machine.publishingResumed() == expected, label)
        case 4:
            if random.below(20) > 0 { return }
            let isFirst = !model.isFinished
            model.isFinished = true
            let expected = isFirst ? model.publish() : .held
            try #require(machine.sourceFinished() == expected, label)
        case 5, 6, 7:
            let cursor = UInt64(random.below(Int(model.published) + 2))
            let id = machine.askBegan(cursor: cursor)
            try #require(model.asks[id] == nil, label)
            model.asks[id] = Model.Ask(cursor: cursor)
        case 8, 9:
            let current = working.filter { model.next(for: $0) == .wait }
            guard let id = current.randomElement(using: &random) else { return }
            machine.askParked(id)
            model.asks[id]?.isWaiting = true
            model.waiting.append(id)
        case 10:
            guard let id = model.asks.keys.sorted().randomElement(using: &random) else { return }
            let expected = model.wake(id)
            try #require(machine.askCancelled(id) == expected, label)
        case 11:
            let behind = working.filter { model.next(for: $0) == .step }
            guard let id = behind.randomElement(using: &random) else { return }
            model.asks[id]?.cursor = model.published
            let expected = model.takeSettled()
            try #require(machine.askAdvanced(id, to: model.published) == expected, label)
        case 12:
            guard let id = model.asks.keys.sorted().randomElement(using: &random) else { return }
            _ = model.wake(id)
            model.asks[id] = nil
            let expected = model.takeSettled()
            try #require(machine.askEnded(id) == expected, label)
        default:
            if random.below(3) == 0, let settlement = model.settlements.randomElement(using: &random) {
                model.settlements.removeAll { $0.id == settlement.id }
                try #require(machine.settlementCancelled(settlement.id) == true, label)
                try #require(!machine.isOpen(settlement.id), label)
                return
            }
            let version = UInt64(random.below(Int(model.committed) + 3))
            let id = machine.settlementRequested(at: version)
            try #require((id == nil) == model.isSettled(version), label)
            if let id { model.settlements.append((id, version)) }
        }
    }
}
