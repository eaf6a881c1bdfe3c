import DataSources
import DataSourcesWire

extension LogBenchmark {
    /// Measures appends, one after the other, and reading them from the start.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of each message.
    ///   - count: How many, within 20 seconds.
    /// - Throws: An error of the log.
    public func measureAppends(bytes: Int, count: Int) async throws {
        let (name, clock) = (newName(), ContinuousClock())
        let log = try await open(name)
        var (times, last) = (Times(), UInt64(0))
        let content = (0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 >> 8) }
        let start = clock.now
        while times.count < count, start.duration(to: clock.now) < .seconds(20) {
            let began = clock.now
            try await log.append(LogMessage(subject: TextID("changes"), bytes: content), after: last)
            times.add(began.duration(to: clock.now))
            last += 1
        }
        let what = bytes < 1_000 ? "\(bytes) B" : "\(bytes >> 10) KB"
        try report("an append of \(what), median / 99 % / longest of \(times.count)", times.text)
        try report("appends of \(what), one after the other", rate(times.count, in: start.duration(to: clock.now)))

        let reader = try await open(name)
        let began = clock.now
        for try await entry in reader.entries(after: 0) where entry.sequence == last { break }
        let time = began.duration(to: clock.now)
        let megabytes = Double(times.count * bytes) / 1e6 / time.seconds
        try report(
            "reading these from the start",
            "\(rate(times.count, in: time)), \((megabytes * 10).rounded() / 10) MB/s")
    }
}
