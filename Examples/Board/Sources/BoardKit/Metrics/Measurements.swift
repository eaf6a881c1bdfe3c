import CoreMetrics

/// What the server measures while it works.
///
/// Figures that are counted anyway, such as those of feeds, are read when somebody asks for the metrics.
enum Measurements {
    /// From a commit to the frame that contains it being handed to the connection.
    static let lag = Timer(label: "board_frame_lag_seconds")
    /// What a command takes: the transaction in SQLite, and the source following.
    static let command = Timer(label: "board_command_seconds")
    /// What the difference of two states takes.
    static let difference = Timer(label: "board_difference_seconds")
    /// The states of views that clients were sent, one by one or within a step over several.
    static let steps = Counter(label: "board_steps_total")
    /// The bytes written to clients.
    static let bytes = Counter(label: "board_bytes_total")

    /// The frames handed to connections.
    static func frames(_ kind: String) -> Counter {
        Counter(label: "board_frames_total", dimensions: [("kind", kind)])
    }

    /// The commands answered.
    static func commands(_ name: String, _ outcome: String) -> Counter {
        Counter(label: "board_commands_total", dimensions: [("name", name), ("outcome", outcome)])
    }
}

extension Timer {
    /// Records a duration.
    func record(duration: Duration) {
        let (seconds, attoseconds) = duration.components
        recordNanoseconds(
            seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue + attoseconds / 1_000_000_000)
    }
}
