import Counters

/// Counts the user-mode instructions of the thread that made it, where the machine lets it (`perf_event_open`).
struct InstructionCounter: ~Copyable {
    private let descriptor: Int32

    init() {
        descriptor = counters_open_instructions()
    }

    deinit {
        counters_close(descriptor)
    }

    /// Whether there is anything to read.
    var isCounting: Bool { descriptor >= 0 }

    /// The instructions so far; `nil` where they are not counted.
    var count: Int64? {
        let count = counters_read_instructions(descriptor)
        return count < 0 ? nil : count
    }
}
