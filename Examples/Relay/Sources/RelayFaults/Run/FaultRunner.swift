import Foundation

/// Makes faults, and heals them.
actor FaultRunner {
    private let stage: Stage
    /// Whom a fault concerns now.
    private var busy: Set<String> = []
    private(set) var counts: [FaultPlan.Kind: Int] = [:]

    init(_ stage: Stage) { self.stage = stage }

    /// Makes a fault as soon as no other one goes on there, waits for its time, and heals it; `begun` is told what it is.
    func run(_ fault: FaultPlan.Fault, writer: String?, _ begun: @Sendable (String) -> Void) async throws {
        var found = await targets(of: fault, writer)
        while found.map({ busy.isDisjoint(with: $0) }) != true {
            // Another fault goes on there.
            try await Task.sleep(for: .milliseconds(100))
            found = await targets(of: fault, writer)
        }
        guard let targets = found else { return }
        counts[fault.kind, default: 0] += 1
        busy.formUnion(targets)
        defer { busy.subtract(targets) }
        let text = "\(fault.kind.rawValue) \(targets.joined(separator: " ")) for \(fault.duration)"
        begun(text)
        stage.fault("\(fault.number): \(text)")
        try await begin(fault.kind, targets)
        // Also when the test is cancelled, it is healed: nothing depends on it, but what is healed is simple.
        try? await Task.sleep(for: fault.duration)
        try await heal(fault.kind, targets)
        stage.fault("\(fault.number): healed")
    }

    private func targets(of fault: FaultPlan.Fault, _ writer: String?) async -> [String]? {
        func one(_ names: [String]) -> String { names[fault.choice % names.count] }
        let servers = NatsServers.names
        switch fault.kind {
        case .killServer, .stopServer, .unplugServer, .fillDisk:
            if !busy.isDisjoint(with: servers) { return nil }
            // The leader half of the time.
            return [fault.choice % 2 == 0 ? await stage.leader() : one(servers)]
        case .cutLeader:
            if !busy.isDisjoint(with: servers) { return nil }
            return [await stage.leader()]
        case .killAllServers: return servers
        case .killWriter, .stopWriter, .unplugWriter, .dropLease:
            // Mostly the one that writes.
            if let writer, fault.choice % 4 != 0 || fault.kind == .dropLease { return [writer] }
            return [one(stage.writers)]
        case .killRelay, .stopRelay, .unplugRelay, .cutRelay: return [one(stage.relays)]
        case .unplugClients: return [one(stage.clients)]
        case .cutClients: return [one(stage.clients), stage.relays[fault.choice / 7 % stage.relays.count]]
        }
    }

    private func begin(_ kind: FaultPlan.Kind, _ targets: [String]) async throws {
        switch kind {
        case .killServer, .killWriter, .killRelay, .killAllServers:
            for target in targets { await stage.kill(target) }
        case .stopServer, .stopWriter, .stopRelay: await stage.signal(targets[0], SIGSTOP)
        case .unplugServer, .unplugWriter, .unplugRelay, .unplugClients:
            try await network { try $0.setLink(targets[0], isUp: false) }
        case .cutLeader, .cutRelay, .cutClients: try await setCut(kind, targets, isCut: true)
        case .fillDisk: try await Worker.once { NatsServers.fill(targets[0]) }
        case .dropLease: _ = await stage.ask(targets[0], .giveUpLease)
        }
    }

    private func heal(_ kind: FaultPlan.Kind, _ targets: [String]) async throws {
        switch kind {
        case .killServer, .killWriter, .killRelay, .killAllServers:
            for target in targets { try await stage.start(target) }
        case .stopServer, .stopWriter, .stopRelay: await stage.signal(targets[0], SIGCONT)
        case .unplugServer, .unplugWriter, .unplugRelay, .unplugClients:
            try await network { try $0.setLink(targets[0], isUp: true) }
        case .cutLeader, .cutRelay, .cutClients: try await setCut(kind, targets, isCut: false)
        case .fillDisk:
            // A server that could not write has JetStream off until it is started again.
            await stage.kill(targets[0])
            NatsServers.unfill(targets[0])
            try await Task.sleep(for: .milliseconds(200))
            try await stage.start(targets[0])
        case .dropLease: break
        }
    }

    private func setCut(_ kind: FaultPlan.Kind, _ targets: [String], isCut: Bool) async throws {
        let others = kind == .cutClients ? [targets[1]] : NatsServers.names.filter { $0 != targets[0] }
        try await network { network in
            for other in others { try network.setCut(targets[0], other, isCut: isCut) }
        }
    }

    private func network(_ body: @escaping @Sendable (Network) throws -> Void) async throws {
        try await Worker.once { [network = stage.network] in try body(network) }
    }
}
