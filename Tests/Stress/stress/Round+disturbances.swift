import DataSources

extension Round {
    /// Consumers come, and some of all there are go, at any moment.
    func comeAndGo(_ source: Source, _ crowd: Crowd<Snapshot>, _ isOver: Flag) async {
        var random = plan.random(1)
        while !isOver.isRaised {
            for _ in 0..<random.below(8) {
                await crowd.add(Manner.allCases[random.below(6)], to: source.hub.subscribe())
                if random.oneIn(3) { await crowd.cancel(1, random.next()) }
            }
            await crowd.cancel(random.below(plan.subscribers / 150 + 2), random.next())
            await pause(&random)
        }
    }

    /// Publishing stops for a moment now and then.
    func suspendAndResume(_ source: Source, _ isOver: Flag) async {
        var random = plan.random(2)
        while !isOver.isRaised {
            let depth = 1 + random.below(2)
            for _ in 0..<depth { source.suspendPublishing() }
            await pause(&random)
            for _ in 0..<depth { source.resumePublishing() }
            await pause(&random)
        }
    }

    /// Somebody waits until everybody knows, and now and then has no patience.
    func settle(_ source: Source, _ isOver: Flag) async {
        var random = plan.random(3)
        while !isOver.isRaised {
            guard let version = source.hub.snapshot.version else { continue }
            let settled = Task { await source.settled(at: version) }
            if random.oneIn(2) {
                await pause(&random)
                settled.cancel()
            }
            await settled.value
        }
    }

    /// A second source follows the first one until it is told to stop, and is followed itself.
    func follow(_ source: Source, _ isOver: Flag) async {
        let replica = Source.make(census)
        let consumer = Consumer<Snapshot>(name: "of a replica", manner: .sequence, ledger: ledger)
        let subscription = replica.hub.subscribe()
        async let reached = consumer.follow(subscription)
        let following = Task { try await replica.follow(other: source) }
        var random = plan.random(4)
        while !isOver.isRaised { await pause(&random) }
        following.cancel()
        do {
            try await following.value
        } catch {
            await ledger.complain("follow: \(error)")
        }
        await replica.finish()
        await ledger.expect(await reached == replica.hub.snapshot, "law 13: a replica's consumer missed its end")
    }

    /// Sources come and go; what is left is delivered although nobody holds them.
    func dropSources(_ isOver: Flag) async {
        var random = plan.random(5)
        while !isOver.isRaised {
            var source: Source? = Source.make(census)
            let consumers = (0..<10).compactMap { number -> Task<Snapshot, Never>? in
                guard let subscription = source?.subscribe() else { return nil }
                let manner = Manner.allCases[number % 6]
                let consumer = Consumer<Snapshot>(name: "dropped", manner: manner, ledger: ledger)
                return Task { await consumer.follow(subscription) }
            }
            for id in 0..<random.below(10) { _ = try? await source?.mutate(&random, newID: id, census) }
            guard let last = source?.hub.snapshot else { continue }
            weak let remembered = source
            source = nil
            for consumer in consumers {
                await ledger.expect(await consumer.value == last, "law 13: a dropped source's consumer missed its end")
            }
            await ledger.expect(remembered == nil, "law 13: a dropped source lives on")
            await pause(&random)
        }
    }

    /// Nothing, a yield, or a short sleep.
    func pause(_ random: inout Random) async {
        switch random.below(4) {
        case 0: await Task.yield()
        default: try? await Task.sleep(for: .microseconds(random.below(5_000)))
        }
    }
}
