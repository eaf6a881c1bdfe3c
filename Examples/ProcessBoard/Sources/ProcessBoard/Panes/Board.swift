import DataSources

/// What there is to see: the newest thing each view has shown.
struct Board {
    var view: Options.View
    var interval: Duration
    var order: Order
    var filter: String

    /// Whether keys are the filter's letters.
    var isTyping = false
    var load = Load()
    var table = Table()
    var users = SectionedSnapshot<User, Process>()

    /// The log, the newest line last.
    private(set) var log: [Line] = []

    /// How many changes the last update had of each kind.
    private(set) var summary = ""

    init(options: Options) {
        view = options.view
        interval = options.interval
        order = options.order
        filter = options.filter
    }

    mutating func add(_ lines: [Line], summary: String) {
        // More than any window can show is not worth keeping.
        log = (log + lines).suffix(500)
        self.summary = summary
    }
}

extension Duration {
    /// `1`, `0.5`: no more digits than it takes.
    var inSeconds: String {
        let seconds = self / .seconds(1)
        return seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    }
}
