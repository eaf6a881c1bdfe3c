import Foundation

/// The breaks of the public API that the release notes list, and the commit that they compare with.
///
/// Both are in one section of the notes, the first one that names a whole commit:
///
///     ## Next version
///
///     Breaks since `0123456789abcdef0123456789abcdef01234567`:
///
///     - `func ListSource.f() has been removed`: call `g()`.
///
/// What is between the first back quotes of an entry is what `swift-api-digester` says; the rest of the entry tells a user
/// what to do.
package struct Breaks {
    /// The commit to compare with.
    package let commit: String
    /// What is listed with a way to migrate, and without one.
    private var explained: Set<String> = []
    private var unexplained: Set<String> = []

    package init(notes: String) throws(Wrong) {
        var section: [Substring] = []
        var commit: String?
        for line in notes.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("## ") {
                if commit != nil { break }
                section = []
            }
            section.append(line)
            commit = commit ?? String(line).groups(of: "`([0-9a-f]{40})`").first.map { String($0[1]) }
        }
        guard let commit else { throw Wrong("the notes name no commit to compare with: 40 digits in back quotes") }
        self.commit = commit
        // An entry goes on in the lines that are indented.
        let text = section.joined(separator: "\n").replacing("\n  ", with: " ")
        for groups in text.groups(of: "(?m)^[-*] `([^`]+)`(.*)$") {
            let change = String(groups[1])
            if String(groups[2]).has("^: *[A-Za-z`].{8,}") {
                explained.insert(change)
            } else {
                unexplained.insert(change)
            }
        }
    }

    /// What is wrong with the notes, if this is what `swift-api-digester -compiler-style-diags` prints.
    package func faults(in report: String) -> [String] {
        let found = Set(report.groups(of: #"(?m)API breakage: (.*?) *(?:\[#|$)"#).map { String($0[1]) })
        let listed = explained.union(unexplained)
        return found.subtracting(listed).sorted().map { "the notes do not list this break: \($0)" }
            + listed.subtracting(found).sorted().map { "the notes list a break that is none: \($0)" }
            + unexplained.intersection(found).sorted().map { "the notes do not say how to migrate: \($0)" }
    }
}
