import DataSourcesRelay
import DataSourcesWire
import Foundation

/// A test: processes, faults in rounds, and after each round the check.
struct Trial: Sendable {
    /// What is asked for.
    struct Wish: Sendable {
        var faults: Int
        var seed: UInt64
        var size = Stage.Size()
        /// The kinds of faults; if there are none, all that the servers survive.
        var kinds: [FaultPlan.Kind] = []
        /// How many faults there are between two checks.
        var round = 10
    }

    /// How it has ended.
    struct Outcome: Sendable {
        var findings: [Finding] = []
        /// What happened around the findings.
        var context: [String] = []
        var faults = 0
        var summary: [String] = []
    }

    let wish: Wish
    /// Is told what happens.
    let report: @Sendable (String) -> Void

    /// Makes the test on a stage that is empty.
    func run(on stage: Stage) async throws -> Outcome {
        try await withThrowingTaskGroup(of: Outcome?.self) { @Sendable group in
            defer { group.cancelAll() }
            let recorders = (0..<NatsServers.names.count).map { number in
                (name: "log \(number + 1)", file: "\(Stage.histories)/log\(number + 1)")
            }
            try await startServers(stage)
            var logs: [(NatsLog, Recorder)] = []
            for (recorder, server) in zip(recorders, NatsServers.names) {
                let connection = try await NatsConnection.open(NatsSettings(servers: [stage.servers.url(server)]))
                let log = try await insisting {
                    try await NatsLog(NatsLogSettings(stream: NodeSettings.stream), on: connection)
                }
                let history = try History(recorder.file)
                logs.append((log, Recorder(recorder.name, sources: stage.size.sources, history)))
            }
            for (log, recorder) in logs {
                group.addTask {
                    try await recorder.run(log)
                    return nil
                }
            }
            group.addTask { [logs] in try await run(on: stage, logs) }
            while let outcome = try await group.next() {
                if let outcome { return outcome }
            }
            throw CancellationError()
        }
    }

    private func startServers(_ stage: Stage) async throws {
        for name in NatsServers.names { try await stage.start(name) }
        let servers = stage.servers
        let areReady = try await stage.wait(.seconds(60)) {
            (try? await Worker.once { NatsServers.names.allSatisfy { servers.isReady($0) } }) ?? false
        }
        guard areReady else {
            let log = (try? String(contentsOfFile: NatsServers.log("n1"), encoding: .utf8)) ?? ""
            throw FaultsError("the servers of NATS are not ready after a minute:\n\(log.suffix(2_000))")
        }
    }

    // MARK: Rounds

    @concurrent
    private func run(on stage: Stage, _ logs: [(NatsLog, Recorder)]) async throws -> Outcome {
        for name in stage.writers + stage.relays + stage.clients { try await stage.start(name) }
        var judge = Judge(stage)
        let plan = FaultPlan(
            count: wish.faults, seed: wish.seed, provoking: stage.size.bug, only: wish.kinds)
        var outcome = Outcome()
        let runner = FaultRunner(stage)
        // Something to lose.
        try await Task.sleep(for: .seconds(3))
        for start in stride(from: 0, to: plan.faults.count, by: wish.round) {
            let faults = plan.faults[start..<min(start + wish.round, plan.faults.count)]
            try await make(Array(faults), with: runner, &judge)
            outcome.faults += faults.count
            report("healed; waiting until all show the same")
            outcome.findings = try await answered(stage, &judge)
            if outcome.findings.isEmpty {
                let problems = try await settle(stage, logs)
                judge.read()
                outcome.findings = judge.findings(isSettled: problems.isEmpty) + problems
            }
            if outcome.findings.isEmpty { report(judge.summary) }
            if !outcome.findings.isEmpty || start + wish.round >= plan.faults.count { break }
            for name in stage.clients { _ = await stage.ask(name, .pause(false)) }
        }
        if outcome.findings.isEmpty { outcome.findings = try await compareReplicas(stage) }
        let kinds = await runner.counts.sorted { $0.key.rawValue < $1.key.rawValue }
        outcome.summary = [
            kinds.map { "\($0.value) \($0.key.rawValue)" }.joined(separator: ", "), judge.summary,
        ]
        outcome.context = judge.context(of: outcome.findings)
        return outcome
    }

    @concurrent
    private func make(_ faults: [FaultPlan.Fault], with runner: FaultRunner, _ judge: inout Judge) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for fault in faults {
                try await Task.sleep(for: fault.gap)
                judge.read()
                let writer = judge.writer
                let number = "[\(fault.number)/\(wish.faults)]"
                group.addTask { try await runner.run(fault, writer: writer) { report("\(number) \($0)") } }
                if !fault.isOverlapping { try await group.waitForAll() }
            }
            try await group.waitForAll()
        }
    }

    /// Waits until all commands are answered.
    ///
    /// - Returns: What is wrong already, which may be why they are not; or that they are not in time.
    private func answered(_ stage: Stage, _ judge: inout Judge) async throws -> [Finding] {
        var (unanswered, findings): (Int, [Finding]) = (-1, [])
        let areAnswered = try await stage.wait(.seconds(120)) {
            judge.read()
            findings = judge.findings(isSettled: false)
            if !findings.isEmpty { return true }
            unanswered = 0
            for name in stage.clients {
                guard let status = await stage.ask(name, .pause(true)) else {
                    unanswered = -1
                    return false
                }
                unanswered += status.unanswered
            }
            return unanswered == 0
        }
        if areAnswered { return findings }
        return [finding("\(unanswered) commands have no answer two minutes after all faults were healed")]
    }

    /// Waits until everybody shows what is in the log.
    ///
    /// - Returns: What did not come in time.
    private func settle(_ stage: Stage, _ logs: [(NatsLog, Recorder)]) async throws -> [Finding] {
        var difference = ""
        let areEqual = try await stage.wait(.seconds(90)) {
            guard let end = try? await logs[0].0.message(at: 1).last else {
                difference = "the log does not answer"
                return false
            }
            var all: [(String, [Status.State])] = []
            for (number, (_, recorder)) in logs.enumerated() {
                let (sequence, states) = await recorder.status()
                guard sequence >= end else {
                    difference = "recorder \(number + 1) has read \(sequence) of \(end) messages"
                    return false
                }
                all.append(("recorder \(number + 1)", states))
            }
            for name in stage.relays + stage.clients {
                guard let status = await stage.ask(name, .status) else {
                    difference = "\(name) does not answer"
                    return false
                }
                for (index, states) in status.states.enumerated() {
                    all.append(("replicas \(index) of \(name)", states))
                }
            }
            for (name, states) in all {
                for (list, state) in states.enumerated() where state != all[0].1[list] {
                    let position = { (state: Status.State) in state.position.map { "\($0.number)" } ?? "nothing" }
                    difference =
                        "\(name) have list \(list) at \(position(state)), \(all[0].0) at \(position(all[0].1[list]))"
                    return false
                }
            }
            return true
        }
        guard areEqual else { return [finding("90 seconds after all faults were healed: \(difference)")] }
        return try await compareStates(stage)
    }

    private func finding(_ text: String, _ rule: Finding.Rule = .converged) -> Finding {
        Finding(rule: rule, text: text, time: History.now)
    }

    /// Waits until all servers say that they have the same messages.
    private func compareStates(_ stage: Stage) async throws -> [Finding] {
        var texts: [String] = []
        let areEqual = try await stage.wait(.seconds(60)) {
            let states = await stage.streams()
            texts = states.map { $0.map { "\($0.messages) messages, \($0.first) to \($0.last)" } ?? "no answer" }
            return states.allSatisfy { $0 != nil && $0?.messages == states[0]?.messages && $0?.last == states[0]?.last }
                && Set(states.map { $0?.first }).count == 1 && Set(states.map { $0?.bytes }).count == 1
        }
        if areEqual { return [] }
        return [finding("the servers have \(texts.joined(separator: "; "))", .replicas)]
    }

    /// Reads what each server has while the other ones do not run.
    private func compareReplicas(_ stage: Stage) async throws -> [Finding] {
        report("comparing the replicas, each server alone")
        for name in stage.writers + stage.relays + stage.clients { await stage.kill(name) }
        let (stream, servers) = (NodeSettings.stream, stage.servers)
        guard let state = await stage.streams().compactMap({ $0 }).first else {
            return [finding("no server says what it has", .replicas)]
        }
        _ = try await stage.wait(.seconds(30)) {
            let done: Void? = try? await Worker.once {
                try ReplicaContents.allow(stream, subjects: ["\(stream).*"], on: servers.url("n1"))
            }
            return done != nil
        }
        var contents: [[Int: UInt64]] = []
        for name in NatsServers.names {
            let others = NatsServers.names.filter { $0 != name }
            var (found, error): ([Int: UInt64]?, String) = (nil, "")
            for _ in 0..<3 where found == nil {
                // A server that was started again answers without its leader a moment after it has caught up.
                _ = try await stage.wait(.seconds(30)) {
                    (try? await Worker.once { NatsServers.names.allSatisfy { servers.isReady($0) } }) ?? false
                }
                try await Task.sleep(for: .seconds(5))
                for other in others { await stage.kill(other) }
                try await Task.sleep(for: .seconds(1))
                do {
                    found = try await Worker.once {
                        try ReplicaContents.read(
                            stream, state.first...max(state.first, state.last + 1), on: servers.url(name))
                    }
                } catch let failure {
                    error = "\(failure)"
                }
                for other in others { try await stage.start(other) }
            }
            guard let found else { return [finding("\(name) alone does not say what it has: \(error)", .replicas)] }
            contents.append(found)
        }
        for (name, content) in zip(NatsServers.names, contents) where content != contents[0] {
            let sequences = Set(content.keys).union(contents[0].keys).filter { content[$0] != contents[0][$0] }
            return [
                finding(
                    "\(name) and n1 differ in \(sequences.count) messages, the first one is \(sequences.min() ?? 0)",
                    .replicas)
            ]
        }
        report("all three servers have the same \(contents[0].count) messages, byte by byte")
        return []
    }
}

extension Stage {
    /// What each server says about the stream.
    nonisolated func streams() async -> [NatsServers.StreamState?] {
        let servers = servers
        return (try? await Worker.once { NatsServers.names.map { servers.stream(NodeSettings.stream, on: $0) } })
            ?? NatsServers.names.map { _ in nil }
    }
}
