import ArgumentParser

extension Program {
    /// What `--help` prints beside the options.
    static let configuration = CommandConfiguration(
        commandName: "ProcessBoard",
        abstract: "This machine's processes as they come and go: a table, a tree by user, and a log of the changes.",
        usage: "swift run --package-path Examples/ProcessBoard [ProcessBoard <options>]",
        discussion: """
            In a terminal it redraws in place; piped, or with --plain, it prints lines. Colour is used in a terminal, \
            unless NO_COLOR is set.

            KEYS:
              ↑ ↓ PgUp PgDn Home End, wheel, click
                        Select and scroll; a selection follows its process
              1 table   2 users   3 log   4 all   Tab other list   q quit
              c m p n t u
                        Sort by CPU, memory, PID, name, time or user;
                        again, or r: the other direction
              /         Type a filter, and see it work at each letter;
                        Enter keeps it, Esc clears it
              Space     Fold or unfold a user; - folds all, + none
              k         Send the selected process a signal
              ?         All keys

            EXAMPLES:
              ProcessBoard --view users --interval 5
              ProcessBoard --sort memory --filter swift
              ProcessBoard --plain --view log | grep swift
              ProcessBoard --once --view table

            EXIT CODES:
              0    after --count readings, on q, or when a pipe's reader has left
              1    the processes cannot be read, or the output cannot be written
              64   the command line is wrong
              130  Ctrl-C: 128 and the signal's number, as for any other signal
            """
    )
}
