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

    struct TakenBack: Error {}

    /// Plays the script on a draft and on the model, by way of `edit`.
    func play<Model: PlainModel, Draft: DraftProtocol & ~Copyable>(
        on draft: inout Draft, _ ledger: Ledger<Model>,
        _ edit: (inout Model, inout Draft, inout Pen<Model.Item>) throws -> Void
    ) throws where Draft.Snapshot == Model.Snapshot {
        var pen = Pen<Model.Item>(random: SeededGenerator(seed: seed), witness: ledger.witness)
        var model = ledger.model
        if !Model(draft.snapshot).isSame(as: model) {
            ledger.fault("law 7", "a draft begins with \(draft.snapshot), not with \(model)")
        }
        if !Model.Item.isLawful { model.misbehave(&pen.random) }
        do {
            try Self.play(edits, on: &draft, &model, &pen, depth: 0, edit)
        } catch let error as Fault {
            ledger.fault(error)
            throw error
        }
        if isTakenBack { throw TakenBack() }
        ledger.model = model
    }

    /// Makes edits, some of them in savepoints, of which half are taken back.
    private static func play<Model: PlainModel, Draft: DraftProtocol & ~Copyable>(
        _ edits: Int, on draft: inout Draft, _ model: inout Model, _ pen: inout Pen<Model.Item>, depth: Int,
        _ edit: (inout Model, inout Draft, inout Pen<Model.Item>) throws -> Void
    ) throws where Draft.Snapshot == Model.Snapshot {
        for _ in 0..<edits {
            guard depth < 3, pen.random.oneIn(8) else {
                try edit(&model, &draft, &pen)
                continue
            }
            let before = model
            do {
                try draft.transaction { draft in
                    try play(pen.random.below(4), on: &draft, &model, &pen, depth: depth + 1, edit)
                    if pen.random.oneIn(2) { throw TakenBack() }
                }
            } catch is TakenBack {
                model = before
            }
            if !Model(draft.snapshot).isSame(as: model) {
                throw Fault("law 7", "after a savepoint there is \(draft.snapshot), not \(model)")
            }
        }
    }
}

extension Simulated {
    /// Makes a transaction, and checks what laws 7, 8, 10, 12, 15 and 16 say of it.
    func perform(_ script: Script, _ ledger: Ledger<Model>) throws -> Version {
        ledger.transactionCalled()
        defer { ledger.witness.publishingEnded() }
        do {
            let version = try transact(script, ledger)
            let start = ledger.transactionEnded()
            ledger.committed(version, changed: start.map { !$0.model.isSame(as: ledger.model) } ?? false)
            return version
        } catch {
            if let start = ledger.transactionEnded() {
                ledger.model = start.model
                if !start.shown.isIdentical(to: hub.snapshot) {
                    ledger.fault("law 7", "a transaction that threw was shown")
                }
            }
            throw error
        }
    }
}

extension ListSource: Simulated where Item: PieceProtocol {
    typealias Model = ListModel<Item>

    static func make(_ model: ListModel<Item>) throws -> Self {
        try Self(model.pieces)
    }

    func transact(_ script: Script, _ ledger: Ledger<ListModel<Item>>) throws -> Version {
        try transaction { draft in
            ledger.transactionBegan(showing: hub.snapshot)
            try Self.play(script, on: &draft, ledger)
            ledger.witness.publishingBegan()
        }
    }

    nonisolated func submit(_ script: Script, _ ledger: Ledger<ListModel<Item>>) {
        let number = ledger.submitted()
        let receipt = submit { draft in
            ledger.performed(number)
            try Self.play(script, on: &draft, ledger)
            ledger.committedUnseen()
        }
        ledger.given(receipt, of: number)
    }

    private static func play(
        _ script: Script, on draft: inout ListDraft<Item>, _ ledger: Ledger<ListModel<Item>>
    ) throws {
        try script.play(on: &draft, ledger) { model, draft, pen in try model.edit(&draft, with: &pen) }
    }

    nonisolated func follow(_ states: some AsyncSequence<ListModel<Item>, any Error>) async throws {
        try await follow(states.map(\.pieces))
    }
}

extension SectionedSource: Simulated where Header: PieceProtocol, Item == Header {
    typealias Model = SectionedModel<Header>

    static func make(_ model: SectionedModel<Header>) throws -> Self {
        try Self(model.parts.map(\.section))
    }

    func transact(_ script: Script, _ ledger: Ledger<SectionedModel<Header>>) throws -> Version {
        try transaction { draft in
            ledger.transactionBegan(showing: hub.snapshot)
            try Self.play(script, on: &draft, ledger)
            ledger.witness.publishingBegan()
        }
    }

    nonisolated func submit(_ script: Script, _ ledger: Ledger<SectionedModel<Header>>) {
        let number = ledger.submitted()
        let receipt = submit { draft in
            ledger.performed(number)
            try Self.play(script, on: &draft, ledger)
            ledger.committedUnseen()
        }
        ledger.given(receipt, of: number)
    }

    private static func play(
        _ script: Script, on draft: inout SectionedDraft<Header, Item>, _ ledger: Ledger<SectionedModel<Header>>
    ) throws {
        try script.play(on: &draft, ledger) { model, draft, pen in try model.edit(&draft, with: &pen) }
    }

    nonisolated func follow(_ states: some AsyncSequence<SectionedModel<Header>, any Error>) async throws {
        try await follow(states.map { $0.parts.map(\.section) })
    }
}
