import Foundation

// The links in Markdown files that lead nowhere, as `path:line: target: what is wrong`. `paths` are all that git tracks.
// Links to other sites are not looked at.
func brokenLinks(in paths: [String], read: (String) throws -> String?) rethrows -> [String] {
    var files: [String: MarkdownFile] = [:]
    for path in paths where path.hasSuffix(".md") {
        if let text = try read(path) { files[path] = MarkdownFile(path: path, text: text) }
    }
    let places = Places(paths: paths, files: files)
    return files.values.sorted { $0.path < $1.path }.flatMap { file in
        file.links.compactMap { link in
            places.fault(of: link, in: file).map { "\(file.path):\(link.number): \(link.target): \($0)" }
        }
    }
}

// The addresses in other places that Markdown files name, as `path:line: address`.
package func addresses(in paths: [String], read: (String) throws -> String?) rethrows -> [String] {
    try paths.filter { $0.hasSuffix(".md") }.sorted().flatMap { path in
        guard let text = try read(path) else { return [String]() }
        return MarkdownFile(path: path, text: text).addresses.map { "\(path):\($0.number): \($0.target)" }
    }
}

/// Where a link can lead.
private struct Places {
    let paths: Set<String>
    let folders: Set<String>
    let files: [String: MarkdownFile]
    let anchors: [String: Set<String>]

    init(paths: [String], files: [String: MarkdownFile]) {
        self.paths = Set(paths)
        self.files = files
        anchors = files.mapValues(\.anchors)
        var folders: Set<String> = [""]
        for path in paths {
            var parts = path.split(separator: "/").dropLast()
            while !parts.isEmpty, folders.insert(parts.joined(separator: "/")).inserted { parts.removeLast() }
        }
        self.folders = folders
    }

    /// What is wrong with a link.
    func fault(of link: MarkdownFile.Link, in file: MarkdownFile) -> String? {
        let target = link.target
        if target.hasPrefix("doc:") { return file.isArticle ? nil : "only DocC knows such links" }
        if target.hasPrefix("//") || target.has("^[A-Za-z][A-Za-z0-9+.-]*:") { return nil }
        if let catalog = file.catalog {
            if link.isImage { return hasResource(target, in: catalog) ? nil : "no such file in \(catalog)" }
            // `.ci/site` looks for the heading, which DocC names.
            return target.hasPrefix("#") ? nil : "DocC takes no paths of files: write <doc:Article>"
        }
        let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = resolved(parts[0], from: file.path) else { return "it leaves the repository" }
        guard paths.contains(path) || folders.contains(path) else { return "git tracks no such file" }
        guard parts.count == 2 else { return nil }
        // GitHub shows the README of a folder below its files.
        let page = folders.contains(path) ? (path.isEmpty ? "README.md" : "\(path)/README.md") : path
        let anchor = parts[1].removingPercentEncoding ?? String(parts[1])
        // Lines of code.
        if !page.hasSuffix(".md") { return anchor.has("^L[0-9]+(-L[0-9]+)?$") ? nil : "only Markdown has headings" }
        return anchors[page]?.contains(anchor) == true ? nil : "\(page) has no such heading"
    }

    private func hasResource(_ name: String, in catalog: String) -> Bool {
        paths.contains { path in
            guard path.hasPrefix(catalog), let file = path.split(separator: "/").last else { return false }
            let stem = NSRegularExpression.escapedPattern(for: name)
            return file == name || String(file).has("^\(stem)(~dark)?(@[123]x)?[.][a-z]+$")
        }
    }

    /// The path from the root of the repository.
    private func resolved(_ target: Substring, from file: String) -> String? {
        if target.isEmpty { return file }
        let path = target.split(separator: "?", maxSplits: 1).first ?? ""
        var parts: [Substring] = target.hasPrefix("/") ? [] : file.split(separator: "/").dropLast()
        for part in path.split(separator: "/") where part != "." {
            if part != ".." {
                parts.append(part)
            } else if parts.popLast() == nil {
                return nil
            }
        }
        let joined = parts.joined(separator: "/")
        return joined.removingPercentEncoding ?? joined
    }
}
