import DataSources
public import DataSourcesTesting

/// One run of the simulation, made up from its seed: a source, writers, consumers, and how it all ends.
public enum Scenario {
    /// A law did not hold.
    public struct Broken: Error, CustomStringConvertible {
        /// What was seen, the first fault first.
        public let description: String
    }

    /// Runs the scenario of a seed.
    ///
    /// - Parameters:
    ///   - seed: What happens: which kind of source, who does what.
    ///   - makeExecutor: In which order it happens; that of the seed unless told otherwise.
    /// - Returns: How many jobs the run had.
    /// - Throws: ``Broken`` when a law does not hold; the executor's errors when somebody waits for ever.
    @discardableResult
    public static func run(
        seed: UInt64,
        on makeExecutor: (UInt64) -> SeededExecutor = { SeededExecutor(seed: $0, interruptsRefreshes: $0 % 2 == 0) }
    ) throws -> Int {
        let executor = makeExecutor(seed)
        // One of five is about derived sources.
        if seed % 5 == 4 {
            try DerivedScenario(seed: seed, on: executor).run()
            return executor.steps
        }
        // Two of eight of the others scenarios are about items that misbehave.
        if seed % 8 < 6 {
            try run(Piece<Int>.self, seed, on: executor)
        } else {
            try oddTypes[Int(seed / 8 % UInt64(oddTypes.count))].run(seed, on: executor)
        }
        return executor.steps
    }

    /// The types that misbehave.
    ///
    /// They are looked up at run time, so that the compiler does not make a copy of everything for each of them.
    private static let oddTypes: [any PieceProtocol.Type] = [
        Piece<Double>.self, Piece<ConstantHashID>.self, Piece<EqualID>.self, Piece<UnequalID>.self,
        Piece<LyingHashID>.self, Piece<FlippingID>.self, ObjectPiece.self,
    ]

    /// A list or sections.
    fileprivate static func run<Item: PieceProtocol>(
        _ type: Item.Type, _ seed: UInt64, on executor: SeededExecutor
    ) throws {
        if seed % 2 == 0 {
            try Run<ListSource<Item>>(seed: seed).run(on: executor)
        } else {
            try Run<SectionedSource<Item, Item>>(seed: seed).run(on: executor)
        }
    }
}

extension PieceProtocol {
    fileprivate static func run(_ seed: UInt64, on executor: SeededExecutor) throws {
        try Scenario.run(Self.self, seed, on: executor)
    }
}

/// How a run ends.
private enum Ending {
    case finished, finishedMidway, dropped
}

/// The plan of one run, for one kind of source.
private struct Run<Source: Simulated>: Sendable {
    let seed: UInt64
    let witness = Witness()

    func run(on executor: SeededExecutor) throws {
        let faults = try executor.run { executor in
            var random = SeededGenerator(seed: seed &+ 0x5EED)
            var model = Source.Model(&random, witness)
            // Where `==` lies, a source may refuse what it is to begin with.
            if !Source.Model.Item.isLawful { model = Source.Model(Source.Snapshot()) }
            let ledger = Ledger(model, witness)
            let scene = Scene<Source>(seed: seed, executor, ledger)
            let ending: Ending = random.oneIn(3) ? .dropped : random.oneIn(4) ? .finishedMidway : .finished
            weak var source: Source?
            do {
                let made = try Source.make(ledger.model)
                source = made
                try await play(scene, made, ending, &random)
            }
            if ending == .dropped { ledger.finished() }
            for task in scene.tasks { await task.value }
            if source != nil { ledger.fault("law 13", "the source outlives its last reference") }
            await ledger.checkReceipts()
            check(scene, ending)
            witness.disarm()
            scene.released()
            return ledger.faults
        }
        if let first = faults.first {
            let more = faults.count > 1 ? " (and \(faults.count - 1) more)" : ""
            throw Scenario.Broken(description: "seed \(seed), \(Source.self): \(first)\(more)")
        }
        if witness.livePieces != 0 {
            throw Scenario.Broken(description: "seed \(seed): law 13: \(witness.livePieces) items live on")
        }
        if witness.comparisonsOnSources != 0 {
            throw Scenario.Broken(description: "seed \(seed): law 8: items were compared on a source's executor")
        }
    }

    /// Everything until the source is to finish.
    private func play(
        _ scene: Scene<Source>, _ source: Source, _ ending: Ending, _ random: inout SeededGenerator
    ) async throws {
        let keepsSource = ending != .dropped
        let earlier = source.hub.snapshot
        for number in 0..<random.below(4) {
            scene.follow(
                subscription(of: scene, to: source, earlier, &random), number: number,
                editing: keepsSource ? source : nil)
        }
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<random.below(4) {
                let random = scene.random(writer)
                group.addTask { await write(scene, source, random) }
            }
            if random.oneIn(4) {
                let random = scene.random(50)
                group.addTask { await hold(scene, source, random) }
            }
            for canceller in 0..<random.below(3) {
                let random = scene.random(60 + canceller)
                group.addTask {
                    var random = random
                    await scene.rest(&random)
                    let step = scene.executor.steps + 1 + random.below(40)
                    let cancelled = scene.cancel(random.next(), atStep: step)
                    await scene.executor.settle()
                    // It was cancelled at the latest when the step was reached, and since then all went as far as they can.
                    let isOver = scene.executor.steps >= step
                    await scene.executor.settle()
                    if isOver, cancelled?.hasEnded == false {
                        scene.ledger.fault("law 13", "cancelled, a consumer goes on")
                    }
                }
            }
            if ending == .finishedMidway {
                let random = scene.random(70)
                group.addTask {
                    var random = random
                    await scene.rest(&random)
                    await finish(scene, source)
                }
            }
            // Latecomers.
            for number in 10..<10 + random.below(3) {
                await scene.rest(&random)
                let subscription = subscription(of: scene, to: source, earlier, &random)
                scene.follow(subscription, number: number, editing: keepsSource ? source : nil)
            }
        }
        // Whoever can go on does, so that nothing is on the way when the source goes.
        try await scene.executor.clock.sleep(for: .seconds(1000))
        if ending == .finished { await finish(scene, source) }
        checkSharing(scene, source.hub)
    }

    /// Law 9: as many differences as there were steps; consumers that may have begun others are not counted on.
    ///
    /// Who starts from a state that no subscriber has any more takes a step that law 5 has released: one more difference.
    private func checkSharing(_ scene: Scene<Source>, _ hub: SnapshotHub<Source.Snapshot>) {
        // Where `==` lies, a step may come to nothing, and is compared all the same.
        guard Source.Model.Item.isLawful, let steps = scene.stepsTaken, scene.ledger.isEveryStateNew else { return }
        let allowed = steps...steps + scene.ledger.subscribersApart
        if !allowed.contains(hub.differencesComputed) {
            scene.ledger.fault("law 9", "\(hub.differencesComputed) differences for \(steps) steps")
        }
    }

    private func subscription(
        of scene: Scene<Source>,
        to source: Source, _ earlier: Source.Snapshot, _ random: inout SeededGenerator
    ) -> SnapshotSubscription<Source.Snapshot> {
        let kind = random.below(8)
        if kind < 2 { scene.ledger.subscribedApart() }
        switch kind {
        case 0: return source.subscribe(since: Source.Snapshot())
        case 1: return source.subscribe(since: earlier)
        case 2:
            let window = Duration.milliseconds(1 + random.below(5))
            return source.subscribe().throttled(for: window, clock: scene.executor.clock)
        default: return source.subscribe()
        }
    }

    private func write(_ scene: Scene<Source>, _ source: Source, _ generator: SeededGenerator) async {
        var random = generator
        for _ in 0..<random.below(6) {
            switch random.below(8) {
            case 0: source.submit(Script(&random), scene.ledger)
            case 1: await scene.rest(&random)
            default:
                let script = Script(&random)
                guard let version = try? await source.perform(script, scene.ledger) else { continue }
                if random.oneIn(4) { await settle(scene, source, version) }
            }
        }
    }

    /// Law 16: what `settled(at:)` has promised is so when it returns.
    private func settle(_ scene: Scene<Source>, _ source: Source, _ version: Version) async {
        let now = scene.executor.clock.now
        let asking = scene.trackers.map { ($0, $0.openAsk(before: now)) }
        await source.settled(at: version)
        let newest = source.hub.version.number
        for (tracker, ask) in asking where ask != nil && tracker.openAsk(before: now) == ask {
            let seen = newest - min(newest, UInt64(tracker.subscription.lag))
            if seen < version.number {
                scene.ledger.fault("law 16", "settled at \(version), but a consumer that asks is at v\(seen)")
            }
        }
    }

    /// Holds publishing back for a while.
    private func hold(_ scene: Scene<Source>, _ source: Source, _ generator: SeededGenerator) async {
        var random = generator
        await scene.rest(&random)
        source.suspendPublishing()
        let shown = source.hub.snapshot
        await scene.rest(&random)
        if !shown.isIdentical(to: source.hub.snapshot), !source.hub.isFinished {
            scene.ledger.fault("law 5", "something was shown while publishing was suspended")
        }
        source.resumePublishing()
    }

    private func finish(_ scene: Scene<Source>, _ source: Source) async {
        await source.finish(scene.ledger)
    }

    private func check(_ scene: Scene<Source>, _ ending: Ending) {
        let ledger = scene.ledger
        for (number, tracker) in scene.trackers.enumerated() {
            ledger.checkHistory(of: tracker.states, "consumer \(number)")
        }
        if ending != .finishedMidway, ledger.unperformed != 0 {
            ledger.fault("law 12", "\(ledger.unperformed) submitted edits were not made")
        }
        let performed = ledger.performed
        if performed != performed.sorted() { ledger.fault("law 12", "submitted edits were made in order \(performed)") }
    }
}

extension Simulated {
    /// Finishes the source, and notes with what.
    func finish(_ ledger: Ledger<Model>) {
        ledger.transactionCalled()
        finish()
        ledger.expectPerformed("finish()")
        ledger.finished()
        if let fault = ledger.model.misreading(of: hub.snapshot) { ledger.fault("law 15", "misread \(fault)") }
    }
}
