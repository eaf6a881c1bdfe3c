public import DataSources

/// When a ``LogWriter`` appends whole states, and what it keeps.
public struct LogSettings: Hashable, Sendable {
    /// A source's whole state is due when its steps take more bytes than that, but not before these; 64 KiB by default.
    public var least = 64 << 10
    /// A source's whole state is due when its oldest step has so many bytes of steps behind it; 16 MiB by default.
    ///
    /// So the log is bounded also if some sources hardly ever change.
    public var retained = 16 << 20
    /// How many answers to commands the log, and the writer's memory, have for each source; 256 by default.
    ///
    /// A command that is sent again after so many others is applied again.
    public var answers = 256
    /// How many bytes these take, about; 64 KiB by default.
    public var answerBytes = 64 << 10
    /// How many sources the log may have; 100,000 by default.
    ///
    /// Another one is not published until one is removed.
    public var names = 100_000
    /// How many removals of sources the log tells readers that are behind; 1,000 by default.
    ///
    /// A reader that has missed more ends with an error, and the next one begins with what is in the log.
    public var removals = 1_000
    /// The most bytes of steps that are read from a log; 256 MiB by default.
    public var readLimit = 256 << 20
    /// How often a source that does not change looks whether its whole state is due, and a writer with nothing to append
    /// whether another one has taken over; 5 s by default.
    public var interval = Duration.seconds(5)

    /// The defaults.
    public init() {}
}

extension Backoff {
    /// For a log on the same network: 20 ms at first, 2 s at most.
    public static var ofLog: Backoff { Backoff(initial: .milliseconds(20), maximum: .seconds(2)) }
}
