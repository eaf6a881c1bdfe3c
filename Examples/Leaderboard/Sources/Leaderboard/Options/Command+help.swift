extension Command {
    /// What `--help` prints.
    static let helpText = """
        Leaderboard keeps a million scores sorted while ten thousand of them change every second: the top hundred,
        one player's place, and the totals by country. In a terminal it redraws in place; piped, or with --plain, it
        prints a line at a time.

        USAGE
          swift run -c release --package-path Examples/Leaderboard [Leaderboard <options>]

        OPTIONS
          --players <count>     How many players, 1 to 10000000. Default: 1000000
          --rate <changes>      Score changes a second, 0 to 1000000. Default: 10000
          --seconds <seconds>   Stop after so many; 0 goes on until interrupted. Default: 0 in a terminal, else 10
          --interval <seconds>  From one picture or line to the next, 0.1 to 3600. Default: 1
          --player <number>     The player whose place is shown, from 1. Default: one in the middle
          --plain               Print lines, also in a terminal
          --help                Print this

        EXAMPLES
          Leaderboard --players 10000 --rate 100 --interval 0.2
          Leaderboard --plain --seconds 5 --player 42

        EXIT CODES
          0 after --seconds, or when the reader of a pipe has left; 64 wrong command line;
          1 the output cannot be written; 128 and the signal's number when interrupted, 130 on Ctrl-C
        """
}
