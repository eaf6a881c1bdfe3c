public import DataSources

/// A violation of one of the package's laws.
///
/// The message is one sentence about the first wrong position, never a dump of two states, so it fits a test failure as
/// well as a log.
///
/// ```
/// law 4 (Net), v7 → v9: Row(3) at 3 is gone, but not among the deletions
/// ```
public struct LawViolation: Error, Hashable, Sendable {
    /// The laws that can be checked from updates; the raw value is the law's number.
    public enum Law: Int, Hashable, Sendable, CaseIterable {
        /// The changes applied to the state before give exactly the state after, and both were committed.
        case fold = 1
        /// Each update starts where the previous one ended.
        case chain = 2
        /// No empty update is delivered.
        case neverEmpty = 3
        /// The changes are the net difference, in its canonical form.
        case net = 4
        /// Ids are unique in a state.
        case unique = 10
        /// The number of moves is minimal.
        case fewestMoves = 11
        /// Versions increase.
        case versions = 16

        /// The law's name.
        public var name: String {
            switch self {
            case .fold: "Fold"
            case .chain: "Chain"
            case .neverEmpty: "Never empty"
            case .net: "Net"
            case .unique: "Unique"
            case .fewestMoves: "Fewest moves"
            case .versions: "Versions"
            }
        }
    }

    /// The violated law.
    public let law: Law
    /// What is wrong and where, in one sentence.
    public let message: String
    /// The commit that the update starts from, if known.
    public var before: Version?
    /// The commit that the update leads to, if known.
    public var after: Version?

    /// Creates a violation.
    public init(_ law: Law, _ message: String, before: Version? = nil, after: Version? = nil) {
        self.law = law
        self.message = message
        self.before = before
        self.after = after
    }
}

extension LawViolation: CustomStringConvertible {
    /// The law's number and name, the versions, and the message.
    public var description: String {
        let versions = before == nil && after == nil ? "" : ", \(name(of: before)) → \(name(of: after))"
        return "law \(law.rawValue) (\(law.name))\(versions): \(message)"
    }

    private func name(of version: Version?) -> String {
        version?.description ?? "–"
    }
}
