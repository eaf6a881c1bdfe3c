import TerminalViews

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A process that is going to be sent a signal, once the user has confirmed it.
struct SignalChoice: Equatable, Sendable {
    /// A signal by its name.
    struct Signal: Equatable, Sendable {
        var name: String
        var number: Int32
    }

    static let signals = [
        Signal(name: "SIGTERM", number: SIGTERM), Signal(name: "SIGKILL", number: SIGKILL),
        Signal(name: "SIGINT", number: SIGINT), Signal(name: "SIGHUP", number: SIGHUP),
        Signal(name: "SIGQUIT", number: SIGQUIT), Signal(name: "SIGSTOP", number: SIGSTOP),
        Signal(name: "SIGCONT", number: SIGCONT), Signal(name: "SIGUSR1", number: SIGUSR1),
        Signal(name: "SIGUSR2", number: SIGUSR2),
    ]

    var process: Process
    private(set) var position = 0

    init(_ process: Process) {
        self.process = process
    }

    var signal: Signal { Self.signals[position] }

    /// The user has gone up or down the list; it is a ring.
    mutating func moved(by distance: Int) {
        let count = Self.signals.count
        position = (position + distance % count + count) % count
    }

    /// What is asked.
    var box: Box {
        let question =
            Line("Send ") + Line(signal.name, .heading) + Line(" to ") + Line("\(process.id.pid)", .bold) + Line(" ")
            + Line(String(process.name.prefix(30)), .bold) + Line("?")
        let choices = Self.signals.map { choice in
            Line(choice == signal ? " ▸ \(choice.name.left(8)) \("\(choice.number)".right(2)) " : "   \(choice.name) ")
                .styled(choice == signal ? .selected : .dim)
        }
        let keys =
            Line("Enter", .heading) + Line(" send  ", .dim) + Line("↑↓", .heading) + Line(" choose  ", .dim)
            + Line("Esc", .heading) + Line(" cancel", .dim)
        return Box(title: "Signal", lines: [question, Line()] + choices + [Line(), keys])
    }
}
