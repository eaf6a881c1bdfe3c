public import DataSourcesWire

/// What the app needs of a server: a stream of frames, and an answer to each command.
///
/// Over HTTP the first is a response that does not end, one frame a message; the second is a `POST`.
public protocol StaffServer: Sendable {
    /// Opens a connection.
    ///
    /// - Parameter position: The state that the app has; `nil` if it has none.
    /// - Returns: Frames in the binary format, one an element.
    /// - Throws: Any error if there is no connection; the app tries again.
    func frames(since position: FeedPosition?) async throws -> AsyncThrowingStream<[UInt8], any Error>

    /// Applies a command, once for each key.
    ///
    /// - Throws: Any error if the answer is lost; the app sends the command again.
    func perform(_ command: CommandEnvelope) async throws -> CommandReply
}
