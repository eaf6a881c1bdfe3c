import DataSources

/// All there is to see at one moment.
struct Picture: Sendable {
    /// What a view has been given since it was built.
    struct Tally: Sendable {
        var builtIn = Duration.zero
        var updates = 0
        var changes = 0
    }

    let options: Options
    var top = ListSnapshot<Player>()
    var standing: Standing?
    var countries = ListSnapshot<Keyed<String, Total>>()
    var tallies: [View: Tally] = [:]

    /// Score changes since the views were built, and what they have cost.
    var scoreChanges = 0
    var elapsed = Duration.zero
    var cpuTime = Duration.zero
    var differencesComputed = 0
    /// Resident memory in MiB, the most there has been.
    var peakMemory = 0

    init(options: Options) {
        self.options = options
    }
}
