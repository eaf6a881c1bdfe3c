/// Reads all processes of this machine.
///
/// A process that cannot be read, for want of permission or because it has just ended, is left out.
protocol ProcessReader: Sendable {
    /// The processes of this moment, in any order.
    mutating func readAll() throws(ReadError) -> [Process]
}

/// The processes cannot be read at all.
struct ReadError: Error, CustomStringConvertible {
    let description: String
}

/// The reader for this machine.
func systemReader() -> any ProcessReader {
    #if os(Linux)
    ProcReader()
    #else
    PSReader()
    #endif
}
