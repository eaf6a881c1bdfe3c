import DataSources

/// Hubs, passes and writers as a value: each step is what the library does under one lock.
///
/// Cuts are kept by ``CutRegistry``, and the order of visits is that of ``RefreshMachine``. Around them is the most
/// obvious bookkeeping of what `HubCore`, `Invalidation` and `Derivation.Pass` do. It remembers every state of every
/// root, so it knows what each hub has to show at each cut.
struct CutModel: Hashable {
    /// A node of the refresh machine: the number of a hub.
    final class Node: Hashable, Sendable {
        let number: Int

        init(_ number: Int) { self.number = number }

        static func == (one: Node, two: Node) -> Bool { one.number == two.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    /// What a hub shows from a stamp on.
    struct Commit: Hashable {
        var value: Int
        var stamp: UInt64
    }

    /// How a hub finds its value.
    enum Kind: Hashable {
        /// It has this value at first.
        case root(Int)
        /// The value of its only input.
        case copy
        /// Whether the value of its only input is odd.
        case parity
        /// The values of both of its inputs, as two digits.
        case pair
        /// The value of the hub that its only input selects: the first one of these for 0, the second one otherwise.
        case choice(Int, Int)
    }

    struct Hub: Hashable {
        let kind: Kind
        let inputs: [Int]
        var newest: Commit
        var scope: Int?
        /// Every commit of a root.
        var commits: [Commit]
        /// Whether a root has told of a commit that it has not made yet.
        var isLocked = false
        /// The cut that a derived hub is at.
        var cut: UInt64 = 1
        /// The slots of its changed inputs.
        var changed: Set<Int> = []
        var isWorkedOn = false
        /// What it showed when a pass left it.
        var left: Commit
        /// By slot, the commit that it has followed last.
        var followed: [Int: Commit] = [:]
        /// The hub that it follows by its choice.
        var chosen: Int?

        init(_ kind: Kind, _ inputs: [Int]) {
            (self.kind, self.inputs) = (kind, inputs)
            newest = Commit(value: 0, stamp: 0)
            if case .root(let value) = kind { newest.value = value }
            (commits, left) = ([newest], newest)
        }

        var isRoot: Bool { inputs.isEmpty }

        var isUpToDate: Bool { changed.isEmpty && !isWorkedOn }

        func isDone(at cut: UInt64) -> Bool { self.cut >= cut || isUpToDate }
    }

    struct Registration: Hashable {
        let cut: UInt64
        let isAlone: Bool
        let isEverywhere: Bool
    }

    /// A refresh of a hub.
    struct Pass: Hashable {
        enum Phase: Hashable {
            case visiting
            /// It works on the visited hub, and reads its inputs one by one.
            case reading(left: [Int], read: [Int: Commit])
            /// It has read at a cut that was intact.
            case operating(read: [Int: Commit])
            case published(read: [Int: Commit])
            /// Another pass works on that hub.
            case waiting(Int)
        }

        enum Cancellation {
            case never, anyTime, beforeItRuns
        }

        let hub: Int
        let isCancelled: Cancellation
        var phase = Phase.visiting
        var registered: Registration?
        var hasEnded = false
        var machine = RefreshMachine<Node>()
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let nodes: [Node]
    var hubs: [Hub]
    var passes: [Pass]
    /// By writer, the root and the values that are still to be written.
    var writes: [[(root: Int, value: Int)]]
    var clock: UInt64 = 1
    /// The cuts of the whole process, and those of each scope.
    var registries: [CutRegistry<Int, Commit>]
    /// Of scopes that were merged into another one, that one.
    var wholes: [Int: Int] = [:]

    /// Creates hubs that have followed everything.
    ///
    /// - Parameters:
    ///   - hubs: By number, how each hub finds its value, and its inputs, which have lower numbers.
    ///   - passes: The hubs that passes refresh, and when each pass may be cancelled.
    ///   - writes: By writer, the root and the values to write.
    init(
        _ hubs: [(Kind, inputs: [Int])], passes: [(hub: Int, isCancelled: Pass.Cancellation)],
        writes: [[(root: Int, value: Int)]]
    ) {
        nodes = hubs.indices.map(Node.init)
        self.hubs = hubs.map { Hub($0, $1) }
        self.passes = passes.map { Pass(hub: $0.hub, isCancelled: $0.isCancelled) }
        self.writes = writes
        registries = [CutRegistry()]
        for number in hubs.indices where !self.hubs[number].isRoot {
            self.hubs[number].newest.value = right(number, at: 0)
            self.hubs[number].left = self.hubs[number].newest
            let scopes = self.hubs[number].inputs.compactMap { self.hubs[$0].scope }
            let scope = scopes.first ?? registries.count
            if scopes.isEmpty { registries.append(CutRegistry()) }
            self.hubs[number].scope = scope
            for input in self.hubs[number].inputs { join(input, with: number) }
            for (slot, input) in self.hubs[number].inputs.enumerated() {
                self.hubs[number].followed[slot] = self.hubs[input].newest
            }
            if case .choice(let first, _) = self.hubs[number].kind {
                self.hubs[number].chosen = first
                self.hubs[number].followed[1] = self.hubs[first].newest
                join(first, with: number)
            }
        }
    }

    static func == (one: CutModel, two: CutModel) -> Bool {
        one.hubs == two.hubs && one.passes == two.passes && one.writes.map(\.count) == two.writes.map(\.count)
            && one.clock == two.clock && one.registries == two.registries && one.wholes == two.wholes
    }

    func hash(into hasher: inout Hasher) {
        // What differs most: all of it would take longer than comparing.
        hasher.combine(clock)
        for hub in hubs {
            hasher.combine(hub.newest.stamp)
            hasher.combine(hub.cut)
            hasher.combine(hub.isWorkedOn)
            hasher.combine(hub.isLocked)
        }
        for pass in passes {
            hasher.combine(pass.phase)
            hasher.combine(pass.registered?.cut)
            hasher.combine(pass.machine.current?.node.number)
            hasher.combine(pass.machine.current?.cut)
            hasher.combine(pass.hasEnded)
        }
    }
}

// MARK: - What is right

extension CutModel {
    /// What a hub has to show at a cut, computed from every state of the roots.
    func right(_ hub: Int, at cut: UInt64) -> Int {
        let inputs = hubs[hub].inputs
        switch hubs[hub].kind {
        case .root: return hubs[hub].commits.last { $0.stamp <= cut }!.value
        case .copy: return right(inputs[0], at: cut)
        case .parity: return right(inputs[0], at: cut) % 2
        case .pair: return 10 * right(inputs[0], at: cut) + right(inputs[1], at: cut)
        case .choice(let first, let second):
            return right(right(inputs[0], at: cut) == 0 ? first : second, at: cut)
        }
    }

    /// What can be read at an intact cut is what was there, and a cut that has ended keeps nothing.
    func check() throws(Failure) {
        for pass in passes {
            guard let cut = pass.registered?.cut, isIntact(cut, pass) else { continue }
            for hub in hubs.indices where hubs[hub].scope.map(whole) == hubs[pass.hub].scope.map(whole) {
                guard hubs[hub].isRoot || hubs[hub].isDone(at: cut), let shown = shown(hub, at: cut) else {
                    continue
                }
                if shown.value != right(hub, at: cut) {
                    throw Failure(
                        description: "hub \(hub) shows \(shown.value) at \(cut), and not \(right(hub, at: cut))")
                }
            }
        }
        let cuts = Set(passes.compactMap(\.registered?.cut))
        for registry in registries where registry.count > cuts.count {
            throw Failure(description: "\(registry.count) cuts are registered, and not \(cuts.count)")
        }
    }

    /// Everybody has returned.
    func checkEnd() throws(Failure) {
        if !passes.allSatisfy(\.hasEnded) || writes.contains(where: { !$0.isEmpty }) {
            throw Failure(description: "nobody can go on")
        }
        if registries.contains(where: { $0.count > 0 || $0.keptCount > 0 }) {
            throw Failure(description: "something is kept")
        }
    }
}

// MARK: - Cuts

extension CutModel {
    private func whole(_ scope: Int) -> Int {
        var scope = scope
        while let whole = wholes[scope] { scope = whole }
        return scope
    }

    func scope(of pass: Pass) -> Int { whole(hubs[pass.hub].scope!) }

    mutating func register(_ place: Int, isEverywhere: Bool) {
        let scope = scope(of: passes[place])
        if isEverywhere { registries[0].began(at: clock) }
        registries[scope].began(at: clock)
        let isAlone =
            registries[scope].oldest == clock && registries[0].first(after: 0, before: clock) == nil
        passes[place].registered = Registration(cut: clock, isAlone: isAlone, isEverywhere: isEverywhere)
        run(place)
    }

    mutating func unregister(_ place: Int) {
        guard let registered = passes[place].registered else { return }
        _ = registries[scope(of: passes[place])].ended(at: registered.cut)
        if registered.isEverywhere { _ = registries[0].ended(at: registered.cut) }
        passes[place].registered = nil
    }

    func firstCut(_ pass: Pass, after start: UInt64, before end: UInt64) -> UInt64? {
        let cut = registries[scope(of: pass)].first(after: start, before: end) ?? end
        return registries[0].first(after: start, before: cut) ?? (cut < end ? cut : nil)
    }

    func isIntact(_ cut: UInt64, _ pass: Pass) -> Bool {
        registries[scope(of: pass)].isIntact(cut) || registries[0].first(after: cut - 1, before: cut + 1) != nil
    }

    func shown(_ hub: Int, at cut: UInt64) -> Commit? {
        if hubs[hub].newest.stamp <= cut { return hubs[hub].newest }
        return hubs[hub].scope.flatMap { registries[whole($0)].shown(by: hub, at: cut) }
            ?? registries[0].shown(by: hub, at: cut)
    }

    mutating func show(_ value: Int, _ hub: Int, at stamp: UInt64) {
        let outgoing = hubs[hub].newest
        for place in Set([0] + (hubs[hub].scope.map { [whole($0)] } ?? [])) {
            _ = registries[place].replaced(outgoing, of: hub, from: outgoing.stamp, until: stamp)
        }
        hubs[hub].newest = Commit(value: value, stamp: stamp)
    }

    /// A hub has been chosen: its scope and that of the hub that follows it are one.
    mutating func join(_ hub: Int, with other: Int) {
        let scope = whole(hubs[other].scope!)
        guard let part = hubs[hub].scope.map(whole) else {
            hubs[hub].scope = scope
            return
        }
        if part == scope { return }
        registries[scope].merge(registries[part])
        registries[part] = CutRegistry()
        wholes[part] = scope
    }
}
