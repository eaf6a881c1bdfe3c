import DataSources
import TestKit
import Testing

/// All tasks of the model are of one class.
private let task = WaiterClass(executor: 0, priority: 0)

/// The machine against the most obvious bookkeeping, under all short sequences of inputs and many random ones.
struct HubMachineModelTests {
    /// Every ask and every settlement in a list; what is settled is looked for among all of them.
    private struct Model {
        struct Demand {
            var cursor: UInt64
            var isWaiting = false
            /// Under which it has waited last.
            var number = -1
        }

        var committed: UInt64 = 1
        var published: UInt64 = 1
        var isFinished = false
        var suspensions = 0
        /// By name.
        var asks: [Int: Demand] = [:]
        var asksMade = 0
        /// By name, in the order in which they began to wait.
        var waiting: [Int] = []
        /// In the order in which they were requested.
        var settlements: [SettlementID] = []

        func next(after cursor: UInt64) -> HubMachine<Int>.Next {
            cursor < published ? .step : isFinished ? .end : .wait
        }

        func isSettled(_ version: UInt64) -> Bool {
            (published >= version || isFinished) && asks.values.allSatisfy { $0.cursor >= version }
        }

        mutating func takeSettled() -> [SettlementID] {
            let done = settlements.filter { isSettled($0.version) }
            settlements.removeAll { done.contains($0) }
            return done.sorted { ($0.version, $0.number) < ($1.version, $1.number) }
        }

        mutating func publish() -> HubMachine<Int>.Publication {
            published = committed
            var wake: WaiterQueue<Int> = []
            for name in waiting {
                asks[name]?.isWaiting = false
                _ = wake.append(name)
            }
            waiting = []
            return .published(wake: wake, settled: takeSettled())
        }

        mutating func wake(_ name: Int) -> Int? {
            guard asks[name]?.isWaiting == true else { return nil }
            asks[name]?.isWaiting = false
            waiting.removeAll { $0 == name }
            return name
        }
    }

    private enum Input: CaseIterable {
        case commit, suspend, resume, finish
        case beginNewest, beginBehind, parkNew, park, cancel, advance, end
        case settleNewest, settleNext, settleOld, cancelSettlement, upstreamChanged
    }

    private var machine = HubMachine<Int>(committed: 1)
    private var model = Model()

    @Test func `every sequence of up to five inputs`() throws {
        try extend(by: 5, [])
    }

    private func extend(by length: Int, _ inputs: [Input]) throws {
        if length == 0 { return }
        for input in Input.allCases {
            var copy = self
            // The newest of those that an input may be about, so that it is always about the same one.
            guard try copy.perform(input, choosing: { $0 - 1 }, "\(inputs + [input])") else { continue }
            try copy.check("\(inputs + [input])")
            try copy.extend(by: length - 1, inputs + [input])
        }
    }

    @Test(arguments: seeds(130))
    func `random inputs`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var copy = self
        for step in 0..<150 {
            guard let input = Input.allCases.randomElement(using: &random) else { return }
            if input == .finish, random.below(20) > 0 { continue }
            _ = try copy.perform(input, choosing: { random.below($0) }, "seed \(seed), step \(step)")
            try copy.check("seed \(seed), step \(step)")
        }
    }

    private func check(_ label: @autoclosure () -> String) throws {
        try #require(machine.demandCount == model.asks.count, "\(label())")
        try #require(machine.published == model.published && machine.committed == model.committed, "\(label())")
        for settlement in model.settlements { try #require(machine.isOpen(settlement), "\(label())") }
        for cursor in 0...model.published {
            try #require(machine.next(after: cursor) == model.next(after: cursor), "\(label())")
        }
    }

    /// Makes an input to the machine and the model; `false` when it cannot be made.
    private mutating func perform(
        _ input: Input, choosing choose: (Int) -> Int, _ label: @autoclosure () -> String
    ) throws -> Bool {
        func one<Element>(of candidates: [Element]) -> Element? {
            candidates.isEmpty ? nil : candidates[choose(candidates.count)]
        }
        let working = model.asks.filter { !$0.value.isWaiting }.keys.sorted()
        switch input {
        case .commit:
            var expected = HubMachine<Int>.Publication.refused
            if !model.isFinished {
                model.committed += 1
                expected = model.suspensions > 0 ? .held : model.publish()
            }
            try #require(machine.snapshotCommitted() == expected, "\(label())")
        case .suspend:
            machine.publishingSuspended()
            model.suspensions += 1
        case .resume:
            model.suspensions = max(0, model.suspensions - 1)
            let nothing = model.suspensions > 0 || model.published == model.committed
            let expected = nothing ? .held : model.publish()
            try #require(machine.publishingResumed() == expected, "\(label())")
        case .finish:
            let isFirst = !model.isFinished
            model.isFinished = true
            let expected = isFirst ? model.publish() : .held
            try #require(machine.sourceFinished() == expected, "\(label())")
        case .beginNewest, .beginBehind:
            let cursor = input == .beginNewest ? model.published : UInt64(choose(Int(model.published)))
            machine.demandBegan(cursor: cursor)
            model.asksMade += 1
            model.asks[model.asksMade] = Model.Demand(cursor: cursor)
        case .parkNew:
            guard model.next(after: model.published) == .wait else { return false }
            model.asksMade += 1
            let number = machine.demandParked(model.asksMade, hadBegun: false, in: task)
            model.asks[model.asksMade] = Model.Demand(cursor: model.published, isWaiting: true, number: number)
            model.waiting.append(model.asksMade)
        case .park:
            let current = working.filter { model.asks[$0].map { model.next(after: $0.cursor) } == .wait }
            guard let name = one(of: current) else { return false }
            let number = machine.demandParked(name, hadBegun: true, as: model.asks[name]?.number ?? -1, in: task)
            model.asks[name]?.number = number
            model.asks[name]?.isWaiting = true
            model.waiting.append(name)
        case .cancel:
            let parked = model.asks.keys.sorted().filter { model.asks[$0]?.number ?? -1 >= 0 }
            guard let name = one(of: parked), let number = model.asks[name]?.number else { return false }
            let expected = model.wake(name)
            try #require(machine.demandCancelled(number) == expected, "\(label())")
        case .advance:
            let behind = working.filter { model.asks[$0].map { model.next(after: $0.cursor) } == .step }
            guard let name = one(of: behind), let cursor = model.asks[name]?.cursor else { return false }
            model.asks[name]?.cursor = model.published
            let expected = model.takeSettled()
            try #require(machine.demandAdvanced(from: cursor, to: model.published) == expected, "\(label())")
        case .end:
            guard let name = one(of: working), let ask = model.asks.removeValue(forKey: name) else { return false }
            if ask.number >= 0 { _ = machine.demandLeaves(ask.number, as: task).map { model.wake($0) } }
            let expected = model.takeSettled()
            try #require(machine.demandEnded(cursor: ask.cursor) == expected, "\(label())")
        case .settleNewest, .settleNext, .settleOld:
            let version: UInt64
            switch input {
            case .settleNewest: version = model.published
            case .settleNext: version = model.committed + 1
            default: version = UInt64(choose(Int(model.committed) + 1))
            }
            let id = machine.settlementRequested(at: version)
            try #require((id == nil) == model.isSettled(version), "\(label())")
            if let id { model.settlements.append(id) }
        case .cancelSettlement:
            guard let settlement = one(of: model.settlements) else { return false }
            model.settlements.removeAll { $0 == settlement }
            try #require(machine.settlementCancelled(settlement) == true, "\(label())")
            try #require(!machine.isOpen(settlement), "\(label())")
        case .upstreamChanged:
            // Whom it wakes is said elsewhere; here, that it is one that waits, and is so no longer.
            let woken = machine.upstreamChanged()
            for woken in woken { try #require(model.wake(woken) == woken, "\(label())") }
        }
        return true
    }
}
