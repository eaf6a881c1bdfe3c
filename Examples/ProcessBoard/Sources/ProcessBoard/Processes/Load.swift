import DataSources

/// What some processes come to together.
struct Load: Equatable, Sendable {
    var processes = 0
    var cpu = 0
    var memory = 0
    var threads = 0
    var running = 0
}

extension Aggregation<Process, Load, Load> {
    /// How many processes there are, and what they use.
    static var load: Aggregation {
        Aggregation(initial: Load()) { load, process in
            load.processes += 1
            load.cpu += process.cpu
            load.memory += process.memory
            load.threads += process.threads ?? 1
            load.running += process.state == "R" ? 1 : 0
        } remove: { load, process in
            load.processes -= 1
            load.cpu -= process.cpu
            load.memory -= process.memory
            load.threads -= process.threads ?? 1
            load.running -= process.state == "R" ? 1 : 0
        } result: { load in
            load
        }
    }
}
