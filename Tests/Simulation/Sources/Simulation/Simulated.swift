import DataSources
import DataSourcesTesting

/// A source that a simulation edits.
protocol Simulated: PublishingSource, Actor where Snapshot: OracleSnapshot {
    associatedtype Model: PlainModel where Model.Snapshot == Snapshot

    /// A source in this state.
    static func make(_ model: Model) throws -> Self

    /// Makes the edits of a script in one transaction, on the ledger's model too.
    func transact(_ script: Script, _ ledger: Ledger<Model>) throws -> Version

    /// Submits one edit.
    nonisolated func submit(_ script: Script, _ ledger: Ledger<Model>)

    nonisolated func follow(_ states: some AsyncSequence<Model, any Error>) async throws

    func finish()
}

/// A transaction to be made up: by its seed.
struct Script {
    let seed: UInt64
    let edits: Int
    /// Whether it throws once it has made its edits.
    var isTakenBack: Bool

    init(_ random: inout SeededGenerator) {
        seed = random.next()
        edits = random.oneIn(6) ? random.below(12) : 1 + random.below(3)
        isTakenBack = random.oneIn(5)
    }

    /// The script without its throwing.
    var kept: Script {
        var script = self
        script.isTakenBack = false
        return script
    }

    struct TakenBack: Error {}

    /// Plays the script on a draft and on the model, by way of `edit`.
    func play<Model>(_ ledger: Ledger<Model>, _ edit: (inout Model, inout Pen) throws -> Void) throws {
        var pen = Pen(random: SeededGenerator(seed: seed), witness: ledger.witness)
        var model = ledger.model
        for _ in 0..<edits {
            do {
                try edit(&model, &pen)
            } catch let error as Fault {
                ledger.fault(error)
                throw error
            }
        }
        if isTakenBack { throw TakenBack() }
        ledger.model = model
    }
}

extension Simulated {
    /// Makes a transaction, and checks what laws 7, 8, 10, 15 and 16 say of it.
    func perform(_ script: Script, _ ledger: Ledger<Model>) throws -> Version {
        let before = ledger.model
        let shown = hub.snapshot
        defer { ledger.witness.publishingEnded() }
        do {
            let version = try transact(script, ledger)
            ledger.committed(version, changed: !before.isSame(as: ledger.model))
            return version
        } catch {
            ledger.model = before
            if !shown.isIdentical(to: hub.snapshot) { ledger.fault("law 7", "a transaction that threw was shown") }
            throw error
        }
    }
}

extension ListSource: Simulated where Item == Piece {
    typealias Model = ListModel

    static func make(_ model: ListModel) throws -> Self {
        try Self(model.pieces)
    }

    func transact(_ script: Script, _ ledger: Ledger<ListModel>) throws -> Version {
        try transaction { draft in
            try Self.play(script, on: &draft, ledger)
            ledger.witness.publishingBegan()
        }
    }

    nonisolated func submit(_ script: Script, _ ledger: Ledger<ListModel>) {
        let number = ledger.submitted()
        submit { draft in
            ledger.performed(number)
            // What a submitted closure catches it has to take back itself: the draft's own transaction would join.
            try? Self.play(script.kept, on: &draft, ledger)
            ledger.committedUnseen()
        }
    }

    private static func play(
        _ script: Script, on draft: inout ListDraft<Piece>, _ ledger: Ledger<ListModel>
    ) throws {
        if !ListModel(draft.snapshot).isSame(as: ledger.model) {
            ledger.fault("law 7", "a draft begins with \(draft.snapshot), not with \(ledger.model)")
        }
        try script.play(ledger) { model, pen in try model.edit(&draft, with: &pen) }
    }

    nonisolated func follow(_ states: some AsyncSequence<ListModel, any Error>) async throws {
        try await follow(states.map(\.pieces))
    }
}

extension SectionedSource: Simulated where Header == Piece, Item == Piece {
    typealias Model = SectionedModel

    static func make(_ model: SectionedModel) throws -> Self {
        try Self(model.parts.map(\.section))
    }

    func transact(_ script: Script, _ ledger: Ledger<SectionedModel>) throws -> Version {
        try transaction { draft in
            try Self.play(script, on: &draft, ledger)
            ledger.witness.publishingBegan()
        }
    }

    nonisolated func submit(_ script: Script, _ ledger: Ledger<SectionedModel>) {
        let number = ledger.submitted()
        submit { draft in
            ledger.performed(number)
            try? Self.play(script.kept, on: &draft, ledger)
            ledger.committedUnseen()
        }
    }

    private static func play(
        _ script: Script, on draft: inout SectionedDraft<Piece, Piece>, _ ledger: Ledger<SectionedModel>
    ) throws {
        if !SectionedModel(draft.snapshot).isSame(as: ledger.model) {
            ledger.fault("law 7", "a draft begins with \(draft.snapshot), not with \(ledger.model)")
        }
        try script.play(ledger) { model, pen in try model.edit(&draft, with: &pen) }
    }

    nonisolated func follow(_ states: some AsyncSequence<SectionedModel, any Error>) async throws {
        try await follow(states.map { $0.parts.map(\.section) })
    }
}
