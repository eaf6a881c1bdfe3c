/// The deliberate bugs in Tests/Mutants.
package struct Mutants {
    /// One bug.
    package struct Mutant {
        package var name: String
        /// The suite that is for it; most have none.
        package var suite: String?
        /// Whether `.ci/mutants` tries it: not if the comment behind it is another than its suite.
        var isTried: Bool
        /// The files that its patches are for.
        var files: Set<String> = []
    }

    var all: [Mutant] = []

    // `list` is the text of Mutant.swift, with lines like `case name, name  // suite`.
    package init(list: String, patches: [String]) throws(Wrong) {
        for line in list.split(separator: "\n") {
            let parts = line.split(separator: "//", maxSplits: 1).map(String.init)
            guard let cases = parts.first, cases.has("^ *case [a-zA-Z, ]*[a-zA-Z] *$") else { continue }
            let comment = parts.dropFirst().first?.drop { $0 == " " }.description
            let suite = comment.flatMap { $0.has("^[A-Za-z]*(Interleavings|Laws|Tests)$") ? $0 : nil }
            for name in cases.split(whereSeparator: { $0 == " " || $0 == "," }).dropFirst() {
                all.append(Mutant(name: String(name), suite: suite, isTried: comment == nil || suite != nil))
            }
        }
        let indices = Dictionary(uniqueKeysWithValues: zip(all.map(\.name), all.indices))
        for patch in patches {
            var file = ""
            for line in patch.split(separator: "\n") {
                if line.hasPrefix("+++ b/") {
                    file = String(line.dropFirst(6))
                } else if line.hasPrefix("+") {
                    for word in line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "." }) {
                        guard let dot = word.lastIndex(of: "."), let index = indices[String(word[dot...].dropFirst())]
                        else { continue }
                        all[index].files.insert(file)
                    }
                }
            }
        }
        let missing = all.filter(\.files.isEmpty).map(\.name)
        if !missing.isEmpty {
            throw Wrong("no patch in Tests/Mutants has what Mutant.swift lists: \(missing.joined(separator: ", "))")
        }
    }

    /// Those with these names, or all that `.ci/mutants` tries.
    package func named(_ names: [String]) throws(Wrong) -> [Mutant] {
        if names.isEmpty { return all.filter(\.isTried) }
        var chosen: [Mutant] = []
        for name in names {
            guard let mutant = all.first(where: { $0.name == name }) else {
                throw Wrong("Tests/Mutants/Mutant.swift has no mutant \(name)")
            }
            chosen.append(mutant)
        }
        return chosen
    }

    /// Those that `.ci/mutants` tries in these files.
    package func inFiles(_ paths: [String]) -> [Mutant] {
        all.filter { $0.isTried && !$0.files.isDisjoint(with: paths) }
    }
}

/// Input that cannot be right: what is wrong with it, and where.
package struct Wrong: Error, CustomStringConvertible {
    package var description: String

    init(_ description: String) { self.description = description }
}
