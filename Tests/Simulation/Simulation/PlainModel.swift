import DataSources
import DataSourcesTesting

/// The state of a source as plain arrays, edited beside a draft by the most obvious code.
protocol PlainModel: Sendable, CustomStringConvertible {
    associatedtype Snapshot: SnapshotProtocol
    associatedtype Item: PieceProtocol

    /// Some state to begin with.
    init(_ random: inout SeededGenerator, _ witness: Witness)

    /// Whether both hold the same, without a witness hearing of it.
    func isSame(as other: Self) -> Bool

    /// The content of a snapshot.
    init(_ snapshot: Snapshot)

    /// Whether two contents are equal, without a witness hearing of it.
    static func isSame(_ left: Snapshot.Content, _ right: Snapshot.Content) -> Bool

    /// What the laws find wrong with an update, by the rule of law 15.
    static func violations(of update: Update<Snapshot>) -> [LawViolation]

    /// Changes items in place that must not change, if they can.
    func misbehave(_ random: inout SeededGenerator)

    /// What is read from `snapshot` by position and by id, there and not there, and differs; `nil` when nothing does.
    func misreading(of snapshot: Snapshot) -> String?
}

/// What an edit should come to.
struct Expectation<State> {
    /// The state after; `nil` when the edit is to be refused.
    var state: State?
    /// The codes with which it may be refused.
    var codes: Set<EditError.Code> = []
    /// The ids a refusal names, if it is about ids.
    var ids: Set<Int> = []

    /// The edit is made.
    static func made(_ state: State) -> Expectation {
        Expectation(state: state)
    }

    /// The edit is refused and changes nothing.
    static func refused(_ codes: EditError.Code..., ids: Set<Int> = []) -> Expectation {
        Expectation(state: nil, codes: Set(codes), ids: ids)
    }

    /// Makes the edit, and says what went otherwise than expected.
    ///
    /// - Returns: The state after, or `nil` if there was a refusal, as expected.
    func meet<ID>(_ name: String, _ number: (ID) -> Int, _ edit: () throws -> Void) throws -> State? {
        do {
            try edit()
        } catch let error as EditError {
            if !codes.contains(error.code) { throw Fault("law 15", "\(name) was refused: \(error)") }
            let named = Set(error.ids.compactMap { $0.as(ID.self).map(number) })
            if !ids.isSubset(of: named) {
                throw Fault("law 10", "\(name): the error names \(named), not all of \(ids)")
            }
            return nil
        }
        guard let state else {
            throw Fault(codes.contains(.duplicateItem) ? "law 10" : "law 15", "\(name) was not refused as \(codes)")
        }
        return state
    }
}

/// A law that does not hold.
struct Fault: Error, CustomStringConvertible {
    let description: String

    init(_ law: String, _ message: String) {
        description = "\(law): \(message)"
    }
}
