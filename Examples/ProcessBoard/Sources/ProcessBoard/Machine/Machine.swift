/// What the machine as a whole is doing.
struct Machine: Equatable, Sendable {
    /// Whole percents of each core since the last reading.
    var cores: [Int] = []
    var memory = Use()
    var swap = Use()
    /// The load of the last minute, of five and of fifteen, in hundredths.
    var load: [Int] = []
    /// Seconds since the machine was started.
    var uptime: Int?

    /// How much of something is used, in MiB.
    struct Use: Equatable, Sendable {
        var used = 0
        var total = 0

        var percent: Int { total == 0 ? 0 : used * 100 / total }
    }
}
