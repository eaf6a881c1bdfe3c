/// What a change of files can affect: `documentation`, `everything`, or the names of examples.
package func affected(by paths: [String]) -> [String] {
    var examples: Set<String> = []
    for path in paths {
        let parts = path.split(separator: "/").map(String.init)
        if parts.count > 2, parts[0] == "Examples" {
            examples.insert(parts[1])
            // The others depend on it.
            if parts[1] == "Shared" {
                examples.formUnion(["ProcessBoard", "Leaderboard", "Board", "Desk", "SQLite", "PostgreSQL", "Relay"])
            }
            // Its library is what Board follows its cards with.
            if parts[1] == "SQLite" { examples.insert("Board") }
        } else if !path.hasSuffix(".md"), !parts.dropLast().contains(where: { $0.hasSuffix(".docc") }) {
            return ["everything"]
        }
    }
    return examples.isEmpty ? ["documentation"] : examples.sorted()
}
