import ArgumentParser

extension Program {
    /// What `--help` prints beside the options.
    static let configuration = CommandConfiguration(
        commandName: "Leaderboard",
        abstract: """
            A million scores are kept sorted while ten thousand of them change every second: the top hundred, one \
            player's place, and the totals by country.
            """,
        usage: """
            swift run -c release --package-path Examples/Leaderboard
              [Leaderboard <options>]
            """,
        discussion: """
            In a terminal it redraws in place and reads keys: ? shows them, q quits; piped, or with --plain, it prints a line at a time.

            EXAMPLES:
              Leaderboard --players 10000 --rate 100 --interval 0.2
              Leaderboard --plain --seconds 5 --player 42

            EXIT CODES:
              0    after --seconds, or when a pipe's reader has left
              1    the output cannot be written
              64   the command line is wrong
              130  Ctrl-C: 128 and the signal's number, as for any other signal
            """
    )
}
