import DataSources

/// What the user wishes to see: values that may change at any time, and that the views follow.
struct Wishes: Sendable {
    /// What the processes are sorted by.
    let sorting: Parameter<Sorting>
    /// What their names, arguments or users have to contain.
    let filter: Parameter<String>
    /// The users whose processes are folded away.
    let folded: Parameter<Set<User.ID>>

    init(order: Order = .cpu, filter: String = "") {
        sorting = Parameter(Sorting(order: order))
        self.filter = Parameter(filter)
        folded = Parameter([])
    }

    /// Ends them: the user wishes for nothing else.
    func finish() {
        sorting.finish()
        filter.finish()
        folded.finish()
    }
}
