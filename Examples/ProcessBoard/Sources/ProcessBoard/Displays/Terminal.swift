import Console

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The terminal's modes: a second screen to draw on, without a cursor, and keys that arrive as they are pressed.
struct Terminal {
    /// The input's modes before `enter`, `nil` when the input is no terminal.
    private var original: termios?

    /// Takes the terminal over.
    mutating func enter() throws(OutputError) {
        var modes = termios()
        if tcgetattr(STDIN_FILENO, &modes) == 0 {
            original = modes
            // Keys one by one and unseen; Ctrl-C and Ctrl-Z remain signals.
            modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
            tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
        }
        // The other screen, no cursor, and no wrapping: a character wider than believed must not push a line down.
        try StandardOutput.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J")
    }

    /// Gives the terminal back as it was, also when it has gone already.
    mutating func leave() {
        try? StandardOutput.write("\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
        if var modes = original {
            tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
        }
        original = nil
    }
}
