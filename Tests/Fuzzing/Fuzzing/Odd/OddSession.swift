import DataSources

/// A draft of items that misbehave, and the same edits in a draft of items that behave, if a rule says what they mean.
protocol OddSession: ~Copyable {
    init(_ whim: Whim)

    /// Makes an edit, as the bytes say, and checks what can be read afterwards.
    mutating func edit(_ bytes: inout ByteReader) throws(Fault)

    /// Compares the state with earlier ones, in every form of an update.
    mutating func compare(_ bytes: inout ByteReader) throws(Fault)

    /// Lets go of the earlier states and removes everything; nothing may be left in memory.
    mutating func empty(_ bytes: inout ByteReader) throws(Fault)
}

/// How an edit ended: `nil` if it was made, else the code and the ids of the refusal.
struct Ending: Equatable, CustomStringConvertible {
    let code: EditError.Code?
    let identities: Set<Int>

    /// Makes an edit; `identity` gives the number of an id that a refusal names.
    init(_ identity: (AnyID) -> Int?, _ edit: () throws -> Void) throws(Fault) {
        do {
            try edit()
            (code, identities) = (nil, [])
        } catch let error as EditError {
            (code, identities) = (error.code, Set(error.ids.compactMap(identity)))
        } catch is TakenBack {
            (code, identities) = (nil, [-1])
        } catch {
            throw Fault("law 15: an error of another type: \(error)")
        }
    }

    var isRefused: Bool { code != nil || identities == [-1] }

    var description: String { code.map { "\($0) \(identities.sorted())" } ?? (isRefused ? "taken back" : "made") }
}

/// What a transaction throws that is taken back.
struct TakenBack: Error {}

/// Sessions with drafts of a type, from the bytes of an input.
enum OddSessions {
    /// Edits only, or edits and comparisons.
    static func run<S: OddSession & ~Copyable>(
        _ type: S.Type, _ bytes: inout ByteReader, comparing: Bool
    ) throws(Fault) {
        let whim = Whim(seed: UInt64(bytes.byte()))
        do {
            var session = S(whim)
            for _ in 0..<100 where !bytes.isAtEnd {
                try session.edit(&bytes)
                if comparing, bytes.oneIn(3) { try session.compare(&bytes) }
            }
            try session.empty(&bytes)
            if whim.liveIDs > 0 { throw Fault("\(whim.liveIDs) ids are left in an empty draft") }
        }
        if whim.liveIDs > 0 { throw Fault("\(whim.liveIDs) ids have leaked") }
    }
}

extension Changes where P == Int {
    /// What is wrong with the changes between lists of some lengths, whatever is in them: they must lead from one to the
    /// other, and name every position once.
    func shapeFault(from before: Int, to after: Int) -> String? {
        let leaving = Array(deletions) + moves.map(\.before)
        let coming = Array(insertions) + moves.map(\.after)
        let (left, come) = (Set(leaving), Set(coming))
        if left.count != leaving.count || come.count != coming.count { return "a position is there twice" }
        if leaving.contains(where: { $0 < 0 || $0 >= before }) { return "a position before is outside" }
        if coming.contains(where: { $0 < 0 || $0 >= after }) { return "a position after is outside" }
        if before - leaving.count != after - coming.count { return "the changes lead to another length" }
        // Where each item was.
        var origins = Dictionary(moves.map { ($0.after, $0.before) }) { first, _ in first }
        let staying = zip((0..<before).filter { !left.contains($0) }, (0..<after).filter { !come.contains($0) })
        for (old, new) in staying { origins[new] = old }
        for pair in updates where origins[pair.after] != pair.before { return "\(pair) is an update of another item" }
        return nil
    }
}
