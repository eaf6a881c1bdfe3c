/// Server-sent events (WHATWG HTML, section 9.2), one for each frame.
///
/// The id of an event is the position that a browser sends back as `Last-Event-ID`; see ``FeedPosition``.
public enum EventStream {
    /// The media type of the response.
    public static let contentType = "text/event-stream"

    /// The bytes of an event with JSON as data.
    ///
    /// - Parameters:
    ///   - json: One line of JSON text.
    ///   - id: What the browser sends back when it reconnects; `nil` if this frame is no state to go on from.
    /// - Returns: The bytes.
    public static func event(_ json: [UInt8], id: FeedPosition? = nil) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(json.count + 64)
        if let id { bytes += "id: \(id)\n".utf8 }
        bytes += "data: ".utf8
        bytes += json
        bytes += "\n\n".utf8
        return bytes
    }

    /// A comment, which keeps a connection alive and reaches no script.
    public static let comment = Array(":\n\n".utf8)

    /// The time after which a browser reconnects.
    public static func retry(after milliseconds: Int) -> [UInt8] { Array("retry: \(max(0, milliseconds))\n\n".utf8) }
}
