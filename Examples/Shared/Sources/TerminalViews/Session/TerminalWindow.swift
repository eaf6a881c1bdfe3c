import Console

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The terminal that a program takes over: it is drawn, read, and given back however the program ends.
@MainActor
public final class TerminalWindow {
    private let content: any TerminalContent
    private let palette: Palette
    private var session = TerminalSession()
    private var writer: FrameWriter

    /// Creates the window of some content; ``run(_:)`` opens it.
    public init(of content: any TerminalContent, palette: Palette) {
        self.content = content
        self.palette = palette
        writer = FrameWriter(palette: palette)
    }

    /// Shows the content until some work is done, or until the user wants to leave.
    ///
    /// - Parameter work: What keeps the content up to date; if it ends first, the last picture stays.
    /// - Returns: The exit code: 0 for the end of the work and for `q`, and the shell's usual 128 and the number for a
    ///   signal.
    /// - Throws: Any error that `work` throws; ``OutputError``.
    public func run(_ work: @escaping @Sendable () async throws -> Void) async throws -> Int32 {
        let events = TerminalEvent.all()
        defer { session.leave() }
        try open()
        return try await withThrowingTaskGroup(of: Int32.self) { @Sendable group in
            group.addTask {
                try await work()
                if !Task.isCancelled { try await self.closeWithPicture() }
                return 0
            }
            group.addTask { try await self.obey(events) }
            group.addTask {
                try await self.drawing()
                // The task was cancelled.
                return 0
            }
            // Whichever ends first ends the others.
            defer { group.cancelAll() }
            return try await group.next() ?? 0
        }
    }

    private func open() throws(OutputError) {
        try session.enter()
        writer.screenLost()
        try draw()
    }

    /// Gives the terminal back, and leaves the last picture in it.
    private func closeWithPicture() throws(OutputError) {
        guard session.isActive else { return }
        session.leave()
        var size = StandardOutput.size
        // A row for the prompt that comes next.
        size.height -= 1
        let lines = content.frame(in: size, isFinal: true).map { line in
            line.rendered(in: palette).trimmingTrailingSpaces + "\n"
        }
        try StandardOutput.write(lines.joined())
    }

    /// Draws whenever there is something to draw, until the task is cancelled.
    private func drawing() async throws {
        for await _ in content.wishes { try draw() }
    }

    /// Writes what differs from what is in the window.
    private func draw() throws(OutputError) {
        guard session.isActive else { return }
        let size = StandardOutput.size
        let output = writer.frameChanged(content.frame(in: size, isFinal: false), size: size)
        if !output.isEmpty { try StandardOutput.write(output) }
    }

    private func redraw() throws(OutputError) {
        writer.screenLost()
        try draw()
    }

    private func obey(_ events: AsyncStream<TerminalEvent>) async throws -> Int32 {
        for await event in events {
            switch event {
            case .key(let key):
                switch content.press(key, size: StandardOutput.size) {
                case .handled: break
                case .redraw: try redraw()
                case .quit: return 0
                }
            case .resized: try redraw()
            case .suspended:
                session.leave()
                kill(getpid(), SIGSTOP)
            case .resumed:
                session.leave()
                try open()
            case .interrupted(let signal): return 128 + signal
            }
        }
        return 0
    }
}
