extension FrameFormat {
    /// The error for the first element of a stream that is no frame: one that says what the stream is instead, if that can
    /// be told.
    ///
    /// Clients that hand on the reads of a socket make this mistake. Elements later in a stream say nothing: a read can
    /// begin in the middle of a frame.
    func explained(_ error: WireError, of bytes: [UInt8], limits: WireLimits) -> WireError {
        guard error.code == .malformed else { return error }
        if isLengthPrefixed(bytes, limits) {
            return WireError(
                .misframed,
                """
                the stream begins with a length and not with a frame: split it into frames, as with \
                `lengthPrefixedFrames()` of an asynchronous sequence of bytes
                """)
        }
        if ["data: ", "id: ", "retry: ", ":\n"].contains(where: { bytes.starts(with: $0.utf8) }) {
            return WireError(
                .misframed,
                """
                the stream consists of server-sent events: ask the server for frames without the framing `.eventStream`, \
                or hand on the data of each event
                """)
        }
        if bytes.starts(with: "HTTP/".utf8) {
            return WireError(
                .misframed, "the stream begins with the head of a response of HTTP: hand on the body, split into frames"
            )
        }
        return error
    }

    /// Whether bytes begin with a length, and a hello comes after it as far as can be seen.
    private func isLengthPrefixed(_ bytes: [UInt8], _ limits: WireLimits) -> Bool {
        guard bytes.count >= 4 else { return false }
        let length = bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        // The first frame of a stream is a hello, which is short.
        guard 1...1_024 ~= length else { return false }
        let rest = bytes.dropFirst(4)
        if rest.count < Int(length) { return true }
        if case .hello? = try? decode(Array(rest.prefix(Int(length))), limits: limits) { return true }
        return false
    }
}
