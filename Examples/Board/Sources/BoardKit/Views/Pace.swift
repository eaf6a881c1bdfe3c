/// How far apart the frames of a view are.
struct Pace: Sendable {
    /// The time between two frames, at least.
    var shortest: Duration = .milliseconds(50)
    /// Above this, ``shortest`` alone decides.
    var longest: Duration = .seconds(1)
    /// How much time a frame to one stream is given: somewhat more than it takes a processor.
    ///
    /// So frames keep less than one processor busy, however many streams there are, and leave the others to commands.
    var perStream: Duration = .microseconds(20)

    /// The time from a frame to the next one, with as many open streams.
    func interval(streams: Int) -> Duration { max(shortest, min(perStream * streams, longest)) }
}
