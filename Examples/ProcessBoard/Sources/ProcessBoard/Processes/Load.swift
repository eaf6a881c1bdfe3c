import DataSources

/// What some processes come to together.
struct Load: Equatable, Sendable {
    var processes = 0
    var cpu = 0
    var memory = 0
}

extension Aggregation<Process, Load, Load> {
    /// How many processes there are, and what they use.
    static var load: Aggregation {
        Aggregation(initial: Load()) { load, process in
            load.processes += 1
            load.cpu += process.cpu
            load.memory += process.memory
        } remove: { load, process in
            load.processes -= 1
            load.cpu -= process.cpu
            load.memory -= process.memory
        } result: { load in
            load
        }
    }
}
