public import Console

/// What a program shows in the whole window of a terminal.
@MainActor
public protocol TerminalContent: AnyObject {
    /// Gets a value each time that there is something to draw; several count as one.
    var wishes: AsyncStream<Void> { get }

    /// The lines of a window from the top, each of exactly its width.
    ///
    /// - Parameters:
    ///   - size: The window.
    ///   - isFinal: Whether this is the picture that stays when the program has ended.
    /// - Returns: The lines.
    func frame(in size: Size, isFinal: Bool) -> [Line]

    /// Does what a key asks for.
    func press(_ key: Key, size: Size) -> KeyOutcome
}

/// What is left to do after a key.
public enum KeyOutcome: Sendable {
    /// Nothing.
    case handled
    /// To draw the window from nothing: something else has written to it.
    case redraw
    /// To end the program.
    case quit
}
