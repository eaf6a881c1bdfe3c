import DataSources
import TestKit
import Testing

struct DifferenceStepMachineTests {
    @Test func `the first to join computes, the others watch, and all are woken in their order`() {
        var machine = DifferenceStepMachine()
        #expect(machine.joined() == .compute)
        #expect(machine.joined() == .watch(1))
        #expect(machine.joined() == .watch(2))
        #expect(machine.computed() == [1, 2])
        #expect(!machine.isWatching(1))
        #expect(machine.isDone)
    }

    @Test func `who joins a finished step has its result`() {
        var machine = DifferenceStepMachine()
        _ = machine.joined()
        _ = machine.computed()
        #expect(machine.joined() == .done)
    }

    @Test func `law 6: a computation that nobody watches may stop, and the next to join computes anew`() {
        var machine = DifferenceStepMachine()
        _ = machine.joined()
        #expect(!machine.isWatched)
        #expect(machine.stopped() == false)
        #expect(machine.joined() == .compute)
    }

    @Test func `law 6: a computation that somebody began to watch as it stopped starts again`() {
        var machine = DifferenceStepMachine()
        _ = machine.joined()
        #expect(machine.joined() == .watch(1))
        #expect(machine.stopped() == true)
        #expect(machine.joined() == .watch(2))
        #expect(machine.computed() == [1, 2])
    }

    @Test func `a watcher that was cancelled is no longer waited for nor woken`() {
        var machine = DifferenceStepMachine()
        _ = machine.joined()
        _ = machine.joined()
        #expect(machine.watcherCancelled(1) == true)
        #expect(machine.watcherCancelled(1) == false)
        #expect(!machine.isWatched)
        #expect(machine.computed() == [])
    }

    @Test func `a step that was not taken yet is not done`() {
        var machine = DifferenceStepMachine()
        #expect(!machine.isDone)
        _ = machine.joined()
        #expect(!machine.isDone)
    }

    @Test(arguments: seeds(60))
    func `random inputs against a list of watchers`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var machine = DifferenceStepMachine()
        var isComputing = false
        var isDone = false
        var watchers: [Int] = []
        for _ in 0..<60 {
            switch random.below(6) {
            case 0, 1, 2:
                switch machine.joined() {
                case .compute:
                    try #require(!isComputing && !isDone, "seed \(seed)")
                    isComputing = true
                case .watch(let id):
                    try #require(isComputing && !watchers.contains(id), "seed \(seed)")
                    watchers.append(id)
                case .done: try #require(isDone, "seed \(seed)")
                }
            case 3:
                guard let id = watchers.randomElement(using: &random) else { continue }
                watchers.removeAll { $0 == id }
                try #require(machine.watcherCancelled(id) == true, "seed \(seed)")
            case 4 where isComputing:
                let restarts = machine.stopped()
                try #require(restarts == !watchers.isEmpty, "seed \(seed)")
                isComputing = restarts
            case 5 where isComputing && random.below(4) == 0:
                try #require(machine.computed() == watchers, "seed \(seed)")
                (isComputing, isDone, watchers) = (false, true, [])
            default: break
            }
            try #require(machine.isWatched == !watchers.isEmpty, "seed \(seed)")
            try #require(machine.isDone == isDone, "seed \(seed)")
            try #require(watchers.allSatisfy(machine.isWatching), "seed \(seed)")
        }
    }
}
