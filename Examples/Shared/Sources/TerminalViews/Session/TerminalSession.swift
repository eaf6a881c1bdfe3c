public import Console

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The terminal's modes: a second screen to draw on without a cursor, keys that arrive as they are pressed, the mouse.
public struct TerminalSession: Sendable {
    /// The other screen, no cursor, the mouse, and no wrapping: a character wider than believed must not push a line
    /// down.
    static let beginning = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?1000h\u{1B}[?1006h\u{1B}[2J"
    /// Everything as it was, also if a picture was interrupted in the middle.
    static let end = "\u{1B}[?2026l\u{1B}[r\u{1B}[m\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// Whether the terminal is taken over.
    public private(set) var isActive = false

    /// Creates a session that has not begun.
    public init() {}

    /// Takes the terminal over; if the program crashes from now on, the terminal is given back first.
    public mutating func enter() throws(OutputError) {
        isActive = true
        var modes = termios()
        if tcgetattr(STDIN_FILENO, &modes) == 0 {
            TerminalRescue.arm(modes)
            // Keys one by one and unseen; Ctrl-C and Ctrl-Z remain signals.
            modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
            tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
        } else {
            TerminalRescue.arm(nil)
        }
        try StandardOutput.write(Self.beginning)
    }

    /// Gives the terminal back as it was, also if it has gone already.
    public mutating func leave() {
        guard isActive else { return }
        isActive = false
        try? StandardOutput.write(Self.end)
        TerminalRescue.disarm()
    }
}
