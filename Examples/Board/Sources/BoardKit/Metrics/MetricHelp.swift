/// What the metrics mean, in a line for each.
enum MetricHelp {
    private static let texts = [
        "board_bytes_total": "Bytes of frames that were handed to connections.",
        "board_cards": "Cards on the board.",
        "board_command_seconds": "A command: the transaction in SQLite, and the source following.",
        "board_commands_total": "Commands by their name and outcome.",
        "board_commits_total": "Commits of the source since the start of the server.",
        "board_difference_seconds": "The difference of two states of a view.",
        "board_frame_lag_seconds": "From a commit to the frame with it being handed to a connection.",
        "board_frames_encoded_total": "Frames that were encoded; the others were shared.",
        "board_frames_total": "Frames that were handed to connections, by their kind.",
        "board_history_states": "States that are kept for clients that come back.",
        "board_steps_total": "States that clients were led through.",
        "board_subscribers": "Open streams.",
        "board_unreadable_rows": "Rows of the file that could not be shown when the server started.",
        "board_views": "Views that are kept: queries that somebody looks at, or did a short time ago.",
        "board_whole_states_sent_total": "Whole states that were sent instead of changes.",
        "process_cpu_seconds_total": "Processor time of the process.",
        "process_resident_memory_bytes": "Memory of the process.",
    ]

    /// The text for a metric, also of a library.
    static func text(_ name: String) -> String { texts[name] ?? "A metric of a library." }
}
