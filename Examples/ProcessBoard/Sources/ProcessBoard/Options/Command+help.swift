extension Command {
    /// What `--help` prints.
    static let helpText = """
        ProcessBoard shows this machine's processes as they come and go: a table, a tree by user, and a log of the
        changes. In a terminal it redraws in place; piped, or with --plain, it prints lines.

        USAGE
          swift run --package-path Examples/ProcessBoard [ProcessBoard <options>]

        OPTIONS
          --interval <seconds>  From one reading to the next, 0.1 to 3600. Default: 1
          --count <readings>    Stop after so many readings. Default: 0, go on until interrupted
          --view <view>         table, users, log or all. Default: all
          --sort <order>        cpu, memory, pid or name. Default: cpu
          --filter <text>       Only processes whose name or user contains the text, in whatever case
          --plain               Print lines, also in a terminal
          --help                Print this

        KEYS
          1 table   2 users   3 log   4 all   q quit
          c m p n   Sort by CPU, memory, PID or name
          /         Type a filter, and see it work at each letter; Enter keeps it, Esc clears it

        EXAMPLES
          ProcessBoard --view users --interval 5
          ProcessBoard --sort memory --filter swift
          ProcessBoard --plain --view log | grep swift
          ProcessBoard --plain --view table --count 1

        EXIT CODES
          0 after --count readings, on q, or when the reader of a pipe has left; 64 wrong command line;
          1 the processes cannot be read or the output cannot be written;
          128 and the signal's number when interrupted, 130 on Ctrl-C

        Colour is used in a terminal, unless NO_COLOR is set.
        """
}
