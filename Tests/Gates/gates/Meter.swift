import Counting

/// Counts parts of what an operation does: allocations in this process, instructions under Valgrind.
struct Meter {
    private let isOn: Bool
    private var rounds = 0
    private var operationsPerRound = 1

    init(isOn: Bool = true) { self.isOn = isOn }

    /// How many operations have been counted.
    var operations: Int { rounds * operationsPerRound }

    /// The same for rounds that are several operations each.
    func per(_ operations: Int) -> Meter {
        var meter = self
        meter.operationsPerRound = operations
        return meter
    }

    /// Counts this part.
    @inline(__always)
    mutating func measure(_ body: () -> Void) {
        begin()
        body()
        end()
    }

    @inline(__always)
    mutating func begin() {
        guard isOn else { return }
        rounds += 1
        if Self.countsInstructions { instructions_toggle() } else { counting_begin() }
    }

    @inline(__always)
    mutating func end() {
        guard isOn else { return }
        if Self.countsInstructions { instructions_toggle() } else { counting_end() }
    }

    private static let countsInstructions = counts_instructions()
}

/// Keeps results from being optimised away.
@inline(never)
func consume<T>(_ value: T) {
    withExtendedLifetime(value) {}
}
