import DataSources
import DataSourcesWire

extension LogBenchmark {
    /// Measures how long a new writer takes: from the call of `takeOver` until another client has its first step.
    ///
    /// - Parameter count: How often.
    /// - Throws: An error of the log.
    public func measureTakeOvers(count: Int) async throws {
        let name = newName()
        let (reader, replica) = (LogReader(of: try await open(name)), Replica<ListSnapshot<Card>>())
        let times = try await withThrowingTaskGroup(of: Void.self) { @Sendable group in
            group.addTask { try await reader.run() }
            group.addTask { try await reader.follow(Published<Log>.name(0), into: replica) }
            defer { group.cancelAll() }
            var times = Times()
            for number in 0...count {
                let log = try await open(name)
                let began = ContinuousClock.now
                let published = try await Published(1, in: log, as: "writer \(number)")
                group.addTask {
                    do {
                        try await published.run()
                    } catch is Deposed {}
                }
                try await published.sources[0].update(id: 0) { $0.number = number + 1 }
                _ = await replica.first { ($0[id: 0]?.number ?? 0) > number }
                // The first one takes over from nobody.
                if number > 0 { times.add(began.duration(to: .now)) }
            }
            return times
        }
        try report(
            "another writer takes over, until its first step is read, median / 99 % / longest of \(count)", times.text)
    }

    /// Measures the time without a new message in the log when something fails.
    ///
    /// - Parameters:
    ///   - failure: What fails.
    ///   - count: How often.
    /// - Throws: An error of the log or of a closure; ``BenchmarkError`` if nothing is appended for a minute.
    public func measureFailure(_ failure: LogFailure, count: Int) async throws {
        let name = newName()
        let times = try await whilePublishing(1, in: name) { published in
            let (source, reader) = (published.sources[0], published.writer.reader)
            var (times, number) = (Times(), 0)
            for _ in 0..<count {
                try await published.caughtUp()
                number += 1
                try await source.update(id: 0) { [number] in $0.number = number }
                // This edit may still get into the log, as the next message.
                let (last, since) = (reader.sequence, ContinuousClock.now)
                try await failure.strike(name)
                repeat {
                    guard since.duration(to: .now) < .seconds(60) else {
                        throw BenchmarkError("\(failure.what): no message in the log for a minute")
                    }
                    number += 1
                    try await source.update(id: 0) { [number] in $0.number = number }
                    try await Task.sleep(for: .milliseconds(5))
                } while reader.sequence <= last + 1
                times.add(since.duration(to: .now))
                try await failure.mend(name)
            }
            return times
        }
        try report("no message in the log after \(failure.what), median / 99 % / longest of \(count)", times.text)
    }
}
