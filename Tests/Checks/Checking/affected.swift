/// What a change of files can affect: `everything`, or the names of examples and `documentation`, which comes last.
package func affected(by paths: [String]) -> [String] {
    var examples: Set<String> = []
    var isDocumented = false
    for path in paths {
        let parts = path.split(separator: "/").map(String.init)
        if parts.count > 2, parts[0] == "Examples" {
            examples.insert(parts[1])
            // The others depend on it.
            if parts[1] == "Shared" {
                examples.formUnion([
                    "ProcessBoard", "Leaderboard", "Board", "Desk", "SQLite", "PostgreSQL", "Relay", "Tutorials",
                ])
            }
            // Its library is what Board follows its cards with, and one of the tutorials its table.
            if parts[1] == "SQLite" { examples.formUnion(["Board", "Tutorials"]) }
            // The first tutorial shows its manifest.
            if parts[1] == "Quickstart" { examples.insert("Tutorials") }
        } else if !path.hasSuffix(".md"), !parts.dropLast().contains(where: { $0.hasSuffix(".docc") }) {
            return ["everything"]
        } else if let catalog = parts.firstIndex(where: { $0.hasSuffix(".docc") }) {
            isDocumented = true
            // The pages of the tutorials, and the one that lists them.
            if parts[catalog] == "DataSources.docc", parts.contains("Tutorials") || parts.last == "DataSources.md" {
                examples.insert("Tutorials")
            }
        }
    }
    return examples.sorted() + (examples.isEmpty || isDocumented ? ["documentation"] : [])
}
