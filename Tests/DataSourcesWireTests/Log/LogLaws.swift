import DataSources
import DataSourcesTesting
import DataSourcesWire
import DataSourcesWireTesting
import TestKit
import Testing

/// Laws 17 and 19 through a log: writers take over from each other, and no command is lost or applied twice.
struct LogLaws {
    private var small: LogSettings {
        var settings = LogSettings()
        (settings.least, settings.retained, settings.interval) = (200, 2_000, .milliseconds(50))
        return settings
    }

    @Test(arguments: seeds(150))
    func `laws 17 and 19: with lost answers, late appends, cuts and take-overs, all ends equal`(seed: UInt64) throws {
        try run(seed: seed, removes: false)
    }

    @Test(arguments: seeds(150))
    func `laws 17 and 19: also if any writer removes sources and publishes them again`(seed: UInt64) throws {
        try run(seed: seed, removes: true)
    }

    private func run(seed: UInt64, removes: Bool) throws {
        try SeededExecutor.run(seed: seed) { executor in
            var random = Random(seed: seed)
            // With small messages, whole states and answers are in parts.
            let log = MemoryFrameLog(
                faults: .often, seed: seed, messageLimit: random.below(2) == 0 ? 1 << 20 : 2_048, clock: executor.clock)
            var settings = small
            // With few of them, relays and new writers miss removals.
            settings.removals = random.below(3)
            let scenario = LogScenario(
                log, executor, sources: 1 + random.below(3), settings: settings, removes: removes)
            scenario.startWriter("writer 0", seed: seed)
            let first = scenario.startRelay("relay 0")
            let clients = (0..<6).map { number in
                executor.start(name: "client \(number)") {
                    var random = Random(seed: seed &* 31 &+ UInt64(number))
                    for command in 0..<8 {
                        let source = scenario.names[random.below(scenario.names.count)]
                        try await scenario.send(number * 100 + command, to: source, &random)
                        try await executor.clock.sleep(for: .milliseconds(random.below(30)))
                    }
                }
            }
            for number in 1...3 {
                try await executor.clock.sleep(for: .milliseconds(20 + random.below(80)))
                // Half of the former writers go on, and do not know that they were replaced.
                if random.below(2) == 0 { scenario.writers.value.last?.task?.cancel() }
                scenario.startWriter("writer \(number)", seed: seed &* 13 &+ UInt64(number))
            }
            let second = scenario.startRelay("relay 1")
            for client in clients { try await client.value }
            log.setFaults(MemoryFrameLog.Faults())
            scenario.removes.change { $0 = false }
            await executor.settle()
            try await executor.clock.sleep(for: .seconds(1))
            // Messages that say which removals are forgotten; whole states without the steps before them come in between.
            for round in 1...2 {
                for (number, source) in scenario.names.enumerated() {
                    try await scenario.send(1_000 * round + number, to: source, &random)
                }
                try await executor.clock.sleep(for: .seconds(1))
            }
            let late = scenario.startRelay("relay 2")
            try await executor.clock.sleep(for: .seconds(1))
            let findings = await scenario.findings([first, second, late].map(\.relay))
            #expect(findings.isEmpty, "seed \(seed): \(findings)")
            for task in [first, second, late].map(\.task) { task.cancel() }
            for writer in scenario.writers.value { writer.task?.cancel() }
        }
    }

    @Test(arguments: FrameLogCheck<MemoryFrameLog>.all)
    func `the log in memory keeps the laws of logs`(check: FrameLogCheck<MemoryFrameLog>) async throws {
        let log = MemoryFrameLog()
        try await check.run(on: [log, log, log])
    }
}
