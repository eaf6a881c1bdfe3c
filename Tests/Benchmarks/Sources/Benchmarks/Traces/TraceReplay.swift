import DataSources

/// A character of a document, told apart from all others that look the same.
struct Letter: Identifiable, Equatable, Sendable {
    let id: Int
    let scalar: Unicode.Scalar
}

/// A session made ready, so that nothing but the edits themselves is left to be measured.
struct TraceReplay {
    /// A patch whose characters have ids.
    private struct Step {
        let position: Int
        let deleted: Int
        let letters: [Letter]
        let characters: [Character]
    }

    let name: String
    private let steps: [Step]
    private let start: [Letter]
    private let end: String

    init(_ trace: EditingTrace, name: String) {
        self.name = name
        var id = 0
        func letters(_ scalars: some Sequence<Unicode.Scalar>) -> [Letter] {
            scalars.map { scalar in
                id += 1
                return Letter(id: id, scalar: scalar)
            }
        }
        start = letters(trace.startContent.unicodeScalars)
        end = trace.endContent
        steps = trace.patches.map { patch in
            Step(
                position: patch.position, deleted: patch.deleted, letters: letters(patch.inserted),
                characters: patch.inserted.map(Character.init))
        }
    }

    var count: Int { steps.count }

    /// Makes the edits while somebody follows: each is committed and its difference found.
    func follow() throws -> String {
        var draft = try ListDraft(start)
        var seen = draft.snapshot
        var changes = 0
        for step in steps {
            try apply(step, to: &draft)
            let new = draft.snapshot
            changes &+= new.changes(from: seen).count
            seen = new
        }
        consume(changes)
        return text(of: seen.map(\.scalar))
    }

    /// Makes the edits while nobody looks.
    func edit() throws -> String {
        var draft = try ListDraft(start)
        for step in steps { try apply(step, to: &draft) }
        return text(of: draft.snapshot.map(\.scalar))
    }

    /// The same with an array of characters.
    func editCharacters() -> String {
        var array = start.map { Character($0.scalar) }
        for step in steps {
            array.replaceSubrange(step.position..<step.position + step.deleted, with: step.characters)
        }
        return String(array)
    }

    /// The same with an array of what our list holds.
    func editLetters() -> String {
        var array = start
        for step in steps {
            array.replaceSubrange(step.position..<step.position + step.deleted, with: step.letters)
        }
        return text(of: array.map(\.scalar))
    }

    /// Whether a replay ended as the session did.
    func isRight(_ text: String) -> Bool { text == end }

    /// One character typed or deleted is said as such, as an editor would.
    private func apply(_ step: Step, to draft: inout ListDraft<Letter>) throws {
        switch (step.deleted, step.letters.count) {
        case (0, 1): try draft.insert(step.letters[0], at: step.position)
        case (1, 0): _ = try draft.remove(at: step.position)
        default:
            try draft.replaceSubrange(step.position..<step.position + step.deleted, with: step.letters)
        }
    }

    private func text(of scalars: [Unicode.Scalar]) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}
