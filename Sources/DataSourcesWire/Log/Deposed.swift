/// A record was not appended, because nothing is any more.
struct NotAppended: Error {
    let reason: LogWriterMachine.End
    /// Whether it is known that the record never gets into the log.
    let isKnown: Bool

    /// What callers are thrown.
    var thrown: any Error {
        switch reason {
        case .deposed(let other): Deposed(by: other)
        case .stopped(let error): error
        }
    }
}

/// Another writer has taken over a log.
public struct Deposed: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the other writer.
    public let by: String

    init(by name: String) { by = name }

    /// Who has taken over.
    public var description: String { "\(by) has taken over the log" }
}
