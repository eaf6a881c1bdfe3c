import DataSources
import DataSourcesWire
import Dispatch
import Foundation
import Processes

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension LogBenchmark {
    /// Measures the processor time of the process that publishes while relays in other processes follow.
    ///
    /// - Parameters:
    ///   - counts: How many relays.
    ///   - time: How long, for each number.
    ///   - arguments: The command line of a relay's process for a log: it calls ``follow(_:)``.
    /// - Throws: An error of the log; ``BenchmarkError`` if a relay does not start.
    public func measureRelays(
        _ counts: [Int], for time: Duration, arguments: @escaping @Sendable (_ name: String) -> [String]
    ) async throws {
        for count in counts {
            let name = newName()
            let share = try await whilePublishing(1, in: name) { published in
                let relays = try await started(count, arguments(name))
                defer { for relay in relays { relay.end() } }
                let (before, start) = (processorTime(), ContinuousClock.now)
                var number = 0
                while start.duration(to: .now) < time {
                    number += 1
                    try await published.sources[0].update(id: number % 100) { [number] in $0.number = number }
                    try await Task.sleep(for: .milliseconds(10))
                }
                return (processorTime() - before).seconds / start.duration(to: .now).seconds
            }
            try report(
                "processor of the publishing process, about 100 edits/s, \(count) relays",
                "\((share * 1_000).rounded() / 10) % of a core")
        }
    }

    private func started(_ count: Int, _ arguments: [String]) async throws -> [FollowingProcess] {
        try await blocking {
            let relays = try (0..<count).map { _ in try FollowingProcess(arguments) }
            for relay in relays { try relay.waitUntilReady() }
            return relays
        }
    }

    /// What a relay's process does: follows until its input ends.
    public func follow(_ name: String) async throws {
        let (reader, replica) = (LogReader(of: try await open(name)), Replica<ListSnapshot<Card>>())
        try await withThrowingTaskGroup(of: Void.self) { @Sendable group in
            group.addTask { try await reader.run() }
            group.addTask { try await reader.follow(Published<Log>.name(0), into: replica) }
            group.addTask {
                _ = await replica.first { !$0.isEmpty }
                FileHandle.standardOutput.write(Data("ready\n".utf8))
                await withCheckedContinuation { continuation in
                    DispatchQueue.global().async {
                        while !FileHandle.standardInput.availableData.isEmpty {}
                        continuation.resume()
                    }
                }
            }
            // Whatever ends first: the input, or the log.
            defer { group.cancelAll() }
            while try await group.next() != nil {
                if replica.snapshot.isEmpty { continue }
                return
            }
        }
    }

    private func processorTime() -> Duration {
        var usage = rusage()
        #if canImport(Glibc)
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #else
        getrusage(RUSAGE_SELF, &usage)
        #endif
        return [usage.ru_utime, usage.ru_stime].reduce(.zero) {
            $0 + .seconds(Int64($1.tv_sec)) + .microseconds(Int64($1.tv_usec))
        }
    }
}
