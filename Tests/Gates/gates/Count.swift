/// One thing that is counted, and how it came out.
struct Count {
    /// What is counted: the tolerance of a gate follows from its kind and from whether its code is specialized.
    enum Kind: String, CaseIterable {
        case differences, visits, hashes, allocations, bytes, held, instructions
        /// Bytes of frames on the wire.
        case encoded
        /// Instructions of a debug build.
        case debug

        /// By how much a count may exceed its threshold.
        ///
        /// What follows from the algorithm alone is exact. Allocations are averages over some hundred operations, and
        /// the tables of the standard library have a part in them. Instructions vary by up to
        /// 1 % from run to run with the addresses of memory, and by a little more with the C library.
        ///
        /// Where generic code is not specialized, half of the instructions look metadata up, in tables that the runtime
        /// keys by address: the same sources in a folder with a longer name took 2 % more, and on another machine 5 %.
        /// So does what waits for a clock: one build took 3.6 % more than the threshold, and 1.3 % when it was started
        /// through another path.
        func tolerance(of threshold: Double, isSpecialized: Bool) -> Double {
            switch self {
            case .differences, .visits, .hashes, .encoded: 0
            case .allocations: max(0.02 * threshold, 0.05)
            case .bytes: max(0.02 * threshold, 16)
            case .held: 1
            case .instructions where isSpecialized: max(0.03 * threshold, 20)
            case .instructions, .debug: max(0.08 * threshold, 20)
            }
        }
    }

    var kind: Kind
    var name: String
    var value: Double

    /// By how much the value may exceed its threshold.
    func tolerance(of threshold: Double) -> Double {
        let isSpecialized = !["read as", "written as", "a presentation", "debounced"].contains(where: name.contains)
        return kind.tolerance(of: threshold, isSpecialized: isSpecialized)
    }
}

/// Where counts are collected.
struct Counts {
    private(set) var all: [Count] = []
    /// Kinds that cannot be counted here, and why.
    private(set) var skipped: [Count.Kind: String] = [:]

    mutating func add(_ kind: Count.Kind, _ name: String, _ value: Double) {
        all.append(Count(kind: kind, name: name, value: value))
    }

    mutating func skip(_ kind: Count.Kind, because reason: String) {
        skipped[kind] = reason
    }
}
