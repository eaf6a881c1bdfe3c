import Foundation

/// What a file must not contain.
struct Rule {
    var reason: String
    /// What the paths of its files begin with.
    var folders: [String]
    /// The numbers of the lines that break the rule, and the lines.
    var breaches: @Sendable (SourceFile) -> [(number: Int, text: String)]
    /// Breaches that are right, as `path:line:text`.
    var exceptions: String?
}

extension Rule {
    /// A rule about single lines of code.
    init(_ reason: String, in folders: [String], _ pattern: String, except exceptions: String? = nil) {
        self.init(reason: reason, folders: folders, breaches: { $0.code(matching: pattern) }, exceptions: exceptions)
    }

    private static let values =
        ["Tree", "Snapshots", "Drafts", "Difference", "Updates", "Operators"].map { "Sources/DataSources/\($0)/" }
        + ["Sources/DataSourcesStorage/"]

    static let all = [
        Rule("the root package must not depend on another package", in: ["Package.swift"], #"\.package\("#),
        Rule(
            "the value layers must not know about concurrency",
            in: values,
            #"\b(await|actor|Mutex|Task)\b"#,
            except: "private let (knownTypes|idleBuffers) = Mutex"
        ),
        Rule(
            "the core must not import Foundation, sleep, detach tasks or name the main actor",
            in: ["Sources/DataSources/", "Sources/DataSourcesStorage/"],
            #"import Foundation|Task\.sleep|Task\.detached|@MainActor"#
        ),
        Rule(
            "only the inbox may start an unstructured task in the core",
            in: ["Sources/DataSources/"],
            #"\bTask *(\([^)]*\) *)?\{"#,
            except: "^Sources/DataSources/[A-Za-z/]*/Inbox.swift:"
        ),
        // Sleeping on a clock that the test moves is allowed. The article on testing shows a test that waits.
        Rule(
            "tests must not wait for real time",
            in: ["Tests/DataSources"],
            #"Task\.sleep|usleep|Thread\.sleep"#,
            except: "clock|/TestingYourSources.swift:"
        ),
        Rule(
            reason: "unsafe code, @safe, @unchecked Sendable and nonisolated(unsafe) must have their reason in a "
                + "comment above",
            folders: ["Sources/"],
            breaches: \.withoutReason
        ),
        Rule(
            reason: "bodies of task groups and handlers must be `{ @Sendable in`, or begin with `_ = isolation`: "
                + "see Tests/Checks/Checking/SourceFile+uncheckedBodies.swift",
            folders: ["Sources/", "Examples/"],
            breaches: \.uncheckedBodies,
            exceptions: "^[^:]*/Tests/"
        ),
        Rule(
            reason: "what is deprecated must have `renamed:`, or a `message:` with the replacement in back quotes",
            folders: ["Sources/"],
            breaches: \.withoutReplacement
        ),
    ]

    func concerns(_ path: String) -> Bool { folders.contains(where: path.hasPrefix) }

    /// The reason and the lines that break the rule.
    func violations(in files: [SourceFile]) -> String? {
        for folder in folders where !files.contains(where: { $0.path.hasPrefix(folder) }) {
            return "a rule in Tests/Checks/Checking/Rules.swift is for \(folder), where no file is any more: \(reason)"
        }
        let found = files.filter { concerns($0.path) }
            .flatMap { file in breaches(file).map { "\(file.path):\($0.number):\($0.text)" } }
            .filter { line in exceptions.map(line.has) != true }
        return found.isEmpty ? nil : ([reason + ":"] + found).joined(separator: "\n")
    }
}

// What breaks the rules of the house, a text for each rule. `paths` are all that git tracks; a file that has been removed,
// but not yet from git, has no text.
package func violations(in paths: [String], read: (String) throws -> String?) rethrows -> [String] {
    var found: [String] = []
    let products = paths.filter { $0.has(#"(^|/)(\.build|Package\.resolved)(/|$)|\.profraw$"#) }
    if !products.isEmpty {
        found.append("build products must not be tracked: git rm --cached \(products.joined(separator: " "))")
    }
    var files: [SourceFile] = []
    for path in paths where path.hasSuffix(".swift") {
        if Rule.all.contains(where: { $0.concerns(path) }), let text = try read(path) {
            files.append(SourceFile(path: path, text: text))
        }
    }
    found += Rule.all.compactMap { $0.violations(in: files) }
    if let fault = try undocumentedProducts(in: paths, read: read) { found.append(fault) }
    let links = try brokenLinks(in: paths, read: read)
    return found + (links.isEmpty ? [] : [(["links in Markdown must lead somewhere:"] + links).joined(separator: "\n")])
}
