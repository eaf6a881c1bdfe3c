/// What became of a request.
enum NatsReply: Sendable {
    /// A server's answer.
    case answer([UInt8])
    /// No server serves the subject now: there is no leader, or no JetStream.
    case noResponder
    /// There is no answer; the request may have got through, or may later.
    case noAnswer(String)
    /// The request, or all requests, are not permitted.
    case refused(String)
    /// It has more bytes than the server takes.
    case tooLarge
}
