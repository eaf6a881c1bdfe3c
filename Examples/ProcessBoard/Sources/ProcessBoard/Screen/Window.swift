import Console
import TerminalViews

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The terminal that a screen is drawn in: it takes it over, draws, obeys, and gives it back.
@MainActor
final class Window {
    private let screen: Screen
    private let palette: Palette
    private var session = TerminalSession()
    private var writer: FrameWriter

    init(of screen: Screen, palette: Palette) {
        self.screen = screen
        self.palette = palette
        writer = FrameWriter(palette: palette)
    }

    func open() throws(OutputError) {
        try session.enter()
        writer.screenLost()
        try draw()
    }

    /// Gives the terminal back; what is drawn later goes nowhere.
    func close() {
        session.leave()
    }

    /// Gives the terminal back, and leaves the last picture in it.
    func closeWithPicture() throws(OutputError) {
        guard session.isActive else { return }
        close()
        var size = StandardOutput.size
        // A row for the prompt that comes next.
        size.height -= 1
        let lines = screen.frame(in: size, isFinal: true).map { line in
            line.rendered(in: palette).trimmingTrailingSpaces + "\n"
        }
        try StandardOutput.write(lines.joined())
    }

    /// Draws whenever there is something to draw, until the task is cancelled.
    func drawing() async throws {
        for await _ in screen.wishes { try draw() }
    }

    /// Writes what differs from what is in the window.
    private func draw() throws(OutputError) {
        guard session.isActive else { return }
        let size = StandardOutput.size
        let output = writer.frameChanged(screen.frame(in: size), size: size)
        if !output.isEmpty { try StandardOutput.write(output) }
    }

    /// Does what the user asks for until the user wants to leave.
    ///
    /// - Returns: The exit code: 0 for `q`, and the shell's usual 128 and the number for a signal.
    func obey(_ events: AsyncStream<TerminalEvent>) async throws -> Int32 {
        for await event in events {
            switch event {
            case .key(let key):
                let views = screen.views
                switch screen.press(key, size: StandardOutput.size, send: { views.send($1, to: $0) }) {
                case .quit: return 0
                case .redraw:
                    writer.screenLost()
                    try draw()
                default: break
                }
            case .resized:
                writer.screenLost()
                try draw()
            case .suspended:
                close()
                kill(getpid(), SIGSTOP)
            case .resumed:
                close()
                try open()
            case .interrupted(let signal): return 128 + signal
            }
        }
        return 0
    }
}
