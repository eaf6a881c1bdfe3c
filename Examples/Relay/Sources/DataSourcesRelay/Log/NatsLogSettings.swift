/// The stream of NATS JetStream that is a log.
public struct NatsLogSettings: Hashable, Sendable {
    /// The stream's name: 1 to 64 of `a`–`z`, `A`–`Z`, `0`–`9`, `-` and `_`.
    ///
    /// It is the first part of its subjects, too.
    public var stream: String
    /// How many servers have the log; an append returns when more than half of them have it.
    ///
    /// With 1 there is no fail-over.
    public var replicas = 3
    /// The most bytes that it may have; `nil` for no limit.
    ///
    /// A log that is full takes no message until it is trimmed: appends fail with `unavailable`.
    public var bytesLimit: Int?

    /// Creates settings.
    public init(stream: String, replicas: Int = 3, bytesLimit: Int? = nil) {
        (self.stream, self.replicas, self.bytesLimit) = (stream, replicas, bytesLimit)
    }

    /// What is wrong with them; `nil` if nothing is.
    var problem: String? {
        let isName =
            !stream.isEmpty && stream.utf8.count <= 64
            && stream.utf8.allSatisfy { byte in
                byte < 128 && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
        if !isName { return "the name of the stream \"\(stream)\" must be 1 to 64 letters, digits, - and _ of ASCII" }
        if ![1, 3, 5].contains(replicas) { return "a stream has 1, 3 or 5 replicas, not \(replicas)" }
        if let bytesLimit, bytesLimit <= 0 { return "bytesLimit must be above 0" }
        return nil
    }
}
