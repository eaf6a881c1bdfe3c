import DataSources

extension CutModel {
    /// The next states, each with what has been done.
    func steps() throws(Failure) -> [(name: String, next: CutModel)] {
        var steps: [(String, CutModel)] = []
        for writer in writes.indices where !writes[writer].isEmpty {
            var next = self
            next.write(writer)
            steps.append(("write", next))
        }
        for place in passes.indices where !passes[place].hasEnded {
            let pass = passes[place]
            if pass.isCancelled != .never, pass.registered != nil, pass.mayBeCancelled {
                var next = self
                if case .operating = pass.phase { next.hubs[pass.machine.current!.node.number].isWorkedOn = false }
                next.end(place)
                steps.append(("cancel \(place)", next))
            }
            if isHeldUp(pass) || pass.isCancelled == .beforeItRuns && pass.registered != nil { continue }
            var next = self
            let name = try next.advance(place)
            steps.append(("pass \(place): \(name)", next))
        }
        return steps
    }

    /// Tells of the next commit of a root, or makes it.
    private mutating func write(_ writer: Int) {
        let (root, value) = writes[writer][0]
        if !hubs[root].isLocked {
            hubs[root].isLocked = true
            tell(dependentsOf: root)
            return
        }
        clock += 1
        show(value, root, at: clock)
        hubs[root].commits.append(hubs[root].newest)
        hubs[root].isLocked = false
        writes[writer].removeFirst()
    }

    private mutating func tell(dependentsOf hub: Int) {
        for dependent in hubs.indices {
            for slot in slots(of: dependent) where input(slot, of: dependent) == hub {
                let wasUpToDate = hubs[dependent].isUpToDate
                if hubs[dependent].changed.insert(slot).inserted, wasUpToDate { tell(dependentsOf: dependent) }
            }
        }
    }

    private func slots(of hub: Int) -> Range<Int> {
        0..<hubs[hub].inputs.count + (hubs[hub].chosen == nil ? 0 : 1)
    }

    private func input(_ slot: Int, of hub: Int) -> Int {
        slot < hubs[hub].inputs.count ? hubs[hub].inputs[slot] : hubs[hub].chosen!
    }

    /// Whether a pass waits, for another one or for the lock of a root.
    private func isHeldUp(_ pass: Pass) -> Bool {
        let roots: [Int]
        switch pass.phase {
        case .waiting(let hub): return hubs[hub].isWorkedOn
        case .visiting, .operating: return false
        case .reading(let left, _): roots = left.prefix(1).map { input($0, of: pass.machine.current!.node.number) }
        case .published: roots = Array(slots(of: pass.visited)).map { input($0, of: pass.visited) }
        }
        return roots.contains { hubs[$0].isLocked }
    }

    /// Begins a run: of a new pass, or after it has waited.
    mutating func run(_ place: Int) {
        let pass = passes[place]
        passes[place].phase = .visiting
        passes[place].machine.began(nodes[pass.hub], at: pass.registered!.cut, isAlone: pass.registered!.isAlone)
    }

    private mutating func end(_ place: Int) {
        unregister(place)
        passes[place].machine.ended()
        passes[place].phase = .visiting
        passes[place].hasEnded = true
    }

    private mutating func advance(_ place: Int) throws(Failure) -> String {
        guard passes[place].registered != nil else {
            register(place, isEverywhere: false)
            return "registers \(clock)"
        }
        if case .waiting = passes[place].phase {
            run(place)
            return "goes on"
        }
        guard let (node, cut) = passes[place].machine.current else {
            end(place)
            return "ends"
        }
        let hub = node.number
        switch passes[place].phase {
        case .waiting: return ""
        case .visiting:
            visit(hub, at: cut, place)
            return "looks at \(hub), to be at \(cut)"
        case .reading(let left, let read):
            try self.read(hub, at: cut, place, left: left, read)
            return "reads for \(hub) at \(cut)"
        case .operating(let read):
            let value = output(of: hub, read)
            if value != right(hub, at: cut) {
                throw Failure(
                    description: "pass \(place) publishes \(value) at \(cut), and not \(right(hub, at: cut))")
            }
            if value != hubs[hub].newest.value { show(value, hub, at: cut) }
            passes[place].phase = .published(read: read)
            return "publishes \(value)"
        case .published(let read):
            for (slot, commit) in read {
                hubs[hub].followed[slot] = commit
                hubs[hub].changed.remove(slot)
                let input = input(slot, of: hub)
                let shows = hubs[input].isRoot ? hubs[input].newest : hubs[input].left
                if shows != commit || !hubs[input].isUpToDate { hubs[hub].changed.insert(slot) }
            }
            hubs[hub].cut = max(hubs[hub].cut, cut)
            hubs[hub].left = hubs[hub].newest
            leave(hub, place)
            passes[place].machine.reached()
            return "has taken \(hub) to \(cut)"
        }
    }

    private mutating func leave(_ hub: Int, _ place: Int) {
        hubs[hub].isWorkedOn = false
        passes[place].phase = .visiting
    }

    private mutating func visit(_ hub: Int, at cut: UInt64, _ place: Int) {
        if passes[place].machine.visitNextInput() { return }
        if hubs[hub].isDone(at: cut) {
            passes[place].machine.reached()
            return
        }
        if let stops = passes[place].machine.stops(reached: hubs[hub].cut),
            let stop = firstCut(passes[place], after: stops.after, before: stops.before)
        {
            passes[place].machine.stops(at: stop)
            return
        }
        let behind = hubs[hub].changed.sorted().filter { $0 < hubs[hub].inputs.count }
            .map { hubs[hub].inputs[$0] }.filter { isBehind($0, at: cut) }
        if !behind.isEmpty {
            passes[place].machine.areBehind(behind.map { nodes[$0] })
        } else if hubs[hub].isWorkedOn {
            passes[place].machine.ended()
            passes[place].phase = .waiting(hub)
        } else {
            hubs[hub].isWorkedOn = true
            // A choice is always read first.
            passes[place].phase = .reading(left: hubs[hub].chosen != nil ? [0] : hubs[hub].changed.sorted(), read: [:])
        }
    }

    private func isBehind(_ hub: Int, at cut: UInt64) -> Bool {
        !hubs[hub].isRoot && !hubs[hub].isDone(at: cut)
    }

    /// Reads the next input of a hub; asks whether the cut is intact when there is none.
    private mutating func read(
        _ hub: Int, at cut: UInt64, _ place: Int, left: [Int], _ read: [Int: Commit]
    ) throws(Failure) {
        guard let slot = left.first else {
            if isIntact(cut, passes[place]) {
                passes[place].phase = .operating(read: read)
            } else {
                try giveUp(hub, place)
            }
            return
        }
        let input = input(slot, of: hub)
        if isBehind(input, at: cut) {
            leave(hub, place)
            passes[place].machine.isBehind(nodes[input])
            return
        }
        guard let shown = shown(input, at: cut) else { return try giveUp(hub, place) }
        var (left, read) = (Array(left.dropFirst()), read)
        if hubs[hub].changed.contains(slot) { read[slot] = shown }
        if slot == 0, case .choice(let first, let second) = hubs[hub].kind {
            let chosen = shown.value == 0 ? first : second
            if hubs[hub].chosen != chosen {
                hubs[hub].chosen = chosen
                hubs[hub].changed.insert(1)
            }
            join(chosen, with: hub)
            left = hubs[hub].changed.contains(1) ? [1] : []
        }
        passes[place].phase = .reading(left: left, read: read)
    }

    /// The visited hub cannot be taken to the cut.
    private mutating func giveUp(_ hub: Int, _ place: Int) throws(Failure) {
        switch passes[place].machine.cutIsGone() {
        case .restart:
            if passes[place].registered!.isEverywhere { throw Failure(description: "pass \(place) restarts twice") }
            leave(hub, place)
            unregister(place)
            register(place, isEverywhere: true)
        case .skipped(let cut):
            leave(hub, place)
            registries[scope(of: passes[place])].overtaken(cut)
        }
    }

    private func output(of hub: Int, _ read: [Int: Commit]) -> Int {
        func value(_ slot: Int) -> Int { (read[slot] ?? hubs[hub].followed[slot]!).value }
        switch hubs[hub].kind {
        case .root, .copy: return value(0)
        case .parity: return value(0) % 2
        case .pair: return 10 * value(0) + value(1)
        case .choice: return value(1)
        }
    }
}

extension CutModel.Pass {
    /// The number of the hub that it visits.
    var visited: Int { machine.current!.node.number }

    /// Tasks find out that they are cancelled before a run, while they wait, and during a difference.
    fileprivate var mayBeCancelled: Bool {
        switch phase {
        case .visiting: machine.current.map { $0.node.number == hub && $0.cut == registered?.cut } ?? false
        case .waiting, .operating: true
        case .reading, .published: false
        }
    }
}
