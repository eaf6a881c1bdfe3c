/// Where a lease is kept, and how long it lasts.
public struct LeaseSettings: Hashable, Sendable {
    /// The key-value bucket: 1 to 64 of `a`–`z`, `A`–`Z`, `0`–`9`, `-` and `_`.
    ///
    /// One bucket serves any number of leases. It is made if it is missing.
    public var bucket: String
    /// How many servers have the bucket.
    public var replicas = 3
    /// How long a holder that does not renew its lease keeps it; 3 s by default, from 300 ms up to an hour.
    ///
    /// It is renewed three times as often. A server's election takes 4 to 10 seconds, in which no renewal gets through: a
    /// shorter time means that the holder loses its lease in each of them, which costs a take-over and nothing else.
    public var time = Duration.seconds(3)

    /// Creates settings.
    public init(bucket: String, replicas: Int = 3, time: Duration = .seconds(3)) {
        (self.bucket, self.replicas, self.time) = (bucket, replicas, time)
    }

    /// What is wrong with them; `nil` if nothing is.
    var problem: String? {
        // The rules of names and replicas are those of logs.
        if let problem = NatsLogSettings(stream: bucket, replicas: replicas).problem {
            return problem.replacing("stream", with: "bucket")
        }
        if time < .milliseconds(300) || time > .seconds(3_600) {
            return "a lease lasts from 300 ms up to an hour, not \(time)"
        }
        return nil
    }
}
