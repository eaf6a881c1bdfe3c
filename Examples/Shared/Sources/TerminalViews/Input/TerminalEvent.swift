import Console

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// What comes to the program from outside while it draws.
public enum TerminalEvent: Equatable, Sendable {
    /// The user has pressed a key or used the mouse.
    case key(Key)

    /// The window has another size.
    case resized

    /// Ctrl-Z: the shell wants its terminal back for a while.
    case suspended

    /// The shell has given the terminal back, in whatever state.
    case resumed

    /// Ctrl-C, `kill`, or the terminal was closed.
    case interrupted(signal: Int32)

    /// The signals that are events.
    static let signals = [SIGWINCH, SIGTSTP, SIGCONT] + SignalWatch.interruptions

    init(signal: Int32) {
        switch signal {
        case SIGWINCH: self = .resized
        case SIGTSTP: self = .suspended
        case SIGCONT: self = .resumed
        default: self = .interrupted(signal: signal)
        }
    }
}
