#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Gives the terminal back when the program traps, or exits without doing so.
///
/// Its state is global, since a handler of signals has no other. The handler only calls what POSIX allows there: `write`,
/// `tcsetattr`, `sigaction` and `raise`.
enum TerminalRescue {
    /// What ends a program without a chance to clean up.
    private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT]

    /// What the handler needs, in memory that is never released.
    private struct State {
        var isArmed = false
        var modes: termios?
        let bytes: UnsafeMutableBufferPointer<UInt8>
        /// The actions before, at the numbers of the signals: Swift's own prints a backtrace.
        let actions: UnsafeMutableBufferPointer<sigaction>
    }

    // Changed only by `arm` and `disarm`, which a program calls from one place; read by the handler of whichever thread
    // crashes, when nothing else matters any more.
    nonisolated(unsafe) private static var state = makeState()

    private static func makeState() -> State {
        let text = Array(TerminalSession.end.utf8)
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
        _ = bytes.initialize(from: text)
        let actions = UnsafeMutableBufferPointer<sigaction>.allocate(capacity: 32)
        actions.initialize(repeating: sigaction())
        atexit { TerminalRescue.restore() }
        return State(bytes: bytes, actions: actions)
    }

    /// From now on a crash or an exit restores these modes of the input, and the screen.
    static func arm(_ modes: termios?) {
        state.modes = modes
        if state.isArmed { return }
        state.isArmed = true
        for number in signals {
            var action = sigaction()
            setHandler(of: &action) { number in TerminalRescue.crashed(number) }
            // A handler on the stack that has overflowed would not run.
            action.sa_flags = Int32(SA_ONSTACK)
            sigaction(number, &action, &state.actions[Int(number)])
        }
    }

    /// Restores the modes now, and leaves crashes alone.
    static func disarm() {
        guard state.isArmed else { return }
        for number in signals { sigaction(number, &state.actions[Int(number)], nil) }
        restoreModes()
        state.isArmed = false
    }

    private static func restore() {
        guard state.isArmed else { return }
        state.isArmed = false
        _ = write(STDOUT_FILENO, state.bytes.baseAddress, state.bytes.count)
        restoreModes()
    }

    private static func restoreModes() {
        guard var modes = state.modes else { return }
        tcsetattr(STDIN_FILENO, TCSANOW, &modes)
    }

    private static func crashed(_ number: Int32) {
        restore()
        // Whoever came before does the rest: by default, the program ends with a core dump.
        sigaction(number, &state.actions[Int(number)], nil)
        raise(number)
    }

    private static func setHandler(of action: inout sigaction, _ handler: @escaping @convention(c) (Int32) -> Void) {
        #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = handler
        #elseif canImport(Musl)
        action.__sa_handler.sa_handler = handler
        #else
        action.__sigaction_handler.sa_handler = handler
        #endif
    }
}
