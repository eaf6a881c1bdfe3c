import CPostgres

extension Connection {
    /// What reading of a copy came to.
    enum CopyStep {
        /// Nothing is here now.
        case none
        /// The copy has ended.
        case ended
        case message
    }

    /// Takes the next message of a copy, if one is here.
    ///
    /// - Parameter body: Gets the message, which is gone afterwards.
    /// - Returns: Whether there was one.
    /// - Throws: ``PostgresError``; any error of the body.
    func nextCopyMessage(_ body: (UnsafeRawBufferPointer) throws -> Void) throws -> CopyStep {
        var buffer: UnsafeMutablePointer<CChar>?
        let count = PQgetCopyData(handle, &buffer, 1)
        if count > 0 {
            defer { PQfreemem(buffer) }
            try body(UnsafeRawBufferPointer(start: buffer, count: Int(count)))
            return .message
        }
        if count == 0 { return .none }
        // -1 is the end of the copy, which a result explains; -2 is an error.
        guard let result = PQgetResult(handle) else { throw error() }
        defer { PQclear(result) }
        guard count == -1, PQresultStatus(result) == PGRES_COMMAND_OK else { throw error(result) }
        while let rest = PQgetResult(handle) { PQclear(rest) }
        return .ended
    }

    /// Reads a copy to its end, in parts of whole messages.
    ///
    /// - Parameters:
    ///   - isPaused: Whether to wait before more is read.
    ///   - body: Gets the parts, and whether it is the first one.
    /// - Throws: ``PostgresError``; `CancellationError`.
    func readCopy(isPaused: () -> Bool, _ body: ([UInt8], _ isFirst: Bool) -> Void) throws {
        var (part, isFirst) = ([UInt8](), true)
        while true {
            if isPaused() {
                try stop.wait(milliseconds: 1_000)
                continue
            }
            let step = try nextCopyMessage { part.append(contentsOf: $0) }
            if part.count >= 256 << 10 || (step == .ended && !part.isEmpty) {
                body(part, isFirst)
                (part, isFirst) = ([], false)
            }
            switch step {
            case .message: continue
            case .ended: return
            case .none: if try isReady(.reading, within: 60_000) { try readInput() }
            }
        }
    }

    /// Reads what the server has sent.
    func readInput() throws {
        guard PQconsumeInput(handle) == 1 else { throw error() }
    }

    /// Sends a message into a copy in both directions.
    func sendCopyMessage(_ bytes: [UInt8]) throws {
        let isSent = bytes.withUnsafeBytes { bytes in
            PQputCopyData(handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
        }
        guard isSent == 1 else { throw error() }
        try flush()
    }
}
